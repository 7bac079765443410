// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reachability
@testable import reach

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (1_704_067_199_001, "2023-12-31T23:59:59.001Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
            (1_795_209_300_123, "2026-11-20T21:15:00.123Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func text(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }
}

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("plain", #""plain""#),
        ("", #""""#),
        (#"quote " and \ backslash"#, #""quote \" and \\ backslash""#),
        ("\n\t\u{0}\u{1B}\u{7F}\u{9B}", #""\u000a\u0009\u0000\u001b\u007f\u009b""#),
        ("é 網 🛰", #""é 網 🛰""#),
    ])
    func strings(text: String, json: String) {
        var writer = JSONWriter()
        writer.value(text)
        let written = writer.text
        #expect(written == json)
    }

    @Test(arguments: [nil, HardwareAddress([]), HardwareAddress([2, 0, 0, 0xAB, 0xCD, 0xEF])])
    func hardwareAddresses(address: HardwareAddress?) {
        var writer = JSONWriter()
        writer.object { json in
            json.member("hardwareAddress", address: address)
            json.member("type", word: "wifi")
        }
        let written = writer.text
        let text = address.map { "\"\($0)\"" } ?? "null"
        #expect(written == "{\"hardwareAddress\":\(text),\"type\":\"wifi\"}")
    }

    @Test func commasStandBetween() {
        var writer = JSONWriter()
        writer.object { json in
            json.member("a", 1)
            json.member("b", [String]())
            json.member("c", ["x", "y"])
            json.member("d", nil)
            json.key("e")
            json.object { $0.member("f", true) }
            json.member("g", false)
        }
        let written = writer.text
        #expect(written == #"{"a":1,"b":[],"c":["x","y"],"d":null,"e":{"f":true},"g":false}"#)
    }
}

@Suite struct TextTests {
    @Test(arguments: [
        ("eth0", "eth0"), ("a\u{1B}[31m", #"a\u{1b}[31m"#), ("a\u{202E}b", #"a\u{202e}b"#),
        ("\u{9B}", #"\u{9b}"#), ("網路", "網路"), ("a\u{FFFD}", "a\u{FFFD}"),
    ])
    func escapes(text: String, escaped: String) {
        #expect(text.escaped == escaped)
    }

    @Test(arguments: [("", 0), ("eth0", 4), ("網路", 4), ("é", 1), ("e\u{301}", 1), ("🙂", 2)])
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test func tableWithoutTrailingBlanks() {
        let table = TextTable(rows: [["a", "b", "c"], ["long", "", ""], ["x", "y"]])
        #expect(table.text(.plain) == "a     b  c\nlong\nx     y\n")
        #expect(table.width == 10)
    }
}

/// A line of a watch, which must not repeat the one before it.
@Suite struct ShownInterfacesTests {
    private func interface(
        alternativeNames: [String] = [], mtu: Int = 1500
    ) -> NetworkInterface {
        NetworkInterface(
            name: "eth0", alternativeNames: alternativeNames, index: 2, type: .ethernet,
            confidence: .high, kind: nil, ssid: nil, isVirtual: false, hasDevice: true, isUp: true,
            hasCarrier: true, operationalState: .up, mtu: mtu, hardwareAddress: nil, addresses: [],
            lowerInterfaces: [], carriesIPv4: false, carriesIPv6: false,
            metered: Metered(.unknown, source: .nobody, detail: ""))
    }

    @Test func whatNoLineShowsIsNoDifference() {
        var shown = ShownInterfaces()
        let differs = [
            shown.take { $0(.other(interface())) },
            shown.take { $0(.other(interface())) },
            shown.take { $0(.same(2, carriesIPv4: false, carriesIPv6: false)) },
            shown.take { $0(.same(2, carriesIPv4: true, carriesIPv6: false)) },
            shown.take { $0(.same(2, carriesIPv4: false, carriesIPv6: false)) },
            shown.take { $0(.other(interface(alternativeNames: ["lan"]))) },
            shown.take { $0(.other(interface(alternativeNames: ["lan"], mtu: 1400))) },
            shown.take { _ in },
        ]
        #expect(differs == [true, false, false, true, true, false, true, true])
    }
}
