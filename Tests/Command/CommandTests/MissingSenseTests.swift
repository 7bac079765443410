// SPDX-License-Identifier: Apache-2.0

import Testing

/// Following the network without the means to watch files or to detect a suspend.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct MissingSenseTests {
    private static let setup = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        # The limits are those of the user namespace.
        limit() { echo "$2" >/proc/sys/user/max_inotify_"$1"; }
        says() { await grep -q "$@"; }
        orders="$TEST_FOLDER/orders"; lines="$TEST_FOLDER/lines"; errors="$TEST_FOLDER/errors"
        mkfifo "$orders"
        exec 7<>"$orders"
        probe() { "$@" <&7 >"$lines" 2>&1 & probe=$!; }
        order() { echo "$1" >&7; }

        """

    /// What is missing: commands of the setup, a prefix for the program, and the reported reason.
    static let missing = [
        ("limit instances 0", "", "inotify_init1): Too many open files (errno 24)"),
        ("limit watches 0", "", "inotify_add_watch): No space left on device (errno 28)"),
        ("", "\"$REFUSE_NETLINK\" --timers", "timerfd_create): Operation not permitted (errno 1)"),
    ]

    @Test(
        "A watch reports a route change at once, and says which changes it notices late",
        arguments: missing
    )
    func watch(setup: String, prefix: String, reason: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)\(setup)
            \(prefix) "$REACH" watch --json >"$lines" 2>"$errors" & watch=$!
            says '"event":"initial"' "$lines"
            ip route del default
            says '"unsatisfiedReason":"noRoute"' "$lines"
            """,
            command: "kill $watch; cat \"$errors\"")
        #expect(outcome.text.hasPrefix("reach: cannot watch "))
        #expect(outcome.text.hasSuffix("\(reason); some changes are noticed late\n"))
        #expect(outcome.text.split(separator: "\n").count == 1)
    }

    @Test("wait and run work without the missing facility", arguments: missing)
    func waitAndRun(setup: String, prefix: String, reason: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)\(setup)
            \(prefix) "$REACH" wait --not --online 2>"$errors" & wait=$!
            says 'noticed late' "$errors"
            ip route del default
            wait $wait
            """,
            command:
                "\(prefix) $REACH run --not --online -- echo ran; $REACH wait --timeout 0; echo $?")
        #expect(outcome.text == "ran\n1\n")
    }

    @Test("A monitor gets events from the kernel, and reports its limitations", arguments: missing)
    func monitor(setup: String, prefix: String, reason: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)\(setup)
            probe \(prefix) "$MONITOR_PROBE" break
            says '^satisfied - eth0 events' "$lines"
            order limits
            says '^limits cannot watch' "$lines"
            ip route del default
            says '^unsatisfied noRoute - events 0' "$lines"
            """,
            command: "kill $probe; grep limits \"$lines\"")
        #expect(outcome.text.hasSuffix("\(reason)\n"))
        #expect(!outcome.text.contains(";"), "one reason: \(outcome.text)")
    }

    @Test(
        "Where poll is refused, what waits says so and ends, and does not spin",
        arguments: [
            ("watch", 69), ("wait --offline", 69), ("run -- true", 125),
            ("export --textfile metrics", 69), ("check --to host.example", 69),
        ])
    func noPoll(arguments: String, code: Int) async throws {
        let outcome = try await Namespace.run(
            "\(Self.setup)cd \"$TEST_FOLDER\"",
            command: "$REFUSE_NETLINK --call poll $REACH \(arguments) 2>&1; echo $?")
        #expect(
            outcome.text == """
                reach: cannot wait for descriptors (poll): Operation not permitted (errno 1)
                \(code)

                """)
    }

    @Test("A process uses one inotify instance")
    func instances() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            probe "$MONITOR_PROBE" watch
            says '^satisfied' "$lines"
            "$REACH" watch --json >"$lines.watch" & watch=$!
            says initial "$lines.watch"
            count() { ls -l /proc/$1/fd | grep -c inotify; }
            """,
            command: "count $probe; count $watch; kill $probe $watch")
        #expect(outcome.text == "1\n1\n")
    }

    @Test(
        "Files that cannot be watched are polled, and watched as soon as possible"
    )
    func filesWithoutInotify() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            resolver 'nameserver 192.0.2.53'
            limit instances 0
            echo '{}' >"$TEST_FOLDER/reach.json"
            "$REACH" watch --json --config "$TEST_FOLDER/reach.json" >"$lines" 2>"$errors" & watch=$!
            says '"supportsDNS":true' "$lines"
            : >"$TEST_FOLDER/resolv.conf"
            echo '{"overrides":[{"interface":"eth0","metered":"yes"}]}' >"$TEST_FOLDER/reach.json"
            says '"supportsDNS":false' "$lines"
            says '"metered":{"value":"yes"' "$lines"
            limit instances 9
            says 'immediately again' "$errors"
            echo 'nameserver 192.0.2.53' >"$TEST_FOLDER/resolv.conf"
            says '"changes":\\["supportsDNS"\\]' "$lines"
            """,
            command: "kill $watch; wc -l <\"$errors\"")
        #expect(outcome.text == "2\n")
    }

    /// Without the file watch, each change but the first would be noticed after ten seconds.
    @Test("A change of the name server is noticed at once while polling")
    func nameServersWhilePolling() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            resolver 'nameserver 192.0.2.53'
            "$REFUSE_NETLINK" --groups "$REACH" watch --json >"$lines" 2>"$errors" & watch=$!
            last_says() { tail -n 1 "$lines" | grep -q "$1"; }
            await last_says '"supportsDNS":true'
            started=$(date +%s)
            for number in 1 2 3 4; do
                : >"$TEST_FOLDER/resolv.conf"
                await last_says '"supportsDNS":false'
                echo 'nameserver 192.0.2.53' >"$TEST_FOLDER/resolv.conf"
                await last_says '"supportsDNS":true'
            done
            elapsed=$(($(date +%s) - started))
            """,
            command: "kill $watch; echo $elapsed")
        let seconds = try #require(
            Int(outcome.text.trimmingPrefix("\n").prefix(while: \.isNumber)), "\(outcome.errors)")
        #expect(seconds < 60)
    }

    @Test("A monitor without a descriptor for suspend detection tries again")
    func suspendLater() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            probe "$MONITOR_PROBE" diagnose
            says '^info path' "$lines"
            order deafen
            says deaf "$lines"
            # The monitor keeps its old descriptors until something wakes it.
            ip route del default
            says '^warning limited .*suspend.* cannot be observed' "$lines"
            says '^notice limitationEnded .*suspend.* can be observed again' "$lines"
            unlimited() { order limits; tail -n 1 "$lines" | grep -q '^limits $'; }
            await unlimited
            """,
            command: "kill $probe; tail -n 1 \"$lines\"")
        #expect(outcome.errors == "")
    }

    @Test("A monitor continues after its descriptors were replaced")
    func ruined() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            probe "$MONITOR_PROBE" break
            says '^satisfied - eth0 events' "$lines"
            order deafen
            says deaf "$lines"
            ip route del default
            says '^unsatisfied noRoute - events 0' "$lines"
            limited() { order limits; grep -q 'suspend.*; .*files' "$lines"; }
            await limited
            ip route add default via 192.0.2.1
            says '^satisfied - eth0 events 0' "$lines"
            """,
            command: "kill $probe")
        #expect(outcome.errors == "")
    }

    @Test("A monitor without free descriptors starts as soon as one is free")
    func exhausted() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            probe "$MONITOR_PROBE" exhausted
            says '^satisfied - eth0 events' "$lines"
            """,
            command: "kill $probe; head -n 2 \"$lines\"")
        #expect(
            outcome.text.contains(
                "unavailable: cannot wait for a wake-up (eventfd): Too many open files"))
    }

    @Test("Too few descriptors are not reported as an output error", arguments: 4...10)
    func fewDescriptors(count: Int) async throws {
        let outcome = try await Namespace.run(
            Self.setup,
            command: "exec 7>&-; prlimit --nofile=\(count) $REACH wait --to 127.0.0.1 --timeout 300"
        )
        #expect([0, 69].contains(outcome.status), "\(outcome.status): \(outcome.errors)")
    }
}
