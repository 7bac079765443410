// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct RouteScenarios {
    @Test(
        "A live default route makes the path satisfied",
        arguments: [
            Scenario(
                "nothing but loopback", "",
                [
                    "status": "unsatisfied", "unsatisfiedReason": "noInterface", "primary": nil,
                    "connection": "unavailable", "interfaces": [], "metered.value": "unknown",
                ]),
            Scenario(
                "IPv4 only", "uplink eth0 192.0.2.7/24 192.0.2.1",
                [
                    "status": "satisfied", "unsatisfiedReason": nil, "primary": "eth0",
                    "connection": "ethernet", "underlay": [], "gateways": ["192.0.2.1"],
                    "supportsIPv4": true, "supportsIPv6": false, "isVPN": false,
                    "isDegraded": false,
                    "interfaces.eth0.carriesIPv4": true, "interfaces.eth0.carriesIPv6": false,
                ]),
            Scenario(
                "IPv6 only", "uplink eth0 2001:db8::7/64 2001:db8::1",
                [
                    "status": "satisfied", "primary": "eth0", "gateways": ["2001:db8::1"],
                    "supportsIPv4": false, "supportsIPv6": true,
                ]),
            Scenario(
                "both families on one interface",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                ip address add 2001:db8::7/64 dev eth0 nodad
                ip route add default via fe80::1 dev eth0
                """,
                [
                    "primary": "eth0", "gateways": ["192.0.2.1", "fe80::1%eth0"],
                    "supportsIPv4": true, "supportsIPv6": true,
                ]),
            Scenario(
                "the families on two interfaces",
                """
                uplink eth6 2001:db8::7/64 2001:db8::1
                uplink eth4 192.0.2.7/24 192.0.2.1
                """,
                [
                    "primary": "eth4", "gateways": ["192.0.2.1"], "supportsIPv6": true,
                    "interfaces.0.name": "eth4", "interfaces.1.name": "eth6",
                    "interfaces.eth4.carriesIPv6": false, "interfaces.eth6.carriesIPv6": true,
                ]),
            Scenario(
                "the lowest metric is first, the rest in order",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1 300
                uplink eth1 198.51.100.7/24 198.51.100.1 100
                uplink eth2 203.0.113.7/24 203.0.113.1 200
                uplink eth3 10.0.0.7/24
                """,
                [
                    "primary": "eth1", "interfaces.0.name": "eth1", "interfaces.1.name": "eth2",
                    "interfaces.2.name": "eth0", "interfaces.3.name": "eth3",
                    "interfaces.eth3.carriesIPv4": false, "interfaces.eth0.carriesIPv4": true,
                ]),
            Scenario(
                "the default route in two halves",
                """
                uplink eth0 192.0.2.7/24
                ip route add 0.0.0.0/1 via 192.0.2.1
                ip route add 128.0.0.0/1 via 192.0.2.1
                """,
                ["status": "satisfied", "isDegraded": false, "gateways": ["192.0.2.1"]]),
            Scenario(
                "only half of the address space",
                "uplink eth0 192.0.2.7/24; ip route add 128.0.0.0/1 via 192.0.2.1",
                ["status": "satisfied", "isDegraded": true]),
            Scenario(
                "an on-link default route",
                "uplink eth0 192.0.2.7/24; ip route add default dev eth0",
                ["status": "satisfied", "primary": "eth0", "gateways": []]),
            Scenario(
                "an IPv4 route over an IPv6 router",
                "uplink eth0 192.0.2.7/24; ip -4 route add default via inet6 fe80::1 dev eth0",
                ["status": "satisfied", "gateways": ["fe80::1%eth0"]]),
            Scenario(
                "an address and no route", "uplink eth0 192.0.2.7/24",
                [
                    "status": "unsatisfied", "unsatisfiedReason": "noRoute", "primary": nil,
                    "interfaces.eth0.carriesIPv4": false,
                ]),
            Scenario(
                "a router with its address on loopback",
                """
                cable eth0
                ip address add 203.0.113.7/32 dev lo
                ip -4 route add default via inet6 fe80::1 dev eth0
                """,
                ["status": "satisfied", "primary": "eth0", "interfaces.eth0.carriesIPv4": true]),
            Scenario(
                "a route to this machine is not the internet",
                "uplink eth0 192.0.2.7/24; ip route add local default dev lo",
                ["status": "unsatisfied", "unsatisfiedReason": "noRoute"]),
        ])
    func routes(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "A route that rejects packets makes the path unsatisfied",
        arguments: [
            Scenario(
                "blackhole", "uplink eth0 192.0.2.7/24; ip route add blackhole default",
                ["status": "unsatisfied", "unsatisfiedReason": "routeRejected"]),
            Scenario(
                "unreachable", "uplink eth0 192.0.2.7/24; ip route add unreachable default",
                ["unsatisfiedReason": "routeRejected"]),
            Scenario(
                "prohibit", "uplink eth0 192.0.2.7/24; ip route add prohibit default",
                ["unsatisfiedReason": "routeRejected"]),
            Scenario(
                "prohibit, IPv6", "uplink eth0 2001:db8::7/64; ip -6 route add prohibit default",
                ["unsatisfiedReason": "routeRejected"]),
            Scenario(
                "throw is no route", "uplink eth0 192.0.2.7/24; ip route add throw default",
                ["unsatisfiedReason": "noRoute"]),
            Scenario(
                "one half rejected",
                "uplink eth0 192.0.2.7/24 192.0.2.1; ip route add blackhole 0.0.0.0/1",
                ["status": "satisfied", "isDegraded": true, "supportsIPv4": true]),
            Scenario(
                "one family rejected, the other fine",
                "uplink eth0 192.0.2.7/24 192.0.2.1; ip -6 route add unreachable default",
                ["status": "satisfied", "supportsIPv6": false, "isDegraded": false]),
            Scenario(
                "a rejecting route does not hide that the link is down",
                "uplink eth0 192.0.2.7/24; ip route add blackhole default; unplug eth0",
                ["unsatisfiedReason": "noCarrier"]),
        ])
    func rejecting(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "Policy rules decide as in the kernel",
        arguments: [
            Scenario(
                "a table of its own",
                """
                uplink eth0 192.0.2.7/24
                ip route add default via 192.0.2.1 table 100
                ip rule add table 100 priority 100
                """,
                ["status": "satisfied", "primary": "eth0", "gateways": ["192.0.2.1"]]),
            Scenario(
                "a rule before the main table",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                uplink eth1 198.51.100.7/24
                ip route add default via 198.51.100.1 table 100
                ip rule add table 100 priority 100
                """,
                ["primary": "eth1", "interfaces.eth0.carriesIPv4": true]),
            Scenario(
                "a table that no rule selects",
                "uplink eth0 192.0.2.7/24; ip route add default via 192.0.2.1 table 100",
                ["unsatisfiedReason": "noRoute"]),
            Scenario(
                "a rule for other sources",
                """
                uplink eth0 192.0.2.7/24
                ip route add default via 192.0.2.1 table 100
                ip rule add from 10.9.9.9 table 100
                """,
                ["unsatisfiedReason": "noRoute"]),
            Scenario(
                "a rule that prohibits",
                "uplink eth0 192.0.2.7/24 192.0.2.1; ip rule add prohibit priority 100",
                ["unsatisfiedReason": "routeRejected"]),
            Scenario(
                "throw in one table, a route in the next",
                """
                uplink eth0 192.0.2.7/24 192.0.2.1
                ip route add throw default table 100
                ip rule add table 100 priority 100
                """,
                ["status": "satisfied", "primary": "eth0"]),
            Scenario(
                "an IPv6 route for packets from a prefix",
                """
                uplink eth0 2001:db8::7/64
                ip -6 route add default from 2001:db8::/64 via fe80::1 dev eth0
                """,
                [
                    "status": "satisfied", "supportsIPv6": true, "gateways": ["fe80::1%eth0"],
                    "interfaces.eth0.carriesIPv6": true,
                ]),
            Scenario(
                "a rejecting IPv6 route for packets from a prefix",
                """
                uplink eth0 2001:db8::7/64
                ip -6 route add unreachable default from 2001:db8::/64
                """,
                ["unsatisfiedReason": "routeRejected"]),
            Scenario(
                "an IPv6 route for packets from another prefix",
                """
                uplink eth0 2001:db8::7/64
                ip -6 route add default from 2001:db8:1::/64 via fe80::1 dev eth0
                """,
                ["unsatisfiedReason": "noRoute"]),
        ])
    func rules(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "Between equal routes whose routers are not confirmed, the kernel alternates, and both count",
        arguments: [
            Scenario(
                "two alive",
                """
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip route add default via 192.0.2.1 dev eth0
                ip route append default via 198.51.100.1 dev eth1
                ip neighbor replace 192.0.2.1 dev eth0 lladdr 02:00:00:00:00:09 nud stale
                ip neighbor replace 198.51.100.1 dev eth1 lladdr 02:00:00:00:00:09 nud stale
                """,
                [
                    "status": "satisfied", "isDegraded": false,
                    "interfaces.eth0.carriesIPv4": true, "interfaces.eth1.carriesIPv4": true,
                    "gateways": ["192.0.2.1", "198.51.100.1"],
                ])
        ]
            // The kernel chooses the dead one in the second query, or in the first one.
            + ["", "ip route get 198.41.0.4 >/dev/null"].map { lookup in
                Scenario(
                    "one dead \(lookup)",
                    """
                    uplink eth0 192.0.2.7/24
                    uplink eth1 198.51.100.7/24
                    ip route add default via 192.0.2.1 dev eth0
                    ip route append default via 198.51.100.1 dev eth1
                    ip neighbor replace 192.0.2.1 dev eth0 lladdr 02:00:00:00:00:09 nud stale
                    unplug eth1
                    \(lookup)
                    """,
                    [
                        "status": "satisfied", "isDegraded": true, "primary": "eth0",
                        "gateways": ["192.0.2.1"], "interfaces.eth1.carriesIPv4": false,
                    ])
            })
    func equalRoutes(_ scenario: Scenario) async throws { try await scenario.check() }

    @Test(
        "A multipath route is alive if one of its legs is",
        arguments: [
            Scenario(
                "two legs",
                """
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip route add default nexthop via 192.0.2.1 nexthop via 198.51.100.1
                """,
                [
                    "status": "satisfied", "isDegraded": false,
                    "gateways": ["192.0.2.1", "198.51.100.1"],
                    "interfaces.eth0.carriesIPv4": true, "interfaces.eth1.carriesIPv4": true,
                ]),
            Scenario(
                "a dead leg",
                """
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip route add default nexthop via 192.0.2.1 nexthop via 198.51.100.1
                unplug eth0
                """,
                [
                    "status": "satisfied", "isDegraded": true, "primary": "eth1",
                    "gateways": ["198.51.100.1"], "interfaces.eth0.carriesIPv4": false,
                ]),
            Scenario(
                "all legs dead",
                """
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip route add default nexthop via 192.0.2.1 nexthop via 198.51.100.1
                unplug eth0; unplug eth1
                """,
                ["status": "unsatisfied", "unsatisfiedReason": "noCarrier"]),
            Scenario(
                "a next hop object",
                """
                uplink eth0 192.0.2.7/24
                ip nexthop add id 7 via 192.0.2.1 dev eth0
                ip route add default nhid 7
                """,
                ["status": "satisfied", "gateways": ["192.0.2.1"]]),
            Scenario(
                "a next hop object that the route names by its number only",
                """
                sysctl -qw net.ipv4.nexthop_compat_mode=0
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip nexthop add id 7 via 192.0.2.1 dev eth0
                ip nexthop add id 8 via 198.51.100.1 dev eth1
                ip route add default nhid 7
                ip route add default nhid 8 metric 9
                """,
                [
                    "status": "satisfied", "primary": "eth0", "gateways": ["192.0.2.1"],
                    "supportsIPv4": true,
                ]),
            Scenario(
                "a group of next hop objects",
                """
                uplink eth0 192.0.2.7/24
                uplink eth1 198.51.100.7/24
                ip nexthop add id 7 via 192.0.2.1 dev eth0
                ip nexthop add id 8 via 198.51.100.1 dev eth1
                ip nexthop add id 9 group 7/8
                ip route add default nhid 9
                """,
                ["status": "satisfied", "gateways": ["192.0.2.1", "198.51.100.1"]]),
            Scenario(
                "the next hop object is removed",
                """
                uplink eth0 192.0.2.7/24
                ip nexthop add id 7 via 192.0.2.1 dev eth0
                ip route add default nhid 7
                ip nexthop del id 7
                """,
                ["unsatisfiedReason": "noRoute"]),
        ])
    func severalNextHops(_ scenario: Scenario) async throws { try await scenario.check() }
}
