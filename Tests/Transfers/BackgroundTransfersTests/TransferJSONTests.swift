// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import BackgroundTransfers

@Suite("Transfers and events as JSON")
struct TransferJSONTests {
    private static let plain = Transfer(
        id: Transfer.ID(rawValue: 7), kind: .download, url: "https://files.example/map.bin",
        destination: "/home/u/map.bin", source: nil, state: .waiting,
        reasons: [WaitingReason(code: "metered")],
        bytesDone: 8_388_608, bytesTotal: 73_400_320, attempts: 1, rate: nil, priority: .normal,
        key: nil,
        group: nil, session: "default", condition: Condition(), stability: .zero,
        createdAt: Date(milliseconds: 1_795_348_800_123), notBefore: nil, deadline: nil,
        retryAt: nil,
        error: TransferError(.status, status: 404, "the server has no such file (404)"))

    private static var full: Transfer {
        var transfer = plain
        transfer.destination = "/home/u/\"a\\b\"\u{1}\n\u{7F}é🙂"
        transfer.source = "s"
        transfer.reasons = []
        transfer.bytesTotal = nil
        transfer.rate = 12
        transfer.priority = .high
        transfer.key = "k"
        transfer.group = "g"
        transfer.condition = Condition(
            constraints: .unmetered, host: HostName("nas.example"), demands: [.vpn], isNegated: true
        )
        transfer.stability = .milliseconds(1500)
        transfer.notBefore = Date(milliseconds: -1)
        transfer.deadline = Date(milliseconds: 951_782_400_000)
        transfer.retryAt = Date(milliseconds: 0)
        transfer.error = TransferError(.connection, "lost")
        return transfer
    }

    @Test("A job has no address and no bytes, but its command, and when it is due again")
    func job() throws {
        var job = Self.plain
        job.kind = .command
        job.url = ""
        job.destination = nil
        job.bytesDone = 0
        job.bytesTotal = nil
        job.error = TransferError(.exit, status: 3, "the command exited with 3")
        job.command = ["restic", "backup"]
        job.exit = 3
        job.every = .daily
        job.nextAt = Date(milliseconds: 1_795_348_800_123)
        let text = JSONLineEncoder.text(job)
        #expect(text.contains(#""kind":"command","url":null,"destination":null"#))
        #expect(text.contains(#""bytesDone":null,"bytesTotal":null"#))
        #expect(
            text.hasSuffix(
                #""error":{"code":"exit","status":3,"message":"the command exited with 3"},"#
                    + #""command":["restic","backup"],"exit":3,"every":"daily","#
                    + #""nextAt":"2026-11-22T12:00:00.123Z"}"#))
        job.every = nil
        job.exit = nil
        job.nextAt = nil
        #expect(JSONLineEncoder.text(job).hasSuffix(#""exit":null,"every":null,"nextAt":null}"#))
    }

    @Test("A transfer has the members of the documentation, in their order")
    func order() throws {
        let words = """
            {"allowsConstrainedNetworkAccess":true,"allowsExpensiveNetworkAccess":true,"allowsRoaming":true,\
            "allowsUltraConstrainedNetworkAccess":true,"allowsVPN":true,"gateway":null,"metered":false,"not":false,\
            "offline":false,"onPace":false,"prohibitedInterfaceTypes":[],"prohibitedPlaces":[],\
            "requiresCertainty":false,"requiresDNS":false,"requiresExternalPower":false,"requiresIPv4":false,"requiresIPv6":false,\
            "requiresValidation":false,"stable":0,"to":null,"unknownMetering":"allow","vpn":false,"withinPlan":false}
            """
        #expect(
            JSONLineEncoder.text(Self.plain) == """
                {"schema":1,"id":7,"kind":"download","url":"https://files.example/map.bin",\
                "destination":"/home/u/map.bin","source":null,"state":"waiting","reasons":["metered"],\
                "bytesDone":8388608,"bytesTotal":73400320,"attempts":1,"rate":null,"priority":"normal","key":null,\
                "group":null,"session":"default","constraints":\(words),"createdAt":"2026-11-22T12:00:00.123Z",\
                "notBefore":null,"deadline":null,"retryAt":null,\
                "error":{"code":"status","status":404,"message":"the server has no such file (404)"}}
                """)
    }

