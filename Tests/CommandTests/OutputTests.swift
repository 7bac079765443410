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

    @Test func membersForAnotherLine() {
        var one = JSONWriter()
        var next = JSONWriter()
        var members = 0..<0
        one.object { json in
            json.member("a", 1)
            let start = json.count
            json.member("b", ["x"])
            json.member("c", "y")
            members = start..<json.count
        }
        let kept = one.members(in: members)
        next.object { json in
            json.member("a", 2)
            json.members(written: kept)
        }
        let written = next.text
        #expect(written == #"{"a":2,"b":["x"],"c":"y"}"#)
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

/// An interface that differs from a plain card in what is given.
private func card(
    name: String = "eth0", alternativeNames: [String] = [], type: InterfaceType = .ethernet,
    confidence: NetworkInterface.Confidence = .high, kind: String? = nil, ssid: String? = nil,
    isVirtual: Bool = false, isUp: Bool = true, hasCarrier: Bool = true,
    operationalState: NetworkInterface.OperationalState = .up, mtu: Int = 1500,
    hardwareAddress: HardwareAddress? = nil, addresses: [InterfaceAddress] = [],
    lowerInterfaces: [String] = [], carriesIPv4: Bool = false, carriesIPv6: Bool = false,
    metered: Metered.Value = .unknown
) -> NetworkInterface {
    NetworkInterface(
        name: name, alternativeNames: alternativeNames, index: 2, type: type,
        confidence: confidence, kind: kind, ssid: ssid, isVirtual: isVirtual, hasDevice: true,
        isUp: isUp, hasCarrier: hasCarrier, operationalState: operationalState, mtu: mtu,
        hardwareAddress: hardwareAddress, addresses: addresses,
        lowerInterfaces: lowerInterfaces, carriesIPv4: carriesIPv4, carriesIPv6: carriesIPv6,
        metered: Metered(metered, source: .nobody, detail: ""))
}

/// A line of a watch, which must not repeat the one before it.
@Suite struct ShownInterfacesTests {
    @Test(
        arguments: [
            card(name: "eth1"), card(type: .wifi), card(confidence: .low), card(kind: "veth"),
            card(ssid: "home"), card(isVirtual: true), card(isUp: false), card(hasCarrier: false),
            card(operationalState: .down), card(mtu: 1400),
            card(hardwareAddress: HardwareAddress([2, 0, 0, 0, 0, 1])),
            card(addresses: [
                InterfaceAddress(address: IPAddress("192.0.2.7")!, prefixLength: 24)
            ]),
            card(lowerInterfaces: ["eth1"]), card(carriesIPv4: true), card(carriesIPv6: true),
            card(metered: .yes),
        ] as [NetworkInterface])
    func whatALineShowsIsADifference(_ other: NetworkInterface) {
        var shown = ShownInterfaces()
        let differs = [
            shown.take { $0(.other(card())) }, shown.take { $0(.other(other)) },
            shown.take { $0(.other(card())) },
        ]
        #expect(differs == [true, true, true])
    }

    @Test func whatNoLineShowsIsNoDifference() {
        var shown = ShownInterfaces()
        let differs = [
            shown.take { $0(.other(card())) },
            shown.take { $0(.other(card())) },
            shown.take { $0(.same(2, carriesIPv4: false, carriesIPv6: false)) },
            shown.take { $0(.same(2, carriesIPv4: true, carriesIPv6: false)) },
            shown.take { $0(.same(2, carriesIPv4: false, carriesIPv6: false)) },
            shown.take { $0(.other(card(alternativeNames: ["lan"]))) },
            shown.take { $0(.other(card(alternativeNames: ["lan"], mtu: 1400))) },
            shown.take { _ in },
        ]
        #expect(differs == [true, false, false, true, true, false, true, true])
    }
}
