// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import reach

/// `reach watch` beside a network that changes.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct WatchTests {
    /// An uplink that does not change by itself: IPv6 would get a link-local address in a while.
    private static let uplink = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        """

    /// Starts a watch, and gives scenarios the word `lines N`: wait until it has told so many.
    private static let watching = """
        "$REACH" watch --json >"$TEST_FOLDER/lines" & watch=$!
        has_lines() { [ "$(wc -l <"$TEST_FOLDER/lines")" -ge "$1" ]; }
        lines() { await has_lines "$1"; }
        last_has() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "$1"; }
        last_is() { await last_has "$1"; }
        # flaps TIMES, after the first line: the default route goes and comes, and each is told.
        flaps() {
            for line in $(seq 2 2 $((2 * $1))); do
                ip route del default; lines $line
                ip route add default via 192.0.2.1; lines $((line + 1))
            done
        }
        lines 1

        """

    /// Gives scenarios the word `agree`: whether the last line says what a fresh look says.
    private static let agreeing = """
        path() { sed 's/.*"status"/"status"/; s/}$//'; }
        agree() {
            fresh=$("$REACH" status --json | path)}
            told=$(tail -n 1 "$TEST_FOLDER/lines" | path)
            [ "$fresh" = "$told" ]
        }

        """

    private func watch(_ setup: String, _ changes: String) async throws -> [JSON] {
        let outcome = try await Namespace.run(
            "\(setup)\n\(Self.watching)\(changes)",
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"")
        return try outcome.text.split(separator: "\n").map { line in
            try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
        }
    }

    /// Each change, and the reason of the path after it; `nil` for a satisfied one.
    @Test(
        "What changes the path",
        arguments: [
            ("a route", "ip route del default", "noRoute"),
            ("the carrier, of which no route tells", "unplug eth0", "noCarrier"),
            (
                "the last address, with whose routes none is told",
                "ip address flush dev eth0",
                "noAddress"
            ),
            ("switched off", "ip link set eth0 down", "noCarrier"),
            (
                "a rule, of which no route tells", "ip rule add prohibit priority 5",
                "routeRejected"
            ),
            (
                "a group, by which a rule passes over the route",
                """
                ip rule add priority 32765 lookup main suppress_ifgroup 7; ip rule del priority 32766
                ip link set eth0 group 7
                """, "noRoute"
            ),
            ("gone", "ip link del eth0", "noInterface"),
        ])
    func change(name: String, changes: String, reason: String) async throws {
        let lines = try await watch(
            Self.uplink, "\(changes); last_is '\"\(reason)\"'")
        #expect(lines.first?["event"] == "initial")
        #expect(lines.first?["changes"] == [])
        #expect(lines.first?["path.primary"] == "eth0")
        #expect(lines.dropFirst().allSatisfy { $0["event"] == "change" })
        #expect(lines.last?["path.unsatisfiedReason"] == .string(reason))
        #expect(
            lines.compactMap { $0["sequence"] } == lines.indices.map { .number(Double($0)) })
    }

    /// The kernel tells of an IPv4 route that comes when it is there: it is looked up once.
    @Test func whatComesIsFoundAtOnce() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            flaps 50
            """)
        #expect(lines.count == 101)
        #expect(
            lines.compactMap { $0["path.status"] }
                == lines.indices.map { $0 % 2 == 0 ? "satisfied" : "unsatisfied" })
    }

    /// What flaps is told as it was before, but for the time and the number of the line.
    @Test func whatFlapsIsToldAsBefore() async throws {
        let lines = try await watch(
            "\(Self.uplink); resolver 'nameserver 192.0.2.53'",
            """
            flaps 6
            """)
        #expect(lines.count == 13)
        for (line, before) in zip(lines.dropFirst(3), lines.dropFirst()) {
            for member in ["event", "changes", "path"] { #expect(line[member] == before[member]) }
        }
        #expect(lines.dropFirst().allSatisfy { $0["event"] == "change" })
        #expect(
            lines.compactMap { $0["sequence"] } == lines.indices.map { .number(Double($0)) })
    }

    /// What has happened since the lines that tell of the same route is in the next one.
    @Test(
        "A route that flaps, and in between",
        arguments: [
            ("nothing", "true"),
            ("an MTU", "ip link set eth0 mtu 1400"),
            ("an address", "ip address add 192.0.2.8/24 dev eth0"),
            ("another name that no line shows", "ip link property add dev eth0 altname uplink"),
            ("a name", "ip link set eth0 down name lan0; ip link set lan0 up"),
            ("a rule", "ip rule add to 198.41.0.0/16 prohibit priority 5"),
            ("another name server", "echo nameserver 203.0.113.53 >\"$TEST_FOLDER/resolv.conf\""),
            ("a second route", "ip route add default via 192.0.2.2 metric 7"),
            ("another interface", "cable eth9; ip link set eth9 up"),
        ])
    func flapping(name: String, between: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            resolver 'nameserver 192.0.2.53'
            \(Self.watching)\(Self.agreeing)
            flaps 3
            ip route del default; lines 8
            \(between)
            ip route add default via 192.0.2.1; await agree
            ip route del default via 192.0.2.1; await agree
            ip route add default via 192.0.2.254 onlink dev $(ls /sys/class/net | grep -x 'eth0\\|lan0')
            await agree
            ip route del default via 192.0.2.254; await agree
            """,
            command: "kill $watch; echo agreed")
        #expect(outcome.text == "agreed\n")
    }

    @Test func whatIsOfNoInterestIsTakenInAndShownOnceItIs() async throws {
        let lines = try await watch(
            """
            \(Self.uplink)
            cable eth1
            """,
            """
            ip link set eth1 mtu 1400
            ip address add 198.51.100.1/24 dev eth1
            last_is '"name":"eth1"'
            """)
        #expect(lines.count == 2)
        #expect(lines.last?["path.interfaces.eth1.mtu"] == 1400)
    }

    @Test func anAddressForTwoPeersIsThereAsLongAsOneIs() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            ip address add 10.0.0.1 peer 10.0.0.2 dev eth0
            ip address add 10.0.0.1 peer 10.0.0.3 dev eth0
            last_is '"peer":"10.0.0.3"'
            ip address del 10.0.0.1 peer 10.0.0.3 dev eth0
            await eval 'last_has "10.0.0.1" && ! last_has "10.0.0.3"'
            """)
        #expect(lines.last?["path.interfaces.0.addresses.1.peer"] == "10.0.0.2")
    }

    @Test func theNameServersFile() async throws {
        let lines = try await watch(
            "\(Self.uplink); resolver 'nameserver 9.9.9.9'",
            "echo >\"$TEST_FOLDER/resolv.conf\"; last_is '\"supportsDNS\":false'")
        #expect(lines.last?["changes"] == ["supportsDNS"])
        #expect(lines.last?["path.supportsDNS"] == false)
    }

    @Test func noTwoLinesAreAlikeAndTheLastOneIsRight() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            for flap in $(seq 1000); do
                echo route del default
                echo route add default via 192.0.2.1
            done | ip -batch -
            ip route del default
            last_is noRoute
            """)
        for (one, next) in zip(lines, lines.dropFirst()) {
            #expect(one["path"] != next["path"])
        }
        #expect(lines.last?["path.unsatisfiedReason"] == "noRoute")
    }

    /// A pipe holds 64 KiB of lines; what happens beyond that is told together when it is read again.
    @Test func aReaderThatDoesNotKeepUpMissesNoEnd() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            mkfifo "$TEST_FOLDER/pipe"
            "$REACH" watch --json >"$TEST_FOLDER/pipe" & watch=$!
            exec 9<"$TEST_FOLDER/pipe"
            read -r line <&9
            for flap in $(seq 500); do
                ip route del default
                ip route add default via 192.0.2.1
            done
            ip route del default
            cat <&9 >"$TEST_FOLDER/lines" &
            last_is() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "$1"; }
            await last_is '"noRoute"'
            """,
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"")
        let lines = try outcome.text.split(separator: "\n").map { line in
            try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
        }
        #expect(lines.count < 500)
        #expect(lines.last?["path.unsatisfiedReason"] == "noRoute")
        #expect(
            lines.compactMap { $0["sequence"] } == lines.indices.map { .number(Double($0 + 1)) })
    }

    /// Stopped while more happens than its socket can hold, it reads everything afresh.
    @Test func lostMessagesAreMadeUpFor() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            flaps 3
            kill -STOP $watch
            for flap in $(seq 6000); do
                echo link set eth0-far mtu 1400
                echo link set eth0-far mtu 1500
            done | ip -batch -
            ip route del default
            kill -CONT $watch
            last_is noRoute
            ip route add default via 192.0.2.1
            last_is '"status":"satisfied"'
            """)
        // What it told before the loss is not told again in its place.
        #expect(lines.dropFirst(7).first?["event"] == "resync")
        #expect(lines.last?["event"] == "change")
    }

    @Test func whatIsNotTheKernelsIsNotBelieved() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            "$FORGE_LINK" "$(cat /sys/class/net/eth0/ifindex)"
            ip link set eth0 mtu 1400
            last_is '"mtu":1400'
            """)
        #expect(lines.map { $0["event"] } == ["initial", "change"])
        #expect(lines.last?["changes"] == ["interfaces"])
    }

    @Test(
        "An interface that is another one",
        arguments: [
            (
                "renamed", "ip link set eth0 name lan0; last_is '\"primary\":\"lan0\"'",
                "lan0"
            ),
            (
                "made again under its name",
                "ip link del eth0; uplink eth0 192.0.2.8/24 192.0.2.1; last_is '\"primary\":\"eth0\".*192.0.2.8'",
                "eth0"
            ),
        ])
    func identity(name: String, changes: String, primary: String) async throws {
        let lines = try await watch(Self.uplink, changes)
        #expect(lines.last?["path.primary"] == .string(primary))
        #expect(lines.last?["path.status"] == "satisfied")
        if name == "renamed" { #expect(lines.last?["changes"] == ["primary", "interfaces"]) }
    }

    @Test("A path that flaps faster than the time to settle is told all the same")
    func flappingIsToldAlthoughItDoesNotSettle() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            "$REACH" watch --json --settle 400ms >"$TEST_FOLDER/lines" & watch=$!
            has_lines() { [ "$(wc -l <"$TEST_FOLDER/lines")" -ge "$1" ]; }
            await has_lines 1
            while :; do ip route del default; ip route add default via 192.0.2.1; done & flaps=$!
            await has_lines 3
            kill $flaps
            """,
            command: "kill $watch; head -n 3 \"$TEST_FOLDER/lines\"")
        let lines = try outcome.text.split(separator: "\n").map { line in
            try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
        }
        #expect(
            lines.map { $0["path.status"] } == ["satisfied", "unsatisfied", "satisfied"])
    }

    /// The kernel tells that a card is switched off before it takes the routes over it away. Many multicast
    /// groups keep it busy in between.
    @Test("A card that hands over to another one when it is switched off makes no loss")
    func handover() async throws {
        let lines = try await watch(
            """
            \(Self.uplink); uplink eth1 198.51.100.7/24 198.51.100.1 700
            sysctl -qw net.ipv4.igmp_max_memberships=10000
            for group in $(seq 0 1499); do
                echo address add 239.1.$((group / 250)).$((group % 250))/32 dev eth0 autojoin
            done | ip -batch -
            """,
            """
            for handover in $(seq 15); do
                ip link set eth0 down; last_is '"primary":"eth1"'
                ip link set eth0 up; await state_is eth0 UP
                ip route add default via 192.0.2.1 dev eth0
                last_is '"primary":"eth0"'
            done
            """)
        #expect(lines.allSatisfy { $0["path.status"] == "satisfied" })
    }

    @Test func movedToAnotherNamespace() async throws {
        let lines = try await watch(
            Self.uplink,
            "elsewhere true; ip link set eth0 netns $other; last_is '\"status\":\"unsatisfied\"'"
        )
        #expect(lines.last?["path.status"] == "unsatisfied")
    }

    /// After many changes the last line says what a fresh look says.
    @Test(arguments: 1...12)
    func converges(seed: Int) async throws {
        let outcome = try await Namespace.run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            uplink eth1 198.51.100.7/24
            ip link add br0 type bridge
            \(Self.watching)\(Self.agreeing)
            random=\(seed)
            roll() { random=$(( (random * 1103515245 + 12345) % 2147483648 )); roll=$(( random / 65536 % $1 )); }
            for step in $(seq 300); do
                roll 2; card=eth$roll; roll 11
                case $roll in
                    0) ip link set $card down ;;
                    1 | 2) ip link set $card up ;;
                    3) ip link set $card-far down ;;
                    4) ip link set $card-far up ;;
                    5) ip address flush dev $card scope global ;;
                    6) ip address add 192.0.2.$step/24 dev $card ;;
                    7) ip route replace default via 192.0.2.1 dev $card onlink ;;
                    8) ip route del default ;;
                    9) roll 2; [ $roll = 0 ] && ip rule add prohibit priority 5 || ip rule del priority 5 ;;
                    10) roll 2; [ $roll = 0 ] && ip link set eth1 master br0 || ip link set eth1 nomaster ;;
                esac 2>/dev/null || true
            done
            # Carriers settle for up to a second; then both must say the same.
            await agree
            """,
            command: "kill $watch; echo agreed")
        #expect(outcome.text == "agreed\n")
    }

    @Test("Its end", arguments: [("--count 1", 1), ("--timeout 200ms", 1)])
    func end(arguments: String, lines: Int) async throws {
        let outcome = try await Namespace.run(
            Self.uplink, command: "$REACH watch --json \(arguments)")
        #expect(outcome.status == 0)
        #expect(outcome.text.split(separator: "\n").count == lines)
    }

    @Test func aReaderThatGoesEndsItAtOnce() async throws {
        let outcome = try await Program.run(
            ["bash", "-c", "$REACH watch | head -n 1; echo ${PIPESTATUS[0]}"])
        #expect(outcome.text.hasSuffix("\n141\n"))
    }

    /// What `reach watch` writes while the network changes, without the times.
    private func words(_ setup: String, _ change: String, count: Int) async throws -> [String] {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            \(setup)
            "$REACH" watch --count \(count) >"$TEST_FOLDER/lines" & watch=$!
            has_first() { [ -s "$TEST_FOLDER/lines" ]; }
            await has_first
            \(change)
            wait $watch
            """,
            command: "cut -d' ' -f4- \"$TEST_FOLDER/lines\"")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    @Test(
        "A line names the interface, and the cause before the effect",
        arguments: [
            (
                """
                sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1
                uplink eth1 198.51.100.7/24 198.51.100.1 7
                """, "unplug eth0",
                "eth0 lost its link; now online by Ethernet (eth1), cost unknown"
            ),
            (
                "uplink eth1 198.51.100.7/24 198.51.100.1 7", "ip route del default dev eth0",
                "eth0 lost its route to the internet for IPv4; now online by Ethernet (eth1), cost unknown"
            ),
            ("", "ip link set eth0 mtu 1400", "the MTU of eth0 is 1400, was 1500"),
            ("", "ip address add 192.0.2.8/24 dev eth0", "eth0 has address 192.0.2.8"),
            (
                "ip address add 192.0.2.7/32 dev eth0", "ip link set eth0 mtu 1400",
                "the MTU of eth0 is 1400, was 1500"
            ),
            (
                "ip address add 192.0.2.7/32 dev eth0", "ip address del 192.0.2.7/32 dev eth0",
                "eth0 lost address 192.0.2.7/32"
            ),
            (
                """
                uplink eth1 198.51.100.7/24 198.51.100.1 7
                uplink eth2 203.0.113.7/24 203.0.113.1 9
                """, "ip route add default via 203.0.113.1 dev eth2 metric 6",
                "the order of the interfaces is now eth0, eth2, eth1"
            ),
            (
                "", "ip route del default",
                "eth0 lost its route to the internet for IPv4; now offline: there is no route to the internet"
            ),
        ])
    func causes(setup: String, change: String, line: String) async throws {
        let lines = try await words(setup, change, count: 2)
        #expect(lines.first == "Online by Ethernet (eth0), cost unknown")
        #expect(lines.last == line)
    }

    @Test(
        "Text has the local date and time with the offset",
        arguments: [("XXX-5:30", "+05:30"), ("XXX3:30", "-03:30"), ("UTC", "+00:00")])
    func localTime(zone: String, offset: String) async throws {
        let before = Date.now
        let outcome = try await Namespace.run(
            Self.uplink, command: "$REACH watch --count 1", environment: ["TZ": zone])
        let words = outcome.text.split(separator: " ")
        try #require(words.count > 2, "\(outcome.text) \(outcome.errors)")
        #expect(words[1].hasSuffix(offset))
        let date = try #require(ISO8601DateFormatter().date(from: "\(words[0])T\(words[1])"))
        // It has no more than seconds, and the program may have had to wait for its turn.
        #expect(date.timeIntervalSince(before) > -1 && date <= Date.now)
    }

    @Test func wordsForPeople() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            "$REACH" watch --count 2 >"$TEST_FOLDER/lines" & watch=$!
            has_first() { [ -s "$TEST_FOLDER/lines" ]; }
            await has_first
            ip link del eth0
            wait $watch
            """,
            command: "cut -d' ' -f4- \"$TEST_FOLDER/lines\"")
        #expect(
            outcome.text.contains("; now offline: "), "\(outcome.text)")
    }

    @Test(
        "Wrong usage",
        arguments: [
            "--timeout 5x", "--timeout -1", "--settle 99999999999999999d", "--count 0",
            "--timeout ''",
        ])
    func usage(arguments: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REACH watch \(arguments)"])
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
    }

    @Test(
        "Durations",
        arguments: [
            ("500ms", 500), ("30s", 30_000), ("5m", 300_000), ("5min", 300_000), ("2h", 7_200_000),
            ("1d", 86_400_000), ("1h30m", 5_400_000), ("1d12h", 129_600_000),
            ("1m30s500ms", 90_500), ("7", 7000), ("0", 0), ("0.5", 500), ("1.25", 1250),
            ("0.0001", 1), ("2.000", 2000), ("5x", nil), ("", nil), ("s", nil), ("-1s", nil),
            ("-5", nil), ("+5", nil), ("1.5s", nil), ("0.5h", nil), (".5", nil), ("5.", nil),
            ("1.2.3", nil), ("1h30", nil), ("30m1h", nil), ("1h1h", nil), ("1m1min", nil),
            ("1h 30m", nil), ("1e3", nil), ("5\u{301}", nil), ("0.5\u{301}", nil),
            ("9223372036854775807d", nil), ("9223372036854775808", nil),
            ("9223372036854775.9", nil), ("100000000000d100000000000h", nil),
        ] as [(String, Int64?)])
    func spans(text: String, milliseconds: Int64?) {
        #expect(Span(argument: text)?.milliseconds == milliseconds)
    }

    @Test(
        "A duration is written as it may be given",
        arguments: [
            (0, "0s"), (100, "100ms"), (1500, "1500ms"), (30_000, "30s"), (90_000, "1m30s"),
            (90_061, "1m30s61ms"), (5_400_000, "1h30m"), (86_400_000, "1d"),
        ] as [(Int64, String)])
    func writtenSpans(milliseconds: Int64, text: String) {
        #expect(Span(milliseconds: milliseconds).description == text)
        #expect(Span(argument: text)?.milliseconds == milliseconds)
    }
}
