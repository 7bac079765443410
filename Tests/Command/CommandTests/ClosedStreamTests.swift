// SPDX-License-Identifier: Apache-2.0

import Testing

/// A command whose standard streams the caller has closed, as in `reach watch >&-`.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct ClosedStreamTests {
    private static let uplink = "uplink eth0 192.0.2.7/24 192.0.2.1"

    private func reach(_ arguments: String) async throws -> Outcome {
        try await Namespace.run(Self.uplink, command: "timeout 300 $REACH \(arguments)")
    }

    private static let printing = [
        "status", "status --json", "explain", "explain --json", "check", "check --json",
        "wait --json", "watch", "watch --json", "watch --settle 1s",
    ].flatMap { ["timeout 300 $REACH \($0) >&-", "timeout 300 $REACH \($0) <&- >&-"] }

    private static let shared = SharedNamespace(uplink, commands: printing)

    @Test(
        "Output to a closed descriptor is an error, as for cat(1)",
        arguments: printing)
    func output(command: String) async throws {
        let outcome = try await Self.shared.outcome(of: command)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors
                == "reach: cannot write to standard output: Bad file descriptor (errno 9)\n")
    }

    @Test("The exit code is 74 if neither output nor errors can be written")
    func outputAndErrors() async throws {
        #expect(try await reach("watch <&- >&- 2>&-").status == 74)
    }

    @Test(
        "A command without output works with a closed standard output",
        arguments: [("check --quiet", 0), ("check --quiet --type wifi", 1), ("wait", 0)])
    func noOutput(arguments: String, status: Int32) async throws {
        let outcome = try await reach("\(arguments) <&- >&-")
        #expect(outcome.status == status)
        #expect(outcome.errors == "")
    }

    @Test(
        "A command works with closed standard input and standard error",
        arguments: ["status --json", "watch --json --count 1"])
    func inputAndErrors(arguments: String) async throws {
        let outcome = try await reach("\(arguments) <&- 2>&-")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasSuffix("}\n"))
    }

    @Test("run leaves closed descriptors closed for its command")
    func run() async throws {
        let outcome = try await reach(
            "run -- sh -c 'for n in 0 1 2; do [ -e /proc/self/fd/$n ] || echo $n is closed; done' <&- 2>&-"
        )
        #expect(outcome.text == "0 is closed\n2 is closed\n")
    }
}
