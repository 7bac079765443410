// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// The signals that end a program, for one that writes something before it ends.
///
/// A class, so that an optional one can be used: a ``SignalQueue`` cannot be copied.
final class EndingSignals {
    private let queue: SignalQueue

    init() throws(SystemError) {
        queue = try SignalQueue([.terminate, .interrupt, .hangUp, .quit])
    }

    /// The interest in a signal.
    var interest: PollSet.Interest { PollSet.Interest(queue.descriptor, reads: true) }

    /// Ends this process if a signal has come.
    ///
    /// - Parameter before: a closure that is called before.
    func endIfSignaled(before: () -> Void) {
        guard let signal = queue.next() else { return }
        before()
        signal.endThisProcess()
    }
}
