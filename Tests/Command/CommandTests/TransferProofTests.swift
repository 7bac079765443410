// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Samples of what Scripts/crash-points and Scripts/compare-resumption try completely.
@Suite(
    .tags(.slow),
    .enabled(if: Machine.isRoot, "needs root"),
    .enabled(if: Machine.has("python3"), "needs python3, in which the scenarios are written"))
struct TransferProofTests {
    /// Runs one of the package's scripts with the programs of this build.
    private func run(_ script: String, _ arguments: String) async throws -> Outcome {
        let path = Program.package.appending(path: "Scripts/\(script)").path
        return try await Program.run([
            "sh", "-c", "exec \"$0\" --build \"$(dirname \"$REACH\")\" \(arguments)", path,
        ])
    }

    @Test(
        "A worker that is ended before any change of a file leaves a transfer that the next one completes, once",
        .enabled(if: Machine.canTrace, "needs permission to trace programs (ptrace)"))
    func crashes() async throws {
        let outcome = try await run(
            "crash-points", "--jobs 1 --sample 4 --kills 0 --job-kills 0 --terminations 0")
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    }

    @Test("A worker that is killed at any time leaves a transfer that the next one completes, once")
    func kills() async throws {
        let outcome = try await run(
            "crash-points", "--jobs 1 --only nothing --kills 10 --job-kills 0 --terminations 0")
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    }

    @Test("A worker that is killed at any time loses no job, and none runs twice at a time")
    func jobKills() async throws {
        let outcome = try await run(
            "crash-points", "--jobs 1 --only nothing --kills 0 --job-kills 5 --terminations 0")
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    }

    @Test("A worker that is ended by SIGTERM writes a checkpoint, from which the next one goes on")
    func termination() async throws {
        let outcome = try await run(
            "crash-points", "--jobs 1 --only nothing --kills 0 --job-kills 0 --terminations 1")
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    }

    @Test("Whatever a server does after an interruption, there is no wrong file")
    func hostileServer() async throws {
        let outcome = try await run("compare-resumption", "--alone --sample 8 --limit 8")
        #expect(outcome.status == 0, "\(outcome.text) \(outcome.errors)")
    }
}
