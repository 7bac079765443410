// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasTunnels, "this user may not open /dev/net/tun"))
struct MarkScenarios {
    /// Two uplinks: the main table leads over eth0, table 200 over eth1.
    private static let uplinks = """
        uplink eth0 192.0.2.7/24 192.0.2.1
        uplink eth1 198.51.100.7/24
        ip route add default via 198.51.100.1 table 200
        vpn tun0 10.8.0.2/24

        """
    private static let ofMainTable = "halves dev tun0\n"
    private static let ofTable300 = """
        ip route add default dev tun0 table 300; ip rule add table 300 priority 100

        """

    @Test(
        "A tunnel's packets go where the kernel sends their mark",
        arguments: [
            Scenario(
                "in the main table, the mark may be none or that of the rule",
                uplinks + ofMainTable + "ip rule add fwmark 0xca6c table 200",
                [
                    "status": "satisfied", "primary": "tun0", "isVPN": true,
                    "underlay": ["eth0", "eth1"], "connection": "ethernet",
                    "gateways": ["192.0.2.1", "198.51.100.1"],
                ]),
            Scenario(
                "in the main table, the mark leads over the same interface",
                uplinks + ofMainTable
                    + """
                    ip route add default via 192.0.2.2 table 201
                    ip rule add fwmark 0xca6c table 201
                    """,
                ["underlay": ["eth0"], "gateways": ["192.0.2.1"]]),
            Scenario(
                "in the main table, a refused mark may be that of other packets",
                uplinks + ofMainTable + "ip rule add fwmark 1 unreachable",
                ["status": "satisfied", "underlay": ["eth0"]]),
            Scenario(
                "in another table, it is that of the earlier rule, or none",
                uplinks + ofTable300 + "ip rule add fwmark 7 table 200 priority 10",
                [
                    "primary": "tun0", "underlay": ["eth1", "eth0"],
                    "gateways": ["198.51.100.1", "192.0.2.1"],
                ]),
            Scenario(
                "in another table, it is one of two marks",
                uplinks + ofTable300
                    + """
                    ip rule add fwmark 0x700/0xff00 table 200 priority 10
                    ip rule add fwmark 8 table main priority 11
                    """,
                ["primary": "tun0", "underlay": ["eth1", "eth0"]]),
            Scenario(
                "in another table, one of two marks is refused",
                uplinks + ofTable300
                    + """
                    ip rule add fwmark 1 prohibit priority 10
                    ip rule add fwmark 7 table 200 priority 11
                    """,
                ["status": "satisfied", "underlay": ["eth1", "eth0"]]),
            Scenario(
                "in another table, a rule after the tunnel's does not count",
                uplinks + ofTable300 + "ip rule add fwmark 7 table 200 priority 110",
                ["underlay": ["eth0"]]),
            Scenario(
                "a rule for forwarded packets does not count",
                uplinks + ofMainTable + "ip rule add iif eth0 fwmark 7 table 200",
                ["underlay": ["eth0"]]),
            Scenario(
                "the tunnel's own rule has the mark, whatever others say",
                uplinks
                    + """
                    ip route add default dev tun0 table 300
                    ip rule add not fwmark 0xca6c table 300 priority 100
                    ip rule add fwmark 7 table 200 priority 10
                    """,
                ["primary": "tun0", "underlay": ["eth0"]]),
            Scenario(
                "the tunnel's own rule asks for packets without some bits",
                uplinks
                    + """
                    ip route add default dev tun0 table 300
                    ip rule add fwmark 0/0xff priority 100 table 300
                    ip rule add fwmark 0xff/0xff priority 110 table 200
                    """,
                ["primary": "tun0", "underlay": ["eth1"]]),
        ])
    func marks(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "A tunnel is dead if its mark is refused",
        arguments: ["unreachable", "prohibit", "blackhole"])
    func refusedMarks(action: String) async throws {
        try await Scenario(
            action, Self.uplinks + Self.ofTable300 + "ip rule add fwmark 1 priority 10 \(action)",
            [
                "status": "unsatisfied", "unsatisfiedReason": "routeRejected", "isVPN": false,
                "underlay": [],
            ]
        ).check()
    }

    @Test(
        "If the mark is unknown, the path costs as much as the dearest way",
        arguments: [("eth0", 1), ("eth1", 1), ("eth2", 0)] as [(String, Int32)])
    func cost(metered: String, code: Int32) async throws {
        let outcome = try await Namespace.run(
            Self.uplinks + Self.ofMainTable
                + """
                cable eth2; ip rule add fwmark 0xca6c table 200
                echo '{"overrides": [{"interface": "\(metered)", "metered": "yes"}]}' \
                    >"$TEST_FOLDER/reach.json"
                """, command: "$REACH check --unmetered --config \"$TEST_FOLDER/reach.json\"")
        #expect(outcome.status == code, "\(outcome.text)")
    }

    private static let rulesOfWgQuick = """
        ip route add default dev tun0 table 300
        ip rule add not fwmark 7 table 300 priority 100
        ip -6 rule add not fwmark 7 table 300 priority 100

        """

    @Test(
        "A metered interface that may carry the tunnel counts",
        arguments: [
            (
                "by a host route, where the tunnel has the only default route",
                """
                ip route del default; ip route add default dev tun0
                ip route add 203.0.113.9 via 198.51.100.1
                ip route add default via 192.0.2.1 table 201; ip rule add fwmark 7 table 201
                """
            ),
            (
                "by a host route, where the tunnel has a table of its own",
                """
                ip route del default; ip route add 203.0.113.9 via 198.51.100.1
                ip route add default via 192.0.2.1 table 201
                ip rule add fwmark 7 table 201 priority 10
                \(ofTable300)
                """
            ),
            (
                "by IPv6",
                rulesOfWgQuick
                    + """
                    ip address add 2001:db8::7/64 dev eth1 nodad
                    ip -6 route add default via 2001:db8::1 dev eth1
                    """
            ),
            (
                "by a rule of equal priority before the tunnel's",
                "ip rule add fwmark 7 table 200 priority 100\n" + ofTable300
            ),
            (
                "by the tunnel of the other family",
                """
                ip route add default dev tun0 table 300
                ip rule add not fwmark 7 table 300 priority 100
                vpn tun1; ip address add 2001:db8:9::7/64 dev tun1 nodad
                ip -6 route add default dev tun1
                ip rule add not fwmark 8 table 301 priority 99
                ip rule add fwmark 8 table 200 priority 98
                ip -6 route add default dev tun1 table 301
                ip -6 rule add not fwmark 8 table 301 priority 99
                """
            ),
            (
                "by an inverted rule",
                "ip rule add not fwmark 0/0xff table 200 priority 10\n" + ofTable300
            ),
        ])
    func possibleCost(name: String, setup: String) async throws {
        let outcome = try await Namespace.run(
            Self.uplinks + setup
                + """

                echo '{"overrides": [{"interface": "eth1", "metered": "yes"},
                    {"interface": "eth0", "metered": "no"}]}' >"$TEST_FOLDER/reach.json"
                """, command: "$REACH check --unmetered --config \"$TEST_FOLDER/reach.json\"")
        #expect(outcome.status == 1, "\(outcome.text)")
    }

    @Test("explain says that the mark is unknown, and over which interfaces it may lead")
    func explanation() async throws {
        let outcome = try await Namespace.run(
            Self.uplinks + Self.ofMainTable + "ip rule add fwmark 0xca6c table 200",
            command: "$REACH explain")
        #expect(outcome.text.contains("it is unknown which mark the packets of tun0 have"))
        #expect(outcome.text.contains("eth0, eth1"))
    }
}
