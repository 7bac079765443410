// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasTunnels, "this user may not open /dev/net/tun"))
struct TunnelScenarios {
    /// The rules of wg-quick: all packets go into the tunnel, except the tunnel's own packets, which have a mark.
    private static let wgQuick = """
        ip route add default dev tun0 table 51820
        ip rule add not fwmark 0xca6c table 51820 priority 32765
        ip rule add table main suppress_prefixlength 0 priority 32764
        """

    /// The rules of Tailscale: its own packets, which have a mark, do not go into the tunnel.
    private static let tailscale = """
        ip route add default dev tun0 table 52
        ip rule add fwmark 0x80000/0xff0000 table main priority 5210
        ip rule add fwmark 0x80000/0xff0000 table default priority 5230
        ip rule add fwmark 0x80000/0xff0000 unreachable priority 5250
        ip rule add table 52 priority 5270
        """

    @Test(
        "A tunnel is alive if an interface below carries it",
        arguments: [
            Scenario(
                "as set up by wg-quick",
                "uplink eth0 192.0.2.7/24 192.0.2.1; vpn tun0 10.8.0.2/24\n\(wgQuick)",
                [
                    "status": "satisfied", "primary": "tun0", "isVPN": true, "underlay": ["eth0"],
                    "connection": "ethernet", "gateways": ["192.0.2.1"],
                    "interfaces.0.name": "tun0", "interfaces.1.name": "eth0",
                    "interfaces.tun0.type": "vpn", "interfaces.eth0.carriesIPv4": true,
                ]),
            Scenario(
                "as set up by Tailscale",
                "uplink eth0 192.0.2.7/24 192.0.2.1; vpn tun0 100.64.0.2/32\n\(tailscale)",
                ["primary": "tun0", "isVPN": true, "underlay": ["eth0"], "gateways": ["192.0.2.1"]]),
            Scenario(
                "as set up by OpenVPN",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                vpn tun0 10.8.0.2/24
                ip route add 0.0.0.0/1 via 10.8.0.1; ip route add 128.0.0.0/1 via 10.8.0.1
                """,
                ["primary": "tun0", "isVPN": true, "underlay": ["eth0"], "gateways": ["192.0.2.1"]]),
            Scenario(
                "over the uplink that the kernel prefers",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1 200
                uplink eth1 198.51.100.7/24 198.51.100.1 100
                vpn tun0 10.8.0.2/24
                \(wgQuick)
                """,
                ["underlay": ["eth1"], "gateways": ["198.51.100.1"], "interfaces.2.name": "eth0"]),
            Scenario(
                "over a bridge",
                """
                cable eth0
                ip link add br0 type bridge; ip link set eth0 master br0; ip link set br0 up
                await state_is br0 UP
                ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1
                vpn tun0 10.8.0.2/24
                \(wgQuick)
                """,
                ["primary": "tun0", "underlay": ["br0", "eth0"], "connection": "ethernet"]),
            Scenario(
                "the interface below has no link",
                "uplink eth0 192.0.2.7/24 192.0.2.1; vpn tun0 10.8.0.2/24\n\(wgQuick)\nunplug eth0",
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier", "isVPN": false]),
            Scenario(
                "no default route below, because the VPN server is a neighbor",
                "uplink eth0 192.0.2.7/24; vpn tun0 10.8.0.2/24\n\(wgQuick)",
                ["status": "satisfied", "underlay": ["eth0"], "gateways": []]),
            Scenario(
                "as set up by vpnc-script: a host route to the server, and the only default route",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                vpn tun0 10.8.0.2/24
                ip route add 203.0.113.9 via 192.0.2.1 dev eth0
                ip route replace default dev tun0
                """,
                [
                    "status": "satisfied", "primary": "tun0", "isVPN": true, "underlay": ["eth0"],
                    "connection": "ethernet", "interfaces.tun0.carriesIPv4": true,
                    "interfaces.eth0.carriesIPv4": false, "interfaces.1.name": "eth0",
                ]),
            Scenario(
                "as set up by vpnc-script, and the interface below has no link",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                vpn tun0 10.8.0.2/24
                ip route add 203.0.113.9 via 192.0.2.1 dev eth0
                ip route replace default dev tun0
                unplug eth0
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier", "isVPN": false]),
            Scenario(
                "as set up by vpnc-script, and the interface below has no address",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                vpn tun0 10.8.0.2/24
                ip route replace default dev tun0
                ip address flush dev eth0 scope global
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noAddress"]),
            Scenario(
                "over one of two interfaces, and it is unknown over which",
                """
                uplink eth0 192.0.2.7/24; uplink eth1 198.51.100.7/24
                vpn tun0 10.8.0.2/24; ip route add default dev tun0
                """,
                ["status": "satisfied", "underlay": [], "connection": "ethernet"]),
            Scenario(
                "a kill switch that rejects packets outside of the tunnel",
                """
                uplink eth0 192.0.2.7/24
                ip route add 203.0.113.9 via 192.0.2.1
                ip route add unreachable default metric 4278198272
                vpn tun0 10.8.0.2/24; ip route add default dev tun0 metric 50
                """,
                ["status": "satisfied", "primary": "tun0", "underlay": ["eth0"]]),
            Scenario(
                "over a tunnel in the main table",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                vpn tun1 10.9.0.2/24
                ip route add 0.0.0.0/1 dev tun1; ip route add 128.0.0.0/1 dev tun1
                vpn tun0 10.8.0.2/24
                \(wgQuick.replacing("table main suppress_prefixlength 0", with: "table main suppress_prefixlength 1"))
                """,
                [
                    "primary": "tun0", "underlay": ["tun1", "eth0"], "connection": "ethernet",
                    "gateways": ["192.0.2.1"], "interfaces.1.name": "tun1",
                    "interfaces.2.name": "eth0",
                ]),
            Scenario(
                "for IPv6 only, without an address of its own",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1; ip address add 2001:db8::7/64 dev eth0 nodad
                vpn tun0; ip -6 route add default dev tun0
                """,
                [
                    "primary": "eth0", "isVPN": true, "supportsIPv6": true,
                    "interfaces.1.name": "tun0", "interfaces.tun0.carriesIPv6": true,
                    "interfaces.tun0.carriesIPv4": false,
                ]),
            Scenario(
                "no address below",
                "cable eth0; vpn tun0 10.8.0.2/24\n\(wgQuick)",
                ["status": "unsatisfied", "unsatisfiedReason": "noAddress"]),
            Scenario(
                "the only interface of the namespace",
                "vpn wg0 10.8.0.2/24; ip route add default dev wg0",
                [
                    "status": "satisfied", "primary": "wg0", "isVPN": true, "underlay": [],
                    "connection": "other", "gateways": [],
                ]),
            Scenario(
                "the only interface of the namespace, with a router at its other end",
                "vpn wg0 10.8.0.2/24; ip route add default via 10.8.0.1",
                ["underlay": [], "gateways": ["10.8.0.1"]]),
            Scenario(
                "the route of its own packets is in another table",
                """
                uplink eth0 192.0.2.7/24
                ip route add default via 192.0.2.1 table 200
                ip rule add fwmark 0xca6c table 200 priority 5
                vpn tun0 10.8.0.2/24
                \(wgQuick)
                """,
                [
                    "primary": "tun0", "underlay": ["eth0"], "gateways": ["192.0.2.1"],
                    "interfaces.eth0.carriesIPv4": true,
                ]),
            Scenario(
                "the route of its own packets follows the rule of the tunnel",
                """
                uplink eth0 192.0.2.7/24
                ip route add default via 192.0.2.1 table 200
                ip rule add fwmark 0xca6c table 200 priority 32800
                vpn tun0 10.8.0.2/24
                \(wgQuick)
                """,
                ["primary": "tun0", "underlay": ["eth0"], "gateways": ["192.0.2.1"]]),
            Scenario(
                "in the main table, with a rule for packets that may be its own",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                uplink eth1 198.51.100.7/24
                ip route add default via 198.51.100.1 table 77
                ip rule add fwmark 0x100/0x3f00 table 77
                vpn tun0 10.8.0.2/24
                ip route add 0.0.0.0/1 dev tun0; ip route add 128.0.0.0/1 dev tun0
                """,
                [
                    "primary": "tun0", "underlay": ["eth0", "eth1"],
                    "gateways": ["192.0.2.1", "198.51.100.1"],
                ]),
            Scenario(
                "over two legs, one of them dead",
                """
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip route add default nexthop via 192.0.2.1 nexthop via 198.51.100.1
                unplug eth0
                vpn tun0 10.8.0.2/24
                \(wgQuick)
                """,
                ["primary": "tun0", "underlay": ["eth1"], "isDegraded": true]),
            Scenario(
                "the interface below has no link, and IPv6 uses another one",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                uplink eth1 2001:db8::7/64 2001:db8::1
                vpn tun0 10.8.0.2/24
                \(wgQuick)
                unplug eth0
                """,
                ["primary": "tun0", "underlay": ["eth1"], "supportsIPv4": true]),
            Scenario(
                "up, but not part of the path",
                "uplink eth0 192.0.2.7/24 192.0.2.1; vpn tun0 10.8.0.2/24; ip route add 10.9.0.0/16 dev tun0",
                ["primary": "eth0", "isVPN": false, "interfaces.tun0.carriesIPv4": false]),
            Scenario(
                "a default route with a worse metric",
                "uplink eth0 192.0.2.7/24 192.0.2.1; vpn tun0 10.8.0.2/24; ip route add default dev tun0 metric 9",
                [
                    "primary": "eth0", "isVPN": false, "interfaces.tun0.carriesIPv4": true,
                    "interfaces.1.name": "tun0",
                ]),
            Scenario(
                "for IPv6 only",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                vpn tun0; ip address add 2001:db8::2/64 dev tun0 nodad
                ip -6 route add default dev tun0
                """,
                ["primary": "eth0", "isVPN": true, "supportsIPv6": true]),
            Scenario(
                "no carrier, because its program does not run, and still chosen",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1 100
                ip tuntap add tun0 mode tun; ip link set tun0 up
                ip address add 10.8.0.2/24 dev tun0; ip route add default dev tun0
                """,
                [
                    "status": "unsatisfied", "unsatisfiedReason": "noCarrier",
                    "interfaces.tun0.hasCarrier": false,
                ]),
            Scenario(
                "a tap is Ethernet",
                "ip tuntap add tap0 mode tap; ip link set tap0 up; ip address add 192.0.2.7/24 dev tap0",
                [
                    "interfaces.tap0.type": "ethernet", "interfaces.tap0.isVirtual": true,
                    "unsatisfiedReason": "noCarrier",
                ]),
            Scenario(
                "the tap of a bridge does not count if there is a better port",
                """
                cable eth0
                ip tuntap add tap0 mode tap
                ip link add br0 type bridge
                ip link set eth0 master br0; ip link set tap0 master br0; ip link set br0 up
                await state_is br0 UP
                ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1
                """,
                [
                    "primary": "br0", "underlay": ["eth0"],
                    "interfaces.br0.lowerInterfaces": ["eth0", "tap0"],
                ]),
        ])
    func tunnels(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "--interface holds for the primary, each tunnel below it, and the hardware interface",
        arguments: [("tun0", 0), ("tun1", 0), ("eth0", 0), ("tun2", 1), ("eth1", 1)]
            as [(String, Int32)])
    func interfaceOfThePath(name: String, code: Int32) async throws {
        let outcome = try await Namespace.run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1; uplink eth1 198.51.100.7/24
            vpn tun1 10.9.0.2/24; ip route add default dev tun1 metric 50
            vpn tun0 10.8.0.2/24; ip route add 0.0.0.0/1 dev tun0; ip route add 128.0.0.0/1 dev tun0
            vpn tun2 10.7.0.2/24
            ip route del default via 192.0.2.1; ip route add default via 192.0.2.1 metric 100
            """, command: "$REACH check --interface \(name)")
        #expect(outcome.status == code, "\(outcome.text)")
    }
}
