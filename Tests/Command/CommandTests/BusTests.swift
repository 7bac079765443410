// SPDX-License-Identifier: Apache-2.0

import Testing

/// The command with a faulty system bus.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct BusTests {
    /// Starts a bus with one kind of fault. `$TEST_FOLDER/connections` has a line for each connection.
    private static func bus(_ mode: String) -> String {
        """
        uplink eth0 192.0.2.7/24 192.0.2.1
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
        "$FAKE_BUS" "$TEST_FOLDER/bus" \(mode) >"$TEST_FOLDER/connections" &
        await test -S "$TEST_FOLDER/bus"
        # eventually TEXT COMMAND...: repeats the command until its output contains the text, and keeps the output.
        # On a busy machine the bus may not answer within two seconds.
        has() {
            text=$1
            shift
            "$REACH" "$@" >"$TEST_FOLDER/answer" 2>"$TEST_FOLDER/errors"
            grep -qF "$text" "$TEST_FOLDER/answer"
        }
        eventually() { await has "$@"; }

        """
    }

    @Test(
        "The cost is unknown, with the reason, if the bus does not answer",
        arguments: [
            ("silent", "NetworkManager has not answered yet"),
            ("hushed", "NetworkManager has not answered yet"),
            ("refusing", "NetworkManager does not say: org.freedesktop.DBus.Error.AccessDenied"),
            ("closing", "cannot talk to the bus (sd_bus_process): Connection reset by peer"),
            (
                "crowded",
                "cannot ask about more than 16384 devices of NetworkManager: Message too long"
            ),
        ], ["status --json", "watch --count 1 --json", "wait --json"])
    func unheard(bus: (mode: String, reason: String), command: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.bus(bus.mode))
            eventually '\(bus.reason)' \(command)
            """, command: "cat \"$TEST_FOLDER/answer\"; cat \"$TEST_FOLDER/errors\" >&2")
        let json = try outcome.json
        let metered = json["metered"] ?? json["path.metered"]
        #expect(metered?["value"] == "unknown")
        #expect(metered?["source"] == "none")
        #expect(metered?["detail"] == .string(bus.reason))
        #expect(
            outcome.errors
                == "reach: it is unknown whether the connection is metered: \(bus.reason)\n")
    }

    @Test("A bus without NetworkManager causes neither a wait nor a notice")
    func noNetworkManager() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.bus("lacking"))
            eventually 'a virtual interface with an unknown medium' status --json
            """, command: "cat \"$TEST_FOLDER/errors\"")
        #expect(outcome.text == "")
    }

    /// The wait for the answer to `CheckConnectivity` takes ten seconds.
    @Test(
        "The last word of a NetworkManager counts that refuses to check, or is silent for ten seconds",
        arguments: [
            ("unchecking", "its connectivity check says full"),
            ("dreaming", "NetworkManager has not checked within 10 s"),
        ])
    func unchecked(bus: (mode: String, fact: String)) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.bus(bus.mode))
            eventually '\(bus.fact)' explain --validated --json
            """, command: "cat \"$TEST_FOLDER/answer\"")
        let json = try outcome.json
        #expect(json["path.connectivity.value"] == "full")
        #expect(json["path.connectivity.source"] == "networkManager")
        #expect(outcome.text.contains("NetworkManager over eth0 at "))
    }

    @Test("--timeout ends a wait on a bus that does not answer")
    func timeout() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.bus("silent"))
            # After two seconds the cost counts as unknown, and the conditions hold. A busy machine may need them.
            fails() {
                "$REACH" wait --timeout 100ms 2>"$TEST_FOLDER/errors" && code=0 || code=$?
                [ $code = 1 ]
            }
            await fails
            """, command: "cat \"$TEST_FOLDER/errors\"")
        #expect(
            outcome.text.hasPrefix(
                "reach: timed out after 100ms: NetworkManager has not yet answered"))
    }

    @Test(
        "A time limit ends --validated, too, on a bus that does not answer",
        arguments: [
            ("wait --validated --timeout 100ms", 1), ("wait --validated --timeout 2020-01-01", 1),
            ("watch --validated --timeout 100ms", 0),
            ("run --validated --deadline 100ms -- true", 124),
        ] as [(String, Int32)])
    func timeoutOfCheck(command: String, status: Int32) async throws {
        let outcome = try await Namespace.run(
            Self.bus("silent"), command: "\"$REACH\" \(command) >/dev/null")
        // Without an answer after two seconds, the configuration counts as bad.
        #expect(outcome.status == status, "\(outcome.errors)")
    }

    /// A method that waits for NetworkManager waits 200 ms by default.
    @Test("No property waits for a bus that does not answer", arguments: ["silent", "hushed"])
    func properties(mode: String) async throws {
        let outcome = try await Namespace.run(
            Self.bus(mode), command: "\"$MONITOR_PROBE\" properties")
        let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.map(\.first) == ["currentPath", "connection"])
        for line in lines {
            let milliseconds = try #require(Int(line[1]))
            #expect(milliseconds < 150)
        }
        #expect(
            lines.first?.dropFirst(2).joined(separator: " ")
                == "satisfied unknown: NetworkManager has not answered yet")
        #expect(lines.last?.last == "Ethernet")
    }

    /// The first five calls are refused. The pauses before the next calls are 0, 100, 200, 400 and 800 ms.
    @Test("Refused calls are repeated with backoff on the same connection")
    func refusal() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.bus("hesitating"))
            began=$(date +%s%3N)
            "$REACH" watch --json >"$TEST_FOLDER/lines" 2>/dev/null &
            shows() { tail -n 1 "$TEST_FOLDER/lines" | grep -qF "$1"; }
            await shows 'with an unknown medium'
            """,
            command: """
                echo $(($(date +%s%3N) - began))
                grep -o 'NetworkManager does not say: [.A-Za-z]*' "$TEST_FOLDER/lines" | uniq
                cat "$TEST_FOLDER/connections"
                """)
        let lines = outcome.text.split(separator: "\n")
        let milliseconds = try #require(lines.first.flatMap { Int($0) })
        #expect(milliseconds >= 1500)
        #expect(
            lines.dropFirst() == [
                "NetworkManager does not say: org.freedesktop.DBus.Error.AccessDenied", "accepted",
            ])
    }

    /// The pauses between the first six connections are 0, 100, 200, 400 and 800 ms.
    @Test("A bus that closes every connection is connected to with backoff")
    func backoff() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.bus("dropping"))
            began=$(date +%s%3N)
            "$REACH" watch >/dev/null 2>&1 &
            connected() { [ "$(wc -l <"$TEST_FOLDER/connections")" -ge 6 ]; }
            await connected
            """, command: "echo $(($(date +%s%3N) - began))")
        let milliseconds = try #require(Int(outcome.text.dropLast()))
        #expect(milliseconds >= 1500)
    }
}
