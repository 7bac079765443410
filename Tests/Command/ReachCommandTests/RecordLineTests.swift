// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand

/// The lines of a record, as they are written and read.
@Suite struct RecordLineTests {
    private static let row = TrafficRow(
        interface: "wwan0", index: 7, type: "wwan",
        network: TrafficNetwork(ssid: nil, place: "a \"b\"", plan: "LTE", metered: "yes"),
        bytes: .init(received: 1_048_576, sent: 4096),
        counters: .init(received: 99_000_000, sent: 1_200_000))
    private static let moment = RecordMoment(
        time: 1_790_000_000_123, uptime: 5_400_900, awake: 5_400_001)

    private static func line(_ content: RecordLine<[String: String]>.Content) -> String {
        JSONLineEncoder.text(RecordLine(moment: moment, boot: "6f1c", content: content))
    }

    private static let beginning =
        #"{"schema":1,"time":"2026-09-21T14:13:20.123Z","boot":"6f1c","uptime":5400.900,"awake":5400.001,"#
    private static let traffic =
        #""traffic":[{"interface":"wwan0","index":7,"type":"wwan","ssid":null,"place":"a \"b\"","#
        + #""plan":"LTE","metered":"yes","received":1048576,"sent":4096,"#
        + #""counters":{"received":99000000,"sent":1200000}}]"#

    @Test("A line has the members of the contract, in their order")
    func writing() {
        #expect(
            Self.line(.start([Self.row], [:]))
                == Self.beginning + #""event":"start",\#(Self.traffic),"path":{}}"#)
        #expect(
            Self.line(.path([.status, .metered], [:]))
                == Self.beginning + #""event":"path","changes":["status","metered"],"path":{}}"#)
        #expect(
            Self.line(.traffic([Self.row])) == Self.beginning
                + #""event":"traffic",\#(Self.traffic)}"#)
        #expect(Self.line(.stop) == Self.beginning + #""event":"stop"}"#)
    }

    private static let path =
        #""path":{"status":"satisfied","connection":"wifi","primary":"wlan0","gateways":[],"#
        + #""metered":{"value":"no","source":"x"},"connectivity":{"value":"portal"},"new":[{}]}"#

    @Test("A line that was written is read")
    func reading() throws {
        let text = Self.line(.traffic([Self.row]))
        let entry = try RecordEntry(Array(text.utf8)[...], [.traffic])
        #expect(entry.rows == [Self.row])
        #expect(entry.time == Self.moment.time)
        #expect(entry.boot == "6f1c")
        #expect(entry.uptime == 5_400_900)
        #expect(entry.awake == 5_400_001)
        #expect(entry.event == .traffic)
        let path = try RecordEntry(
            Array((Self.beginning + #""event":"start","traffic":[],\#(Self.path)}"#).utf8)[...],
            [.path])
        #expect(
            path.state
                == Observation.State(
                    isOnline: true, connection: .wifi, primary: "wlan0", metered: .no,
                    connectivity: .portal))
    }

    /// Each row: a line, and whether it is one of a record or of `reach watch --json`.
    @Test(
        "A line that no recorder wrote is rejected",
        arguments: [
            (beginning + #""event":"path","changes":[],\#(path)}"#, true),
            (beginning + #""event":"path","changes":[],\#(path)"#, false),
            (beginning + #""event":"path","changes":[]}"#, false),
            (beginning + #""event":"later"}"#, true), (beginning + #""event":"stop"}"#, true),
            (beginning + #""event":"stop","new":{"a":[1]}}"#, true),
            (beginning + #""event":"stop"} x"#, false),
            (#"{"schema":2,"time":"2026-09-21T14:13:20.123Z","event":"stop"}"#, false),
            (#"{"schema":1,"time":"yesterday","event":"stop"}"#, false),
            (#"{"schema":1,"event":"stop"}"#, false), ("{}", false), ("", false),
            ("nonsense", false),
            (
                #"{"schema":1,"time":"2026-09-21T14:13:20Z","sequence":0,"event":"initial","changes":[],\#(path)}"#,
                true
            ),
        ])
    func lines(text: String, isLine: Bool) {
        #expect(((try? RecordEntry(Array(text.utf8)[...], [.path])) != nil) == isLine)
    }

    /// Each row: a line, and the schema of the newer version that has written it.
    @Test(
        "A line of a newer version is known, whatever else it has",
        arguments: [
            (#"{"schema":2,"time":"2026-09-21T14:13:20.123Z","event":"stop"}"#, 2),
            (#"{"schema":99,"when":[}"#, 99), (#"{"boot":"6f1c","schema":2,"event":[]}"#, 2),
            (#"{"schema":0}"#, nil), (#"{"schema":"2"}"#, nil), (#"{"schema":-2}"#, nil),
        ] as [(String, UInt64?)])
    func newer(text: String, schema: UInt64?) {
        let fault = #expect(throws: RecordEntry.Fault.self) {
            try RecordEntry(Array(text.utf8)[...], [.path])
        }
        #expect(fault == schema.map { .newer($0) } ?? .foreign)
    }

    /// Each row: the files with their lines as `event boot uptime counter`, and the counter at the end; `nil` for none.
    @Test(
        "The end of a record has the rows of this boot since its last start, whatever the file",
        arguments: [
            ([["start a 1 10", "traffic a 2 20", "traffic b 3 30"]], 20),
            ([["start a 1 10", "traffic a 2 20"], ["start b 9 30", "traffic b 10 40"]], 20),
            // The clock was a month ahead before, and after.
            ([["start a 5 30", "traffic a 6 40"], ["start a 1 10", "traffic a 2 20"]], 40),
            ([["start a 1 10", "traffic a 9 50"], ["traffic a 5 30", "traffic a 6 40"]], 50),
            ([["traffic a 5 30", "start a 8 45"], ["start a 1 10", "traffic a 7 40"]], 45),
            // The line of a sum that ended belongs to the time before the line that was written first.
            ([["traffic a 5 30", "traffic a 4 35"]], 35),
            ([["start b 1 10"]], nil), ([["path a 1 10"]], nil),
        ] as [([[String]], UInt64?)])
    func end(files: [[String]], counter: UInt64?) throws {
        var end = RecordEnd(boot: "a")
        #expect(end.isEmpty)
        for file in files {
            end.beginFile()
            for line in file {
                let words = line.split(separator: " ").map(String.init)
                var row = Self.row
                row.counters.received = UInt64(words[3]) ?? 0
                end.add(
                    RecordEntry(
                        boot: words[1], uptime: Int64(words[2]),
                        event: try #require(RecordEntry.Event(rawValue: words[0])), rows: [row]))
            }
        }
        #expect(end.rows[7]?.counters.received == counter)
        #expect(end.isEmpty == (files == [["path a 1 10"]]))
    }
}
