// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Places and networks by name, with the real kernel.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct PlaceCommandTests {
    /// Words for a watch with the file `config`: `at PLACE` waits until its last line has a place ("" for none), and a fresh
    /// look has it, too.
    static let watching = """
        watch() { "$REACH" watch --json --config config >lines & watch=$!; await test -s lines; }
        is_at() {
            local place=null
            [ -z "$1" ] || place="\\"$1\\""
            tail -n 1 lines | grep -qF "\\"place\\":$place," \\
                && "$REACH" status --json --config config | grep -qF "\\"place\\":$place,"
        }
        at() { await is_at "$1"; }

        """

    /// Two places that only the hardware address of a router tells apart.
    private static let words = """
        sysctl -qw net.ipv6.conf.default.addr_gen_mode=1
        cd "$TEST_FOLDER"
        cat >config <<'END'
        { "overrides": [{"place": "work", "metered": "yes", "constrained": "ultra"}],
          "places": {"home": [{"gateway": "02:00:00:00:00:0A"}], "work": [{"gateway": "02:00:00:00:00:0b"}]} }
        END
        \(watching)
        entry() { ip neighbor replace 192.0.2.1 dev eth0 lladdr 02:00:00:00:00:$1 nud $2; }

        """

    private func run(_ setup: String, _ command: String) async throws -> Outcome {
        try await Namespace.run(Self.words + setup, command: command)
    }

    private func lines(_ outcome: Outcome) throws -> [JSON] {
        try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
    }

    @Test("Two routers with one address are distinguished, once packets have found them")
    func routers() async throws {
        let outcome = try await run(
            """
            cable eth0; elsewhere true
            ip link set eth0-far netns $other
            elsewhere ip address add 192.0.2.1/24 dev eth0-far
            # router ADDRESS: another router takes the place of the one that was there.
            router() {
                elsewhere ip link set eth0-far down
                elsewhere ip link set eth0-far address 02:00:00:00:00:$1
                elsewhere ip link set eth0-far up
                await state_is eth0 UP
            }
            router 0a
            ip address add 192.0.2.7/24 dev eth0; ip route add default via 192.0.2.1
            watch; at ""
            # Nothing was sent to find out.
            ip neighbor show dev eth0 >neighbors
            # A packet that is lost is sent again.
            reaches() { bash -c 'echo >/dev/udp/192.0.2.1/9' 2>/dev/null; is_at $1; }
            await reaches home
            router 0b; await reaches work
            router 0a; await reaches home
            """, "kill $watch; cat neighbors lines")
        let lines = try lines(outcome)
        var places: [JSON?] = []
        for place in lines.map({ $0["path.place"] }) where places.last != place {
            places.append(place)
        }
        #expect(places.filter { $0 != .null } == ["home", "work", "home"])
        let work = try #require(lines.first { $0["path.place"] == "work" })
        #expect(work["path.metered.value"] == "yes")
        #expect(work["path.isConstrained"] == true)
        #expect(work["path.metered.detail"] == "the override for place “work”")
    }

    /// The kernel tells a hardware address in the states of `NUD_VALID`.
    @Test(
        "An entry has a hardware address in each state in which packets are sent with it",
        arguments: [
            ("reachable", "home"), ("stale", "home"), ("delay", "home"), ("probe", "home"),
            ("permanent", "home"), ("noarp", "home"), ("failed", ""), ("incomplete", ""),
            ("none", ""),
        ])
    func states(state: String, place: String) async throws {
        let outcome = try await run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            # No state ends by itself.
            ip ntable change name arp_cache dev eth0 base_reachable 3600000 delay_probe 3600000 ucast_probes 1000
            watch; at ""
            entry 0b reachable; at work
            entry 0a \(state); at "\(place)"
            ip neighbor del 192.0.2.1 dev eth0 || :; at ""
            """, "kill $watch")
        #expect(outcome.status == 0)
    }

    @Test("A change of a neighbor entry alone is a change of the place, for watch, hooks and run")
    func changes() async throws {
        let outcome = try await run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            printf '#!/bin/sh\\necho "$REACH_PLACE|$REACH_CHANGES|$REACH_METERED" >>seen\\n' >hook; chmod +x hook
            "$REACH" watch --config config --exec ./hook & hook=$!
            "$REACH" run --config config --at home --on-loss stop --loss-grace 0 -- \\
                sh -c 'echo $$ >started; exec sleep 300' 2>errors & run=$!
            watch; await test -s seen
            entry 0a reachable; at home; await test -s started
            is_gone() { ! kill -0 $(cat started) 2>/dev/null; }
            await grep -q '^home|' seen
            entry 0b reachable; at work; await is_gone; await grep -q '^work|' seen
            kill -TERM $run $hook; wait $run || :
            """, "kill $watch; cat seen errors")
        #expect(
            outcome.text.hasPrefix(
                """
                ||unknown
                home|place|unknown
                work|place,isConstrained,metered,interfaces|yes

                """))
        #expect(outcome.text.contains("at work, not at home"))
    }

    @Test(
        "Messages that repeat an address wake no watch, and neither do those about other addresses")
    func quiet() async throws {
        let outcome = try await run(
            """
            uplink eth0 2001:db8::7/64 2001:db8::1
            router() { ip neighbor replace 2001:db8::1 dev eth0 lladdr 02:00:00:00:00:$1 nud $2; }
            watch; router 0a reachable; at home
            await is_asleep $watch
            for number in $(seq 200); do
                echo "neighbor replace 2001:db8::1 dev eth0 lladdr 02:00:00:00:00:0a nud stale"
                echo "neighbor replace 2001:db8::1 dev eth0 lladdr 02:00:00:00:00:0a nud reachable"
                echo "neighbor add 2001:db8::$((number + 100)) dev eth0 lladdr 02:00:00:00:00:0b nud permanent"
                echo "neighbor del 2001:db8::$((number + 100)) dev eth0"
            done >batch
            ip monitor neigh >heard & monitor=$!
            arrives() { ip neighbor replace $1 dev eth0 nud failed; ip neighbor del $1 dev eth0; grep -q $1 heard; }
            await arrives 2001:db8::98
            before=$(switches $watch)
            ip -batch batch
            await arrives 2001:db8::99
            echo $(($(switches $watch) - before)) >woken
            router 0b stale; at work
            """, "kill $watch $monitor; cat woken")
        #expect(outcome.text == "0\n")
    }

    /// Each row: options of check; the exit code, and what it prints.
    static let checks: [(options: String, status: Int32, text: String)] = [
        ("--at home", 0, "yes"), ("--not-at work", 0, "yes"),
        ("--at work", 1, "no: at home, not at work"),
        ("--at work --at home", 0, "yes"), ("--at bus", 1, "no: at home, not at bus"),
        ("--not-at home", 1, "no: at home, which is prohibited"),
        ("--not --at home", 1, "no: the conditions hold (inverted by --not)"),
        ("--ssid Home", 1, "no: not connected to Wi-Fi Home"),
        ("--ssid 'H*' --ssid Work", 1, "no: not connected to Wi-Fi H* or Work"),
        ("--gateway 192.0.2.1", 0, "yes"), ("--gateway 02:00:00:00:00:0A", 0, "yes"),
        ("--gateway 192.0.2.2", 1, "no: the gateway is 192.0.2.1, not 192.0.2.2"),
        (
            "--gateway 02:00:00:00:00:0b", 1,
            "no: the gateway is 192.0.2.1 with 02:00:00:00:00:0a, not 02:00:00:00:00:0b"
        ),
        ("--to 192.0.2.1 --gateway 192.0.2.1", 1, "no: there is no gateway"),
        ("--to 192.0.2.9 --not-at home", 0, "yes"),
    ]

    @Test(
        "A condition names a network, and its reason says which other one carries the path",
        arguments: checks
    )
    func conditions(options: String, status: Int32, text: String) async throws {
        let outcome = try await run(
            """
            sed -i 's/"places": {/&"bus": [{"interface": "usb*"}], /' config
            uplink eth0 192.0.2.7/24 192.0.2.1; entry 0a stale
            """, "\"$REACH\" check --config config \(options)")
        #expect(outcome.status == status)
        #expect(outcome.text == text + "\n")
    }

    @Test(
        "A place that the configuration lacks is an error of the configuration, and a malformed name is one of usage",
        arguments: [
            (
                "check --at nowhere", 78,
                #"--at: there is no place "nowhere"; the places are: "home", "work""#
            ),
            (
                "wait --not-at nowhere", 78,
                #"--not-at: there is no place "nowhere"; the places are: "home", "work""#
            ),
            (
                "run --at nowhere true", 125,
                #"--at: there is no place "nowhere"; the places are: "home", "work""#
            ),
            (
                "fetch --at nowhere http://192.0.2.9/", 78,
                #"--at: there is no place "nowhere"; the places are: "home", "work""#
            ),
            (
                "check --exec-condition --at nowhere", 255,
                #"--at: there is no place "nowhere"; the places are: "home", "work""#
            ),
            ("check --at ''", 64, "--at: the name is empty"),
            ("check --ssid ''", 64, "--ssid: the pattern must not be empty"),
            (
                "check --ssid 'Home['", 64,
                #"--ssid: the pattern has a bracket that is not closed; \[ is a bracket itself"#
            ),
            (
                "check --gateway 192.0.2", 64,
                "--gateway: '192.0.2' is neither an IP address nor a hardware address such as 02:00:00:00:00:01"
            ),
            ("check --gateway 0.0.0.0", 64, "--gateway: no router has the address 0.0.0.0"),
            ("check --at home --not-at home", 64, "--at and --not-at cannot both hold"),
        ])
    func faults(words: String, status: Int32, message: String) async throws {
        let name = words.prefix { $0 != " " }
        let outcome = try await run(
            "", "\"$REACH\" \(name) --config config \(words.dropFirst(name.count))")
        #expect(outcome.status == status)
        #expect(outcome.errors.contains("reach: \(message)\n"))
    }

    @Test("A wait follows the hardware address that its condition names, without any place")
    func waits() async throws {
        let outcome = try await run(
            """
            echo '{}' >config
            uplink eth0 192.0.2.7/24 192.0.2.1
            "$REACH" wait --config config --gateway 02:00:00:00:00:0c 2>waiting & wait=$!
            await grep -q "with an unknown hardware address, not 02:00:00:00:00:0c" waiting
            entry 0b stale; entry 0c stale; wait $wait
            "$REACH" run --config config --gateway 02:00:00:00:00:0c --on-loss stop --loss-grace 0 -- \\
                sh -c 'echo $$ >started; exec sleep 300' 2>/dev/null & run=$!
            await test -s started
            is_gone() { ! kill -0 $(cat started) 2>/dev/null; }
            entry 0b stale; await is_gone; kill -TERM $run
            """, "true")
        #expect(outcome.status == 0)
    }

    @Test(
        "A configuration without the place that a wait names does not take effect, and is reported")
    func removedPlace() async throws {
        let outcome = try await run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            place() { echo '{"places": {"'"$1"'": [{"gateway": "'"$2"'"}]}}' >config; }
            place home 192.0.2.9
            "$REACH" wait --config config --at home 2>waiting & wait=$!
            await grep -q "not at home" waiting
            place other 192.0.2.1
            await grep -q 'the places are: "other"; the previous configuration stays in effect' waiting
            place home 192.0.2.1
            wait $wait
            """, "true")
        #expect(outcome.status == 0)
    }

    @Test("The text shows the place after the interface")
    func text() async throws {
        let outcome = try await run(
            "uplink eth0 192.0.2.7/24 192.0.2.1; entry 0a stale",
            "\"$REACH\" status --config config | head -n 1")
        #expect(outcome.text == "Online via Ethernet (eth0), at home, cost unknown\n")
    }

    /// Each row: how the network is stacked, and a network by which the place is known.
    static let stacks: [(name: String, setup: String, network: String)] = [
        (
            "a bridge, by its router",
            """
            cable eth0; ip link add br0 type bridge; ip link set eth0 master br0; ip link set br0 up
            ip address add 192.0.2.7/24 dev br0; ip route add default via 192.0.2.1 dev br0
            ip neighbor replace 192.0.2.1 dev br0 lladdr 02:00:00:00:00:01 nud stale
            """, #"{"interface": "eth*", "gateway": "02:00:00:00:00:01"}"#
        ),
        (
            "a link-local router",
            """
            uplink eth0 2001:db8::7/64; ip route add default via fe80::1 dev eth0
            ip neighbor replace fe80::1 dev eth0 lladdr 02:00:00:00:00:01 nud permanent
            """, #"{"gateway": "fe80::1"}, {"gateway": "02:00:00:00:00:01"}"#
        ),
        (
            "a MACVLAN",
            """
            cable eth0; ip link add mac0 link eth0 type macvlan; ip link set mac0 up
            ip address add 192.0.2.7/24 dev mac0; ip route add default via 192.0.2.1
            """, #"{"interface": "eth0", "gateway": "192.0.2.1"}"#
        ),
    ]

    @Test("The place is seen through stacked interfaces", arguments: stacks)
    func stacked(name: String, setup: String, network: String) async throws {
        let outcome = try await run(
            "echo '{\"places\": {\"here\": [\(network)]}}' >config\n\(setup)",
            "\"$REACH\" status --json --config config")
        #expect(try outcome.json["place"] == "here")
    }

    @Test(
        "The place is that of the network below a VPN",
        .enabled(if: Machine.hasTunnels, "this user may not open /dev/net/tun"))
    func tunnel() async throws {
        let outcome = try await run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1; vpn tun0 10.8.0.2/24; halves via 10.8.0.1
            watch; at ""
            entry 0a stale; at home
            """, "kill $watch; \"$REACH\" status --json --config config")
        let path = try outcome.json
        #expect(path["primary"] == "tun0")
        #expect(path["gateways"] == ["192.0.2.1"])
        #expect(path["place"] == "home")
    }
}
