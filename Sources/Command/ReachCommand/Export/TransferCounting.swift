// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// Has `reach-transfer` count the transfers of the user's store, which `reach` itself cannot read.
final class TransferCounting {
    /// `nil` if `reach-transfer` is not installed. There are no transfers then.
    private let program = try? TransferProgram.executable()
    private var process: HelperProcess?

    /// Starts to count, unless that is under way.
    func start() {
        guard process == nil, let program else { return }
        // Without processes, the next interval brings the next attempt.
        process = try? HelperProcess(
            program, [program.path, Array(TransferTotals.argument.utf8)], input: [])
    }

    /// Adds the descriptor to wait for.
    func add(to ready: inout PollSet) {
        if let process { ready.add(PollSet.Interest(process.descriptor, reads: true)) }
    }

    /// Handles what is ready.
    ///
    /// - Returns: the totals; `nil` while there are none.
    func receive() -> TransferTotals? {
        guard let output = process?.read() else { return nil }
        process = nil
        return TransferTotals(output)
    }
}
