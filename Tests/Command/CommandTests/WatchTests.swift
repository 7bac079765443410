// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import ReachCommand

/// `reach watch` in a network that changes.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct WatchTests {
    /// An uplink that does not change by itself. (With IPv6, it would get a link-local address later.)
    private static let uplink = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        """

    /// Starts a watch. The function `lines N` waits until it has written N lines.
    private static let watching = """
        "$REACH" watch --json >"$TEST_FOLDER/lines" & watch=$!
        has_lines() { [ "$(wc -l <"$TEST_FOLDER/lines")" -ge "$1" ]; }
        lines() { await has_lines "$1"; }
        last_has() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "$1"; }
        last_is() { await last_has "$1"; }
        # flaps TIMES: removes and adds the default route, and waits for the line of each change.
        flaps() {
            for line in $(seq 2 2 $((2 * $1))); do
                ip route del default; lines $line
                ip route add default via 192.0.2.1; lines $((line + 1))
            done
        }
        lines 1

        """

    /// Defines the function `agree`: whether the last line equals the output of `reach status`, apart from the quality of
    /// links, which only the status has.
    private static let agreeing = """
        path() { sed 's/.*"status"/"status"/; s/}$//; s/,"signal":null,"linkSpeed":null//g'; }
        agree() {
            fresh=$("$REACH" status --json | path)}
            printed=$(tail -n 1 "$TEST_FOLDER/lines" | path)
            [ "$fresh" = "$printed" ]
        }

        """

    private func watch(_ setup: String, _ changes: String) async throws -> [JSON] {
        let outcome = try await Namespace.run(
            "\(setup)\n\(Self.watching)\(changes)",
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"")
        return try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
    }

    @Test("The text names the dead interface that the kernel chooses now; the JSON does not change")
    func deadInterface() async throws {
        let outcome = try await Namespace.run(
            """
            sysctl -qw net.ipv6.conf.default.disable_ipv6=1
            uplink eth0 192.0.2.7/24 192.0.2.1 100; uplink eth1 198.51.100.7/24 198.51.100.1 200
            unplug eth0; unplug eth1
            \(Self.watching)
            "$REACH" watch --count 2 >"$TEST_FOLDER/text" & text=$!
            await grep -q eth0 "$TEST_FOLDER/text"
            ip route del default via 192.0.2.1; wait $text
            ip link set eth1 mtu 1400; lines 2
            """, command: "kill $watch; cat \"$TEST_FOLDER/text\"; wc -l <\"$TEST_FOLDER/lines\"")
        let lines = outcome.text.split(separator: "\n")
        try #require(lines.count == 3, "\(outcome.text)")
        #expect(lines[0].contains("Offline: the default route uses eth0, which has no link"))
        #expect(lines[1].contains("now offline: the default route uses eth1, which has no link"))
        #expect(lines[2] == "2")
    }

    /// Each row: a change, and the reason of the unsatisfied path after it.
    @Test(
        "A change of the network is a line with the new reason",
        arguments: [
            ("a route", "ip route del default", "noRoute"),
            ("the carrier, without a route message", "unplug eth0", "noCarrier"),
            (
                "the last address, without a route message",
                "ip address flush dev eth0",
                "noAddress"
            ),
            ("switched off", "ip link set eth0 down", "noCarrier"),
            (
                "a rule, without a route message", "ip rule add prohibit priority 5",
                "routeRejected"
            ),
            (
                "a group that a rule suppresses",
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

    /// The kernel reports a new IPv4 route after it is in effect, so one lookup is enough.
    @Test("Each loss and each return of a default route is one line")
    func flappingRoute() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            flaps 10
            """)
        #expect(lines.count == 21)
        #expect(
            lines.compactMap { $0["path.status"] }
                == lines.indices.map { $0 % 2 == 0 ? "satisfied" : "unsatisfied" })
    }

    /// Each line repeats the line before the previous one, except for its time and its number.
    @Test("A flapping route repeats the same lines, except for time and sequence")
    func repeatedLines() async throws {
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

    /// The next line must include a change that happened since the earlier lines about the same route.
    @Test(
        "A change between two flaps of a route is part of the next line",
        arguments: [
            ("nothing", "true"),
            ("an MTU", "ip link set eth0 mtu 1400"),
            ("an address", "ip address add 192.0.2.8/24 dev eth0"),
            (
                "an alternative name, which no line shows",
                "ip link property add dev eth0 altname uplink"
            ),
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

    @Test("A hidden interface is followed, and shown as soon as it has a usable address")
    func hiddenInterface() async throws {
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

    @Test("An address with two peers remains until the last peer is removed")
    func twoPeers() async throws {
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

    @Test("A change of resolv.conf is one line")
    func nameServers() async throws {
        let lines = try await watch(
            "\(Self.uplink); resolver 'nameserver 9.9.9.9'",
            "echo >\"$TEST_FOLDER/resolv.conf\"; last_is '\"supportsDNS\":false'")
        #expect(lines.last?["changes"] == ["supportsDNS"])
        #expect(lines.last?["path.supportsDNS"] == false)
    }

    @Test("Consecutive lines differ, and the last line is correct")
    func differentLines() async throws {
        let lines = try await watch(
            Self.uplink,
            """
            for flap in $(seq 1000); do
                echo route del default
                echo route add default via 192.0.2.1
            done | ip -batch -
            # The MTU tells the last change from those before it.
            printf '%s\\n' 'route del default' 'link set eth0 mtu 1400' | ip -batch -
            last_is '"noRoute".*"mtu":1400'
            """)
        for (one, next) in zip(lines, lines.dropFirst()) {
            #expect(one["path"] != next["path"])
        }
        #expect(lines.last?["path.unsatisfiedReason"] == "noRoute")
    }

    /// A pipe holds 64 KiB of lines. Later changes are merged until the pipe is read again.
    @Test("A slow reader gets merged changes and the final state")
    func slowReader() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            mkfifo "$TEST_FOLDER/pipe"
            "$REACH" watch --json >"$TEST_FOLDER/pipe" & watch=$!
            exec 9<"$TEST_FOLDER/pipe"
            read -r line <&9
            for flap in $(seq 200); do
                echo route del default
                echo route add default via 192.0.2.1
            done | ip -batch -
            # The MTU tells the last change from those before it.
            printf '%s\\n' 'route del default' 'link set eth0 mtu 1400' | ip -batch -
            cat <&9 >"$TEST_FOLDER/lines" & reader=$!
            last_is() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "$1"; }
            await last_is '"noRoute".*"mtu":1400'
            """,
            command: "kill $watch; wait $reader; cat \"$TEST_FOLDER/lines\"")
        let lines = try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
        #expect(lines.count < 400)
        #expect(lines.last?["path.unsatisfiedReason"] == "noRoute")
        #expect(
            lines.compactMap { $0["sequence"] } == lines.indices.map { .number(Double($0 + 1)) })
    }

    /// The watch is stopped while more messages arrive than its socket can hold.
    @Test("After messages were lost, the state is read again, and the line says resync")
    func resync() async throws {
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
        // A kept line is not reused in place of the resync.
        #expect(lines.dropFirst(7).first?["event"] == "resync")
        #expect(lines.last?["event"] == "change")
    }

    @Test("Netlink messages that the kernel did not send are ignored")
    func forgedMessages() async throws {
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
        "A renamed or recreated interface is the primary again",
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

    @Test("--settle does not suppress a path that flaps faster than its time")
    func flappingIsReportedAlthoughItDoesNotSettle() async throws {
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
            try JSON(Data(line.utf8))
        }
        #expect(
            lines.map { $0["path.status"] } == ["satisfied", "unsatisfied", "satisfied"])
    }

    /// The kernel reports that an interface is switched off before it removes the routes over it. Many multicast groups
    /// extend the time in between.
    @Test("Switching off one of two uplinks is not reported as a loss")
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

    @Test("The path is unsatisfied after its interface moves to another namespace")
    func movedToAnotherNamespace() async throws {
        let lines = try await watch(
            Self.uplink,
            "elsewhere true; ip link set eth0 netns $other; last_is '\"status\":\"unsatisfied\"'"
        )
        #expect(lines.last?["path.status"] == "unsatisfied")
    }

    /// The changes are pseudorandom. A program makes ten of them, because it takes longer to start than to change anything.
    @Test(
        "After many random changes, the last line equals the output of status",
        arguments: 1...12)
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
                    0) echo link set $card down ;;
                    1 | 2) echo link set $card up ;;
                    3) echo link set $card-far down ;;
                    4) echo link set $card-far up ;;
                    5) echo address flush dev $card scope global ;;
                    6) echo address add 192.0.2.$step/24 dev $card ;;
                    7) echo route replace default via 192.0.2.1 dev $card onlink ;;
                    8) echo route del default ;;
                    9) roll 2; [ $roll = 0 ] && echo rule add prohibit priority 5 || echo rule del priority 5 ;;
                    10) roll 2; [ $roll = 0 ] && echo link set eth1 master br0 || echo link set eth1 nomaster ;;
                esac >>"$TEST_FOLDER/batch"
                if [ $((step % 10)) = 0 ]; then
                    ip -force -batch "$TEST_FOLDER/batch" >/dev/null 2>&1 || true
                    : >"$TEST_FOLDER/batch"
                fi
            done
            # The operational state may lag behind the carrier for a second. Then both must agree.
            await agree
            """,
            command: "kill $watch; echo agreed")
        #expect(outcome.text == "agreed\n")
    }

    @Test(
        "--count and --timeout end the watch",
        arguments: [("--count 1", 1), ("--timeout 1s", 1)])
    func end(arguments: String, lines: Int) async throws {
        let outcome = try await Namespace.run(
            Self.uplink, command: "$REACH watch --json \(arguments)")
        #expect(outcome.status == 0)
        #expect(outcome.text.split(separator: "\n").count == lines)
    }

    @Test("A closed pipe ends the watch immediately")
    func closedPipe() async throws {
        let outcome = try await Program.run(
            ["bash", "-c", "$REACH watch | head -n 1; echo ${PIPESTATUS[0]}"])
        #expect(outcome.text.hasSuffix("\n141\n"))
    }

    /// Returns the text lines of `reach watch` during a change, without their times and with `D` for each duration.
    private func words(
        _ setup: String, _ change: String, count: Int, names: String = ""
    ) async throws -> [String] {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            \(setup)
            "$REACH" watch --count \(count) \(names) >"$TEST_FOLDER/lines" & watch=$!
            has_first() { [ -s "$TEST_FOLDER/lines" ]; }
            await has_first
            \(change)
            wait $watch
            """,
            command: "cut -d' ' -f4- \"$TEST_FOLDER/lines\"")
        return outcome.text.split(separator: "\n").map {
            String($0.replacing(#/(\d+ min )?\d+ (m?s|min)\b/#, with: "D"))
        }
    }

    @Test(
        "The text of a line names the interface and states the cause before the effect",
        arguments: [
            (
                """
                sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1
                uplink eth1 198.51.100.7/24 198.51.100.1 7
                """, "unplug eth0",
                "eth0 lost its link; now online via Ethernet (eth1), cost unknown (after at least D via eth0)"
            ),
            (
                "uplink eth1 198.51.100.7/24 198.51.100.1 7", "ip route del default dev eth0",
                "eth0 lost its route to the internet for IPv4; "
                    + "now online via Ethernet (eth1), cost unknown (after at least D via eth0)"
            ),
            ("", "ip link set eth0 mtu 1400", "the MTU of eth0 is 1400, was 1500"),
            ("", "ip address add 192.0.2.8/24 dev eth0", "eth0 got address 192.0.2.8"),
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
                "eth0 lost its route to the internet for IPv4; "
                    + "now offline: there is no route to the internet (after at least D online)"
            ),
        ])
    func causes(setup: String, change: String, line: String) async throws {
        let lines = try await words(setup, change, count: 2)
        #expect(lines.first == "Online via Ethernet (eth0), cost unknown")
        #expect(lines.last == line)
    }

    @Test("The text of a change says how long the former state lasted")
    func durations() async throws {
        let lines = try await words(
            "",
            """
            has_lines() { [ "$(wc -l <"$TEST_FOLDER/lines")" -ge "$1" ]; }
            ip route del default; await has_lines 2
            ip route add default via 192.0.2.1
            """, count: 3)
        #expect(
            lines.last == "eth0 got a route to the internet for IPv4; "
                + "now online via Ethernet (eth0), cost unknown (after D offline)")
    }

    @Test("A watch of an interface is about it and the path, and waits for it")
    func named() async throws {
        let lines = try await words(
            "cable eth2",
            """
            has_lines() { [ "$(wc -l <"$TEST_FOLDER/lines")" -ge "$1" ]; }
            ip link set eth2 mtu 1400; ip link set eth0 mtu 1400
            ip link add lan9 type bridge; await has_lines 2
            ip link set lan9 mtu 1400; await has_lines 3
            ip link del lan9; await has_lines 4
            ip route del default
            """, count: 5, names: "lan9 eth0-far")
        #expect(
            lines == [
                "lan9 does not exist; eth0-far has no route to the internet: it has no usable address; "
                    + "Online via Ethernet (eth0), cost unknown",
                "lan9 appeared", "the MTU of lan9 is 1400, was 1500", "lan9 was removed",
                "now offline: there is no route to the internet (after at least D online)",
            ])
    }

    @Test("The JSON of a watch of interfaces lists exactly these, also by another name")
    func namedJSON() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink); cable eth1; ip link property add dev eth1 altname lan1
            "$REACH" watch lan1 --json --count 3 >"$TEST_FOLDER/lines" & watch=$!
            has_lines() { [ "$(wc -l <"$TEST_FOLDER/lines")" -ge "$1" ]; }
            await has_lines 1
            ip link set eth0 mtu 1400; ip link set eth1 mtu 1300; await has_lines 2
            ip route del default
            wait $watch
            """, command: "cat \"$TEST_FOLDER/lines\"")
        let lines = try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
        #expect(lines.count == 3)
        for line in lines {
            #expect(line["path.interfaces.0.name"] == "eth1")
            #expect(line["path.interfaces.1"] == .some(.null))
        }
        #expect(lines[1]["changes"] == ["interfaces"])
        #expect(lines[1]["path.interfaces.eth1.mtu"] == 1300)
        #expect(lines[2]["path.status"] == "unsatisfied")
        #expect(lines[2]["changes"] != ["interfaces"])
    }

    @Test(
        "The text of a line begins with the local date and time and the UTC offset",
        arguments: [("XXX-5:30", "+05:30"), ("XXX3:30", "-03:30"), ("UTC", "+00:00")])
    func localTime(zone: String, offset: String) async throws {
        let before = Date.now
        let outcome = try await Namespace.run(
            Self.uplink, command: "$REACH watch --count 1", environment: ["TZ": zone])
        let words = outcome.text.split(separator: " ")
        try #require(words.count > 2, "\(outcome.text) \(outcome.errors)")
        #expect(words[1].hasSuffix(offset))
        let date = try #require(ISO8601DateFormatter().date(from: "\(words[0])T\(words[1])"))
        // The text has whole seconds, and the program may have waited for its turn.
        #expect(date.timeIntervalSince(before) > -1 && date <= Date.now)
    }

    @Test("The text of a line says that the machine is offline")
    func offlineText() async throws {
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
        "An invalid option value is a usage error",
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
        "A duration is parsed, or rejected if malformed",
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
        #expect(TimeSpan(argument: text)?.milliseconds == milliseconds)
    }

    @Test(
        "The description of a duration can be parsed again",
        arguments: [
            (0, "0s"), (100, "100ms"), (1500, "1500ms"), (30_000, "30s"), (90_000, "1m30s"),
            (90_061, "1m30s61ms"), (5_400_000, "1h30m"), (86_400_000, "1d"),
        ] as [(Int64, String)])
    func writtenSpans(milliseconds: Int64, text: String) {
        #expect(TimeSpan(milliseconds: milliseconds).description == text)
        #expect(TimeSpan(argument: text)?.milliseconds == milliseconds)
    }
}