    @Test(
        "The constraints have what only the command line can demand, by the names of its options",
        arguments: [
            (Condition(isNegated: true), .zero, #""not":true"#),
            (Condition(demands: [.offline]), .zero, #""offline":true"#),
            (Condition(demands: [.metered]), .zero, #""metered":true"#),
            (Condition(demands: [.vpn]), .zero, #""vpn":true"#),
            (Condition(host: HostName("nas.example")), .zero, #""to":"nas.example""#),
            (
                Condition(host: HostName("fe80::1%eth0", allowsZone: true)), .zero,
                #""to":"fe80::1%eth0""#
            ),
            (Condition(), .milliseconds(1500), #""stable":1.5"#),
            (Condition(), .seconds(30), #""stable":30"#),
        ] as [(Condition, Duration, String)])
    func conditions(condition: Condition, stability: Duration, member: String) {
        var transfer = Self.plain
        transfer.condition = condition
        transfer.stability = stability
        #expect(!JSONLineEncoder.text(Self.plain).contains(member))
        #expect(JSONLineEncoder.text(transfer).contains(member))
    }

    @Test("Times are those of the calendar, also before 1970 and on a leap day")
    func times() {
        let text = JSONLineEncoder.text(Self.full)
        #expect(text.contains(#""notBefore":"1969-12-31T23:59:59.999Z""#))
        #expect(text.contains(#""deadline":"2000-02-29T00:00:00.000Z""#))
        #expect(text.contains(#""retryAt":"1970-01-01T00:00:00.000Z""#))
    }

    @Test("Text of a server neither acts on a terminal nor ends a line, and is bounded")
    func hostile() throws {
        var transfer = Self.plain
        let message = "\u{85}\u{9B}31m\u{202E}\u{2066}\u{2028}\u{61C}\"\u{301}<\u{FE0F}"
        transfer.error = TransferError(.encoding, message)
        let written = JSONLineEncoder.text(transfer)
        let raw: Set<Unicode.Scalar> = [
            "\u{85}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{61C}",
        ]
        #expect(!written.unicodeScalars.contains(where: raw.contains))
        let object = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any]
        let error = object?["error"] as? [String: Any]
        #expect((error?["message"] as? String).map { Array($0.utf8) } == Array(message.utf8))
        let long = TransferError(.encoding, String(repeating: "é", count: 60_000)).message
        #expect(long.utf8.count <= 1000 && long.hasSuffix("é…"))
        #expect(
            TransferEvent.Note(.retrying, String(repeating: "a", count: 1001)).detail?.utf8.count
                == 1000)
        #expect(TransferError(.io, String(repeating: "a", count: 1000)).message.utf8.count == 1000)
    }

    @Test("Any encoder writes the same members and values", arguments: [plain, full])
    func encodable(transfer: Transfer) throws {
        let event = TransferEvent(
            sequence: 41, time: Date(milliseconds: 5), event: .waiting, detail: "wlan0: \"yes\"",
            transfer: transfer)
        let written = JSONLineEncoder.text(event)
        let parsed = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? NSDictionary
        let encoded =
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(event)) as? NSDictionary
        #expect(parsed != nil)
        #expect(parsed == encoded)
        #expect(
            written.hasPrefix(
                #"{"schema":1,"sequence":41,"time":"1970-01-01T00:00:00.005Z","id":7,"event":"#))
    }

    @Test("The events of a transfer are its last member")
    func events() {
        let event = TransferEvent(
            sequence: 1, time: Date(milliseconds: 5), event: .added, detail: nil,
            transfer: Self.plain)
        for events in [[event, event], []] {
            let members = JSONLineEncoder.text(Self.plain).dropLast()
            #expect(
                JSONLineEncoder.text(TransferWithEvents(Self.plain, events: events))
                    == "\(members),\"events\":\(JSONLineEncoder.text(events))}")
        }
    }
}

@Suite("User and password in URLs")
struct URLUserInformationTests {
    @Test(
        "User and password are removed as libcurl reads them",
        arguments: [
            ("https://h.example/a@b", "https://h.example/a@b", nil, nil),
            ("https://u@h.example/", "https://h.example/", "u", nil),
            ("https://u:p@h.example:8/x?y=z@#q", "https://h.example:8/x?y=z@#q", "u", "p"),
            ("https://u:p%3A%40:q@h.example", "https://h.example", "u", "p:@:q"),
            ("https://u@v:p@h.example/", "https://h.example/", "u@v", "p"),
            ("https://:@h.example/", "https://h.example/", "", ""),
            ("https://h.example?u:p@x", "https://h.example?u:p@x", nil, nil),
            ("https://[::1]/", "https://[::1]/", nil, nil),
            // Bytes decide: a slash with a mark after it is a slash, and so on.
            (
                "http://trusted.example/\u{301}@127.0.0.1:8083/",
                "http://trusted.example/\u{301}@127.0.0.1:8083/", nil, nil
            ),
            ("http://h.example?\u{FE0F}@x/", "http://h.example?\u{FE0F}@x/", nil, nil),
            ("http://u@\u{301}h.example/", "http://\u{301}h.example/", "u", nil),
            ("http://u:\u{301}p@h.example/", "http://h.example/", "u", "\u{301}p"),
            ("http://\u{301}u@h.example/", "http://h.example/", "\u{301}u", nil),
            ("no url", "no url", nil, nil),
        ] as [(String, String, String?, String?)])
    func split(_ url: String, _ rest: String, _ user: String?, _ password: String?) {
        let parts = URLSecrets.split(url)
        #expect(parts.url == rest)
        #expect(parts.user == user)
        #expect(parts.password == password)
    }
}
