// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability
@testable import ReachCommand

@Suite struct TextTests {
    @Test(
        "Characters that control a terminal are escaped",
        arguments: [
            ("eth0", "eth0"), ("a\u{1B}[31m", #"a\u{1b}[31m"#), ("a\u{202E}b", #"a\u{202e}b"#),
            ("\u{9B}", #"\u{9b}"#), ("網路", "網路"), ("a\u{FFFD}", "a\u{FFFD}"),
        ])
    func escapes(text: String, escaped: String) {
        #expect(text.escaped == escaped)
    }

    @Test(
        "The display width counts terminal columns",
        arguments: [("", 0), ("eth0", 4), ("網路", 4), ("é", 1), ("e\u{301}", 1), ("🙂", 2)])
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test("A table has aligned columns and no trailing spaces")
    func table() {
        let table = TextTable(rows: [["a", "b", "c"], ["long", "", ""], ["x", "y"]])
        #expect(table.text(.plain) == "a     b  c\nlong\nx     y\n")
        #expect(table.width == 10)
    }
}

@Suite struct BriefTextTests {
    @Test(
        "The line has the words of JSON, and the name of the Wi-Fi network",
        arguments: [
            (BriefText(reason: .noCarrier), "offline noCarrier"),
            (BriefText(reason: .routeRejected), "offline routeRejected"),
            (BriefText(connection: .ethernet), "ethernet"),
            (BriefText(connection: .wifi, ssid: "Cafe", doubt: .portal), "wifi Cafe portal"),
            (
                BriefText(connection: .wwan, isExpensive: true, doubt: .limited),
                "wwan metered limited"
            ),
            (BriefText(connection: .ethernet, isExpensive: true), "ethernet metered"),
            (BriefText(connection: .wwan, isExpensive: true), "wwan metered"),
            (BriefText(connection: .wifi), "wifi"),
            (BriefText(connection: .wifi, ssid: ""), "wifi"),
            (BriefText(connection: .wifi, ssid: "Cafe", isExpensive: true), "wifi Cafe metered"),
            (BriefText(connection: .wifi, ssid: "Cafe", isVPN: true), "vpn wifi Cafe"),
            (BriefText(connection: .wifi, ssid: "a b"), "wifi a b"),
            (BriefText(connection: .wifi, ssid: "a\n\u{1B}[31m"), #"wifi a\u{a}\u{1b}[31m"#),
            (BriefText(connection: .other, isVPN: true), "vpn other"),
            (BriefText(connection: .ethernet, place: "home"), "ethernet at home"),
            (
                BriefText(
                    connection: .wifi, ssid: "Cafe", place: "the\ncafé", isExpensive: true,
                    doubt: .portal), #"wifi Cafe at the\u{a}café metered portal"#
            ),
        ])
    func lines(brief: BriefText, text: String) {
        #expect(brief.text == text)
    }
}

@Suite struct LinkTextTests {
    @Test(
        "A speed has two or three digits",
        arguments: [
            (1, "1 bit/s"), (900, "900 bit/s"), (1000, "1 kbit/s"), (1_000_000, "1 Mbit/s"),
            (5_500_000, "5.5 Mbit/s"), (9_960_000, "10 Mbit/s"), (72_200_000, "72 Mbit/s"),
            (866_700_000, "867 Mbit/s"), (950_000_000, "950 Mbit/s"),
            (960_700_000, "961 Mbit/s"), (999_499_999, "999 Mbit/s"), (999_600_000, "1 Gbit/s"),
            (999_999_999, "1 Gbit/s"), (999, "999 bit/s"), (999_500, "1 Mbit/s"),
            (1_000_000_000, "1 Gbit/s"),
            (2_500_000_000, "2.5 Gbit/s"), (10_450_000_000, "10 Gbit/s"),
            (11_529_400_000, "12 Gbit/s"),
            (400_000_000_000, "400 Gbit/s"),
        ])
    func speeds(speed: Int, text: String) {
        #expect(LinkQuality.speedText(speed) == text)
    }

    @Test(
        "A link has the network, the signal and the speed, as far as they are known",
        arguments: [
            (LinkQuality(), nil, ""), (LinkQuality(), "Cafe", "“Cafe”"),
            (LinkQuality(signal: -61, speed: 72_200_000), "Cafe", "“Cafe” -61 dBm 72 Mbit/s"),
            (LinkQuality(speed: 1_000_000_000), nil, "1 Gbit/s"),
        ] as [(LinkQuality, String?, String)])
    func links(quality: LinkQuality, ssid: String?, text: String) {
        #expect(quality.text(ssid: ssid) == text)
    }

    @Test("The links are a column of their own, which is shown if something is known")
    func column() {
        let interfaces = [
            card(name: "wlan0", type: .wifi, ssid: "Cafe"), card(name: "eth1", hasCarrier: false),
        ]
        func lines(_ shown: [NetworkInterface]) -> [String] {
            let text = StatusText(
                path: .unknown, interfaces: shown, style: .plain,
                qualities: [2: LinkQuality(signal: -61, speed: 72_200_000)])
            return text.text.split(separator: "\n").suffix(shown.count + 1).map(String.init)
        }
        #expect(
            lines([interfaces[0]]) == [
                "INTERFACE  TYPE  STATE  LINK                      CARRIES  METERED  ADDRESS",
                "wlan0      wifi  up     “Cafe” -61 dBm 72 Mbit/s  -        unknown",
            ])
        let text = StatusText(path: .unknown, interfaces: [interfaces[1]], style: .plain)
        #expect(!text.text.contains("LINK"))
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
    metered: Metered.Value = .unknown,
    isRoaming: Bool? = nil
) -> NetworkInterface {
    NetworkInterface(
        name: name, alternativeNames: alternativeNames, index: 2, type: type,
        confidence: confidence, kind: kind, ssid: ssid, isVirtual: isVirtual, hasDevice: true,
        isUp: isUp, hasCarrier: hasCarrier, operationalState: operationalState, mtu: mtu,
        hardwareAddress: hardwareAddress, addressList: AddressList(addresses),
        lowerInterfaces: lowerInterfaces, carriesIPv4: carriesIPv4, carriesIPv6: carriesIPv6,
        metered: Metered(metered, source: .noSource, detail: ""), isRoaming: isRoaming)
}

/// A line of a watch, which must not repeat the one before it.
@Suite struct ShownInterfacesTests {
    @Test(
        "A change of anything that a line shows is a difference",
        arguments: [
            card(name: "eth1"), card(type: .wifi), card(confidence: .low), card(kind: "veth"),
            card(ssid: "home"), card(isVirtual: true), card(isUp: false), card(hasCarrier: false),
            card(operationalState: .down), card(mtu: 1400),
            card(hardwareAddress: HardwareAddress([2, 0, 0, 0, 0, 1])),
            card(addresses: [
                InterfaceAddress(address: IPAddress("192.0.2.7")!, prefixLength: 24)
            ]),
            card(lowerInterfaces: ["eth1"]), card(carriesIPv4: true), card(carriesIPv6: true),
            card(metered: .yes), card(isRoaming: false),
        ] as [NetworkInterface])
    func differences(_ other: NetworkInterface) {
        var shown = ShownInterfaces()
        let differs = [
            shown.update { $0(.other(card())) }, shown.update { $0(.other(other)) },
            shown.update { $0(.other(card())) },
        ]
        #expect(differs == [true, true, true])
    }

    @Test("A change of something that no line shows is not a difference")
    func hiddenChanges() {
        var shown = ShownInterfaces()
        let differs = [
            shown.update { $0(.other(card())) },
            shown.update { $0(.other(card())) },
            shown.update { $0(.same(2)) },
            shown.update { $0(.other(card(carriesIPv4: true))) },
            shown.update { $0(.same(2)) },
            shown.update { $0(.other(card())) },
            shown.update { $0(.other(card(alternativeNames: ["lan"]))) },
            shown.update { $0(.other(card(alternativeNames: ["lan"], mtu: 1400))) },
            shown.update { _ in },
        ]
        #expect(differs == [true, false, false, true, false, true, false, true, true])
    }

    @Test("An interface that is shown again is written as it is now, and not as it was")
    func shownAgain() {
        var (former, expected, shown) = (ShownInterfaces(), ShownInterfaces(), ShownInterfaces())
        former.update { $0(.other(card())) }
        for now in [card(), card(mtu: 1400)] {
            expected.update { $0(.other(now)) }
            shown.update { _ in }
            #expect(shown.update(former: former) { $0(.other(now)) })
            #expect(JSONLineEncoder.text(shown) == JSONLineEncoder.text(expected))
            #expect(JSONLineEncoder.text(shown) == JSONLineEncoder.text([now]))
        }
    }
}

/// What `reach watch` says of an interface.
@Suite struct InterfaceChangeTests {
    private static let address = InterfaceAddress(
        address: IPAddress(family: .ipv4, high: 0, low: 0xC000_0207), prefixLength: 24)

    @Test(
        "The changes of an interface are listed with causes first",
        arguments: [
            (card(), []),
            (card(name: "lan0"), ["eth0 was renamed lan0"]),
            (card(type: .wifi), ["eth0 is now known to be wifi"]),
            (card(ssid: "ho\u{1B}me"), [#"eth0 joined “ho\u{1b}me”"#]),
            (card(isUp: false, hasCarrier: false), ["eth0 was switched off"]),
            (card(hasCarrier: false, operationalState: .down), ["eth0 lost its link"]),
            (
                card(hasCarrier: false, carriesIPv4: true),
                // The route came with the link's change, and needs no words.
                ["eth0 lost its link"]
            ),
            (card(operationalState: .dormant), ["the state of eth0 is dormant"]),
            (card(mtu: 1400), ["the MTU of eth0 is 1400, was 1500"]),
            (
                card(hardwareAddress: HardwareAddress([2, 0, 0, 0, 0, 1])),
                ["the hardware address of eth0 is 02:00:00:00:00:01"]
            ),
            (card(addresses: [address]), ["eth0 got address 192.0.2.7"]),
            (
                card(addresses: [InterfaceAddress(address: IPAddress("fe80::1")!, prefixLength: 64)]
                ),
                ["eth0 got address fe80::1, not usable"]
            ),
            (
                card(hasCarrier: false, operationalState: .dormant, mtu: 1400),
                ["eth0 lost its link", "the MTU of eth0 is 1400, was 1500"]
            ),
            (card(lowerInterfaces: ["a", "b"]), ["the lower interfaces of eth0 are a, b"]),
            (card(carriesIPv4: true), ["eth0 got a route to the internet for IPv4"]),
            (card(metered: .yes), ["eth0 became metered"]),
            (card(confidence: .low), ["eth0 is ethernet with low confidence"]),
            (
                card(mtu: 1400, carriesIPv6: true),
                ["eth0 got a route to the internet for IPv6", "the MTU of eth0 is 1400, was 1500"]
            ),
            (card(kind: "veth"), ["the kind of eth0 is veth"]),
            (card(isVirtual: true), ["eth0 is virtual"]),
            // No line shows it.
            (card(alternativeNames: ["lan"]), []),
        ] as [(NetworkInterface, [String])])
    func parts(other: NetworkInterface, expected: [String]) {
        #expect(InterfaceChange(card(), other).parts == expected)
    }

    @Test("A route change that is an effect of another change is not mentioned")
    func effects() {
        func parts(_ other: NetworkInterface) -> [String] {
            InterfaceChange(card(), other, showsRoutes: false).parts
        }
        #expect(parts(card(carriesIPv4: true, carriesIPv6: true)) == [])
        #expect(
            parts(card(mtu: 1400, carriesIPv4: true)) == ["the MTU of eth0 is 1400, was 1500"])
    }

    /// The same address with another length of its prefix, or the next address as its peer.
    private static func own(
        _ prefixLength: Int, peer: Bool = false, scope: InterfaceAddress.Scope = .global
    ) -> InterfaceAddress {
        InterfaceAddress(
            address: address.address,
            peer: peer ? IPAddress(family: .ipv4, high: 0, low: 0xC000_0208) : nil,
            prefixLength: prefixLength, scope: scope)
    }

    @Test(
        "Equal addresses are distinguished by their prefix lengths or peers",
        arguments: [
            ([own(24), own(32)], []),
            ([own(24)], ["eth0 lost address 192.0.2.7/32"]),
            ([own(32)], ["eth0 lost address 192.0.2.7/24"]),
            ([], ["eth0 lost address 192.0.2.7/24", "eth0 lost address 192.0.2.7/32"]),
            (
                [own(24), own(32), own(32, peer: true)],
                ["eth0 got address 192.0.2.7 peer 192.0.2.8/32"]
            ),
            (
                [own(25), own(32)],
                ["eth0 got address 192.0.2.7/25", "eth0 lost address 192.0.2.7/24"]
            ),
            (
                [own(24), own(32, scope: .link)],
                [
                    "the scope of address 192.0.2.7/32 of eth0 is now link",
                    "address 192.0.2.7/32 of eth0 is no longer usable",
                ]
            ),
            (
                [own(32), own(24)],
                ["the order of the addresses of eth0 is now 192.0.2.7/32, 192.0.2.7/24"]
            ),
        ] as [([InterfaceAddress], [String])])
    func sameAddressTwice(addresses: [InterfaceAddress], expected: [String]) {
        let both = [Self.own(24), Self.own(32)]
        #expect(
            InterfaceChange(card(addresses: both), card(addresses: addresses)).parts == expected)
        // Beside another change, addresses that are the same are not mentioned.
        #expect(
            InterfaceChange(card(addresses: both), card(mtu: 1400, addresses: addresses)).parts
                == expected + ["the MTU of eth0 is 1400, was 1500"])
    }

    @Test("A change of the flags of an address is mentioned")
    func sameAddress() {
        func change(_ old: InterfaceAddress.Flags, _ new: InterfaceAddress.Flags) -> [String] {
            let interfaces = [old, new].map { flags in
                card(addresses: [
                    InterfaceAddress(
                        address: Self.address.address, prefixLength: 24, flags: flags)
                ])
            }
            return InterfaceChange(interfaces[0], interfaces[1]).parts
        }
        #expect(
            change([.permanent, .tentative], [.permanent]) == [
                "address 192.0.2.7 of eth0 is now usable"
            ])
        #expect(
            change([.permanent], [.deprecated]) == [
                "address 192.0.2.7 of eth0 is now deprecated, no longer permanent"
            ])
        #expect(change([], []) == [])
    }

    @Test("A cost that is not known any more is mentioned")
    func unknownCost() {
        #expect(
            InterfaceChange(card(metered: .yes), card()).parts
                == ["the cost of eth0 became unknown"])
    }

    @Test("Removed properties are mentioned")
    func back() {
        #expect(InterfaceChange(card(hasCarrier: false), card()).parts == ["eth0 got a link"])
        #expect(
            InterfaceChange(card(addresses: [Self.address]), card()).parts
                == ["eth0 lost address 192.0.2.7"])
        #expect(InterfaceChange(card(ssid: "home"), card()).parts == ["eth0 left “home”"])
        #expect(
            InterfaceChange(card(carriesIPv4: true), card()).parts
                == ["eth0 lost its route to the internet for IPv4"])
    }
}
