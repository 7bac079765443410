// SPDX-License-Identifier: Apache-2.0

import Testing

/// `--between` of the commands, by a local clock that each test chooses: with its time zone (`TZ`), the clock of the machine
/// shows any time of day.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct HoursTests {
    private static let words = """
        uplink eth0 192.0.2.7/24 192.0.2.1
        cd "$TEST_FOLDER"
        # clock HOUR MINUTE SECOND: the local time is this one now.
        clock() {
            ahead=$((($1 * 3600 + $2 * 60 + $3 + 86400 - $(date -u +%s) % 86400) % 86400))
            export TZ="TEST-$((ahead / 3600)):$((ahead / 60 % 60)):$((ahead % 60))"
        }

        """

    private static let shared = SharedNamespace(
        words, commands: rows.map { command($0.arguments) })

    private static func command(_ arguments: String) -> String {
        "clock 14 5 5; $REACH check \(arguments)"
    }

    private static let rows: [(arguments: String, text: String)] = [
        ("--between 14:00-15:00", "yes"), ("--between 14:05-14:06", "yes"),
        ("--between 23:00-06:00", "no: it is 14:05, outside 23:00-06:00"),
        ("--between 14:06-14:05", "no: it is 14:05, outside 14:06-14:05"),
        ("--between 14:00-14:05", "no: it is 14:05, outside 14:00-14:05"),
        ("--between 08:00-12:00,13:00-17:30", "yes"),
        (
            "--between 08:00-12:00,15:00-17:30",
            "no: it is 14:05, outside 08:00-12:00,15:00-17:30"
        ),
        ("--not --between 23:00-06:00", "yes"),
        ("--not --between 14:00-15:00", "no: the conditions hold (inverted by --not)"),
        (
            "--ipv6 --between 23:00-06:00",
            "no: there is no route for IPv6; it is 14:05, outside 23:00-06:00"
        ),
        ("--to 192.0.2.9 --between 14:00-15:00", "yes"),
    ]

    @Test("check knows the local time of day", arguments: rows)
    func check(arguments: String, text: String) async throws {
        let outcome = try await Self.shared.outcome(of: Self.command(arguments))
        #expect(outcome.text == text + "\n")
        #expect(outcome.status == (text == "yes" ? 0 : 1))
        #expect(outcome.errors == "")
    }

    @Test("The JSON of check has the reason")
    func json() async throws {
        let outcome = try await Namespace.run(
            Self.words + "clock 14 5 5", command: "$REACH check --json --between 23:00-06:00")
        #expect(outcome.status == 1)
        #expect(try outcome.json["reasons"] == ["outsideHours"])
    }

    @Test("wait sleeps until the hours begin", .tags(.slow))
    func wait() async throws {
        // On a busy machine, reach needs seconds to start.
        let outcome = try await Namespace.run(
            Self.words + "clock 22 59 40",
            command: """
                "$REACH" wait --between 23:00-06:00 --timeout 300s
                echo "$? $(date +%H)"
                """)
        #expect(outcome.text == "0 23\n")
        #expect(outcome.errors.contains(": outside 23:00-06:00, until 23:00 (--between)\n"))
    }

    @Test("--stable counts from the beginning of the hours")
    func stable() async throws {
        let outcome = try await Namespace.run(
            Self.words + "clock 22 59 59",
            command: """
                "$REACH" wait --quiet --between 23:00-06:00 --stable 2s --timeout 300s
                echo "$? $(($(date +%H%M%S) >= 230002))"
                """)
        #expect(outcome.text == "0 1\n")
    }

    @Test("For run, the end of the hours is a loss without grace", .tags(.slow))
    func run() async throws {
        // On a busy machine, reach needs seconds to start.
        let outcome = try await Namespace.run(
            Self.words + "clock 22 59 40",
            command: """
                "$REACH" run --between 22:00-23:00 --on-loss stop --loss-grace 1h --deadline 100ms -- sleep 300
                echo "$? $(date +%H)"
                """)
        #expect(outcome.text == "124 23\n")
        let reason = "outside 22:00-23:00, until 22:00 (--between)"
        #expect(
            outcome.errors.split(separator: "\n").map(String.init) == [
                "reach: starting sleep: the conditions hold", "reach: stopping sleep: \(reason)",
                "reach: the deadline passed: \(reason)",
            ])
    }

    @Test("A transfer keeps its hours, says that it waits for them, and starts with them")
    func fetch() async throws {
        let outcome = try await Namespace.run(
            Self.words + """
                ip link set lo up
                serves "$HOSTILE_SERVER" --log "$TEST_FOLDER/log"
                queue() { "$REACH" queue "$@" --store "$TEST_FOLDER/store"; }
                clock 12 0 0
                """,
            command: #"""
                "$REACH" fetch --detach --between 23:00-06:00 -o file.bin \
                    "http://127.0.0.1:$port/a/file.bin" --store "$TEST_FOLDER/store"
                "$REACH" queue run --until-empty --store "$TEST_FOLDER/store" &
                worker=$!
                await sh -c '"$1" queue list --json --store "$2" | grep -q outsideHours' - "$REACH" "$TEST_FOLDER/store"
                queue list | grep -o "outside 23:00-06:00, until 23:00 (--between)"
                queue list --json | grep -o '"reasons":\["[a-zA-Z]*"\]'
                queue list --json | grep -o '"hours":"[^"]*"'
                kill $worker
                wait $worker
                clock 22 59 57
                queue run --until-empty
                echo "$? $(date +%H:%M)"
                """#)
        #expect(
            outcome.text.split(separator: "\n").dropFirst() == [
                "outside 23:00-06:00, until 23:00 (--between)",
                "\"reasons\":[\"outsideHours\"]", "\"hours\":\"23:00-06:00\"", "0 23:00",
            ], "\(outcome.text) \(outcome.errors)")
    }
}
