// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Monitors of the library in a separate program while the network changes. The program prints lines with status,
/// reason, primary, mode, and the number of resyncs.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct MonitorTests {
    /// An uplink that does not change by itself, and the functions of the scenarios.
    private static let setup = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        mkfifo "$TEST_FOLDER/orders"
        exec 7<>"$TEST_FOLDER/orders"
        # probe COMMAND...: starts a program that monitors and obeys `order WORD`.
        probe() { "$@" <&7 >"$TEST_FOLDER/lines" 2>&1 & probe=$!; }
        order() { echo "$1" >&7; }
        last_has() { tail -n 1 "$TEST_FOLDER/lines" | grep -Eq "$1"; }
        last_is() { await last_has "$1"; }
        prints() { await grep -q "^$1" "$TEST_FOLDER/lines"; }

        """

    private func lines(_ changes: String) async throws -> [Substring] {
        let outcome = try await Namespace.run(
            "\(Self.setup)\(changes)", command: "kill $probe; cat \"$TEST_FOLDER/lines\"")
        return outcome.text.split(separator: "\n")
    }

    @Test("The handler is called for every change of the path")
    func changes() async throws {
        let lines = try await lines(
            """
            probe "$MONITOR_PROBE" watch
            last_is '^satisfied - eth0 events'
            unplug eth0
            last_is '^unsatisfied noCarrier'
            ip link set eth0-far up
            last_is '^satisfied - eth0 events'
            ip link del eth0
            last_is '^unsatisfied noInterface'
            """)
        // A change of an interface can be a path change without other differences.
        var different: [Substring] = []
        for line in lines where line != different.last { different.append(line) }
        // Before an interface is removed, it is switched off and loses its address and its route.
        different = different.enumerated().filter { position, line in
            position < 3 || position == different.count - 1 || !line.hasPrefix("unsatisfied")
        }.map(\.element)
        #expect(
            different == [
                "satisfied - eth0 events 0", "unsatisfied noCarrier - events 0",
                "satisfied - eth0 events 0", "unsatisfied noInterface - events 0",
            ])
    }

    @Test("A monitor reopens sockets that fail")
    func brokenSockets() async throws {
        let lines = try await lines(
            """
            probe "$MONITOR_PROBE" break
            last_is '^satisfied - eth0 events'
            order break
            last_is broken
            ip route del default
            last_is '^unsatisfied noRoute - events [1-9]'
            order break
            last_is broken
            ip route add default via 192.0.2.1
            last_is '^satisfied - eth0 events [1-9]'
            """)
        #expect(lines.count { $0 == "broken" } == 2)
    }

    @Test("The path is unsatisfied and the mode unavailable where netlink is refused")
    func refusedNetlink() async throws {
        let lines = try await lines(
            """
            probe "$REFUSE_NETLINK" "$MONITOR_PROBE" watch
            last_is unavailable
            """)
        #expect(lines == ["unsatisfied noInterface - unavailable 0"])
    }

    @Test(
        "A monitor polls where it may not subscribe to changes or wait for them", .tags(.slow),
        arguments: ["--groups", "--call poll"])
    func polling(refused: String) async throws {
        let lines = try await lines(
            """
            probe "$REFUSE_NETLINK" \(refused) "$MONITOR_PROBE" watch
            last_is '^satisfied - eth0 polling'
            ip route del default
            last_is '^unsatisfied noRoute - polling'
            # In the time of the polling, which is 10 s, a thread that never sleeps has 1000 ticks.
            awk '{ exit $14 + $15 > 300 }' /proc/$probe/stat
            """)
        #expect(lines.count == 2)
    }

    @Test(
        "The diagnostics handler gets what fails, and when it works again",
        arguments: [
            (
                "probe \"$REFUSE_NETLINK\" \"$MONITOR_PROBE\" diagnose",
                ["error unavailable"]
            ),
            (
                "probe \"$REFUSE_NETLINK\" --groups \"$MONITOR_PROBE\" diagnose",
                ["warning polling"]
            ),
            (
                "probe \"$REFUSE_NETLINK\" --timers \"$MONITOR_PROBE\" diagnose",
                ["warning limited"]
            ),
            (
                """
                probe "$MONITOR_PROBE" diagnose
                prints 'info path'
                order break
                prints 'info broken'
                ip route del default
                """, ["notice resync"]
            ),
            (
                """
                export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
                "$FAKE_BUS" "$TEST_FOLDER/bus" refusing >/dev/null & bus=$!
                await test -S "$TEST_FOLDER/bus"
                probe "$MONITOR_PROBE" diagnose
                prints 'warning networkManagerMissing'
                kill $bus
                rm "$TEST_FOLDER/bus"
                """,
                ["warning networkManagerMissing", "notice networkManagerEnded"]
            ),
        ])
    func diagnostics(changes: String, expected: [String]) async throws {
        let waits = expected.map { "prints '\($0)'" }
        let lines = try await lines("\(changes)\n\(waits.joined(separator: "\n"))")
        // The reason can change.
        let problems = problems(lines)
        let different = zip([""] + problems, problems).filter { $0 != $1 }.map(\.1)
        #expect(different == expected, "\(lines)")
    }

    /// The levels and codes of diagnostics. While the first answer is pending, its absence is no problem yet.
    private func problems(_ lines: [Substring]) -> [String] {
        lines.filter { !$0.hasPrefix("info ") }.map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    @Test(
        "A bus that closes every connection is reported once",
        arguments: [
            ("closing", ["warning networkManagerMissing"]),
            // It says first that NetworkManager does not run.
            ("dropping", ["warning networkManagerMissing", "notice networkManagerEnded"]),
        ])
    func closedConnections(mode: String, expected: [String]) async throws {
        let lines = try await lines(
            """
            export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
            "$FAKE_BUS" "$TEST_FOLDER/bus" \(mode) >"$TEST_FOLDER/connections" &
            await test -S "$TEST_FOLDER/bus"
            probe "$MONITOR_PROBE" diagnose
            connected() { [ "$(wc -l <"$TEST_FOLDER/connections")" -ge 6 ]; }
            await connected
            """)
        #expect(problems(lines) == expected, "\(lines)")
    }

    @Test(
        "Queries tell each problem once, and nothing of an answer that they do not wait for",
        arguments: [
            (
                "",
                ["timeout 0.0", "timeout 0.01", "warning networkManagerMissing"]
            ),
            (
                "\"$REFUSE_NETLINK\"",
                ["timeout 0.0", "error unavailable", "timeout 0.01"]
            ),
        ])
    func queries(refusal: String, expected: [String]) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.setup)
            export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
            "$FAKE_BUS" "$TEST_FOLDER/bus" silent >/dev/null &
            await test -S "$TEST_FOLDER/bus"
            """, command: "\(refusal) \"$MONITOR_PROBE\" queries")
        #expect(problems(outcome.text.split(separator: "\n")) == expected, "\(outcome.text)")
    }

    @Test("A watch that polls says so on standard error")
    func pollingNotice() async throws {
        let outcome = try await Namespace.run(
            "sysctl -qw net.ipv6.conf.default.disable_ipv6=1",
            command: "$REFUSE_NETLINK --groups $REACH watch --count 1")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("Offline"))
        #expect(
            outcome.errors.contains("cannot subscribe") && outcome.errors.contains("every 10 s"),
            "\(outcome.errors)")
    }

    @Test("After thousands of monitors no descriptors and no memory remain in use")
    func lifecycle() async throws {
        let outcome = try await Namespace.run(
            Self.setup, command: "$MONITOR_PROBE lifecycle 2000")
        let lines = outcome.text.split(separator: "\n")
        func number(_ line: Substring?) -> Int? {
            line.flatMap { Int($0.split(separator: " ").last ?? "") }
        }
        // Dispatch opens some descriptors on a busy machine, but not thousands.
        #expect(try #require(number(lines.first)) < 5, "\(outcome.text)")
        // The allocator may keep some memory, but not 2,000 objects of any kind.
        #expect(try #require(number(lines.last)) < 2000, "KiB: \(outcome.text)")
    }
}
