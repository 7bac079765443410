// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// Ends the command with a reason on standard error and an exit code of its own.
enum Failure {
    /// `EX_UNAVAILABLE`: the kernel's netlink cannot be used.
    private static let unavailable = ExitCode(69)

    /// Runs what asks the kernel.
    static func reporting<Value>(
        _ body: () throws(NetworkAccessError) -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            try? StandardStream.error.write("reach: \(error)\n")
            throw unavailable
        }
    }
}
