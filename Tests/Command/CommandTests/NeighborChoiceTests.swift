// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach watch` and `reach run` where the kernel chooses a next hop by its neighbor entries, and reports only these.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct NeighborChoiceTests {
    /// Two uplinks, and a watch. `fails ROUTER dev NAME`, `works ROUTER dev NAME` and `tires ROUTER dev NAME` set a
    /// neighbor entry, and `agrees TEXT` waits until the JSON of the watch and that of a fresh look contain a text.
    private static let words = """
        for name in eth0 eth1; do
            cable $name
            # An entry is reachable for an hour, and not for half a minute.
            for cache in arp_cache ndisc_cache; do
                ip ntable change name $cache dev $name base_reachable 3600000
            done
        done
        ip address add 192.0.2.7/24 dev eth0
        ip address add 198.51.100.7/24 dev eth1
        fails() { ip neighbor replace "$@" nud failed; }
        works() { ip neighbor replace "$@" lladdr 02:00:00:00:00:09 nud reachable; }
        tires() { ip neighbor replace "$@" lladdr 02:00:00:00:00:09 nud stale; }
        has_lines() { [ -s "$TEST_FOLDER/lines" ]; }
        watch() { "$REACH" watch --json >"$TEST_FOLDER/lines" & watch=$!; await has_lines; }
        agree() {
            tail -n 1 "$TEST_FOLDER/lines" | grep -qF "$1" && "$REACH" status --json | grep -qF "$1"
        }
        agrees() { await agree "$1"; }

        """

    /// Two equal default routes of IPv4, the first over eth0.
    private static let equalRoutes = """
        ip route add default via 192.0.2.1 dev eth0
        ip route append default via 198.51.100.1 dev eth1

        """

    /// Each row: equal routes; their routers. The kernel prefers the first one.
    private static let equal = [
        (
            "two equal routes", equalRoutes,
            ["192.0.2.1 dev eth0", "198.51.100.1 dev eth1"]
        ),
        (
            "two equal routes over one interface",
            """
            ip route add default via 192.0.2.1 dev eth0
            ip route append default via 192.0.2.2 dev eth0
            """, ["192.0.2.1 dev eth0", "192.0.2.2 dev eth0"]
        ),
        (
            "a gateway of the other family",
            """
            ip -4 route add 0.0.0.0/0 via inet6 fe80::1 dev eth0
            ip -4 route append 0.0.0.0/0 via inet6 fe80::2 dev eth1
            """, ["fe80::1 dev eth0", "fe80::2 dev eth1"]
        ),
    ]

    /// The routers as the JSON names them.
    private static func gateways(_ routers: [String]) -> [String] {
        routers.map { router in
            let words = router.split(separator: " ")
            let zone = router.hasPrefix("fe80") ? "%\(words[2])" : ""
            return #""\#(words[0])\#(zone)""#
        }
    }

    @Test(
        "The watch follows the kernel when the first router is not confirmed any more, and back",
        arguments: equal)
    func unconfirmed(_ name: String, routes: String, routers: [String]) async throws {
        let gateways = Self.gateways(routers)
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(routes)
            works \(routers[0]); works \(routers[1])
            watch
            agrees '"gateways":[\(gateways[0])]'
            # The kernel alternates between the two, which may come in any order.
            shows_both() {
                "$@" | tail -n 1 | grep -F '\(gateways[0])' | grep -qF '\(gateways[1])'
            }
            for round in 1 2 3; do
                tires \(routers[0])
                await shows_both cat "$TEST_FOLDER/lines"; await shows_both "$REACH" status --json
                works \(routers[0]); agrees '"gateways":[\(gateways[0])]'
            done
            """, command: "kill $watch")
        #expect(outcome.status == 0)
    }

    @Test(
        "Where the kernel alternates between two routers, each check counts both",
        arguments: ["eth0", "eth1"])
    func check(metered: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.equalRoutes)
            tires 192.0.2.1 dev eth0; tires 198.51.100.1 dev eth1
            cd "$TEST_FOLDER"
            echo '{"overrides": [{"interface": "\(metered)", "metered": "yes"}]}' >config
            for round in 1 2 3 4 5 6; do
                ip route get 198.41.0.4 | grep -o 'dev eth.' >>chosen
                "$REACH" check --config config --unmetered >/dev/null && echo yes || echo no
            done >answers
            """, command: "sort -u chosen answers")
        #expect(outcome.text == "dev eth0\ndev eth1\nno\n")
    }

    @Test(
        "The watch follows the kernel from a router that fails to another one, and back",
        arguments: equal)
    func follows(_ name: String, routes: String, routers: [String]) async throws {
        let gateways = Self.gateways(routers).map { #""gateways":[\#($0)"# }
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(routes)
            # The kernel reports no failure of an entry that has never worked.
            works \(routers[0])
            watch
            agrees '\(gateways[0])'
            for round in 1 2 3; do
                fails \(routers[0]); agrees '\(gateways[1])'
                works \(routers[0]); agrees '\(gateways[0])'
            done
            # Without an entry the kernel takes it that the router works.
            fails \(routers[0]); agrees '\(gateways[1])'
            ip neighbor del \(routers[0]); agrees '\(gateways[0])'
            """, command: "kill $watch")
        #expect(outcome.status == 0)
    }

    /// The kernel chooses a next hop of a multipath route by a hash of the destination, among those that work.
    @Test(
        "The watch follows the kernel to the next hop of a multipath route that works",
        arguments: [
            (
                """
                sysctl -qw net.ipv4.fib_multipath_use_neigh=1
                ip route add default nexthop via 192.0.2.1 dev eth0 nexthop via 198.51.100.1 dev eth1
                """, ["192.0.2.1 dev eth0", "198.51.100.1 dev eth1"]
            ),
            (
                """
                ip nexthop add id 1 via 192.0.2.1 dev eth0
                ip nexthop add id 2 via 198.51.100.1 dev eth1
                ip nexthop add id 3 group 1/2
                ip route add default nhid 3
                """, ["192.0.2.1 dev eth0", "198.51.100.1 dev eth1"]
            ),
            (
                """
                ip address add 2001:db8::7/64 dev eth0 nodad
                ip address add 2001:db8:1::7/64 dev eth1 nodad
                ip route add default via fe80::1 dev eth0
                ip route append default via fe80::2 dev eth1
                """, ["fe80::1 dev eth0", "fe80::2 dev eth1"]
            ),
        ])
    func multipath(routes: String, routers: [String]) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(routes)
            works \(routers[0]); works \(routers[1])
            watch
            for round in 1 2 3; do
                fails \(routers[0]); agrees '"primary":"eth1"'
                works \(routers[0]); fails \(routers[1]); agrees '"primary":"eth0"'
                works \(routers[1])
            done
            """, command: "kill $watch")
        #expect(outcome.status == 0)
    }

    @Test("Of two IPv6 routers that advertise themselves, the watch follows the one that works")
    func advertised() async throws {
        let outcome = try await Namespace.run(
            """
            sysctl -qw net.ipv6.conf.default.dad_transmits=0
            \(Self.words)
            ip address flush dev eth0; ip address flush dev eth1
            count_is() { [ "$(ip -6 route show default | grep -c fe80::1)" = "$1" ]; }
            advertise() { "$ADVERTISE_ROUTER" $1-far 600 prefix 600 2001:db8:$2::; count_is $2; }
            await advertise eth0 1
            await advertise eth1 2
            works fe80::1 dev eth0; works fe80::1 dev eth1
            watch
            fails fe80::1 dev eth0; agrees '"gateways":["fe80::1%eth1"'
            works fe80::1 dev eth0; fails fe80::1 dev eth1; agrees '"gateways":["fe80::1%eth0"'
            works fe80::1 dev eth1; fails fe80::1 dev eth0; agrees '"gateways":["fe80::1%eth1"'
            """, command: "kill $watch")
        #expect(outcome.status == 0)
    }

    /// No host answers for the router, and packets are sent.
    @Test("A command that must not cost is stopped when the free router stops answering")
    func run() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.equalRoutes)
            cd "$TEST_FOLDER"
            echo '{"overrides": [{"interface": "eth1", "metered": "yes"}]}' >config
            "$REACH" run --config config --unmetered --on-loss stop --loss-grace 0 -- \\
                sh -c 'echo $$ >started; sleep 300' & reach=$!
            await test -s started
            gone() { ! kill -0 $(cat started) 2>/dev/null; }
            # The kernel looks for the router for three seconds.
            send() { bash -c 'echo >/dev/udp/198.41.0.4/9' 2>/dev/null; gone; }
            works 198.51.100.1 dev eth1
            await send
            ip neighbor show 192.0.2.1 dev eth0 >neighbor
            rm started
            works 192.0.2.1 dev eth0
            await test -s started
            kill -TERM $reach
            """, command: "cat neighbor")
        // The command that is stopped sends once more, so that the kernel may be looking again.
        #expect(outcome.text.hasPrefix("192.0.2.1"))
        #expect(!outcome.text.contains("lladdr"))
    }

    @Test("Messages about other addresses, and about an IPv6 router that works, wake no watch")
    func quiet() async throws {
        let outcome = try await Namespace.run(
            """
            # A link-local address would become usable in a while, as a change of its own.
            sysctl -qw net.ipv6.conf.default.addr_gen_mode=1
            \(Self.words)\(Self.equalRoutes)
            ip address add 2001:db8::7/64 dev eth0 nodad
            ip route add default via 2001:db8::1 dev eth0
            watch
            works 192.0.2.1 dev eth0; works 198.51.100.1 dev eth1; works 2001:db8::1 dev eth0
            # The watch has handled these, and sleeps.
            await is_asleep $watch
            # Of each entry three messages: it comes, it is no longer in use, it goes.
            for number in $(seq 3400); do
                echo "neighbor add 192.0.2.$((number % 100 + 100)) dev eth0 lladdr 02:00:00:00:00:08 nud permanent"
                echo "neighbor del 192.0.2.$((number % 100 + 100)) dev eth0"
            done >"$TEST_FOLDER/batch"
            for number in $(seq 100); do
                echo "neighbor replace 2001:db8::1 dev eth0 lladdr 02:00:00:00:00:09 nud stale"
                echo "neighbor replace 2001:db8::1 dev eth0 lladdr 02:00:00:00:00:09 nud reachable"
            done >>"$TEST_FOLDER/batch"
            ip monitor neigh >"$TEST_FOLDER/heard" & monitor=$!
            # Whether messages about an address arrive: then those before them have arrived, too.
            arrives() { ip neighbor replace $1 dev eth0 nud failed; ip neighbor del $1 dev eth0; grep -q $1 "$TEST_FOLDER/heard"; }
            await arrives 192.0.2.99
            before=$(switches $watch)
            ip -batch "$TEST_FOLDER/batch"
            await arrives 192.0.2.98
            echo $(($(switches $watch) - before)) >"$TEST_FOLDER/woken"
            fails 192.0.2.1 dev eth0; agrees '"primary":"eth1"'
            """, command: "kill $watch $monitor; cat \"$TEST_FOLDER/woken\"")
        #expect(outcome.text == "0\n")
    }
}
