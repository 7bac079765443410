// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

extension HostName {
    /// The longest wait of ``addresses(within:)``, in seconds.
    ///
    /// The C library asks the second name server after 5 s without an answer (resolv.conf(5), `timeout`), and the
    /// second server has 1 s.
    static let patience: Int32 = 6

    /// Resolves the name once, and waits no longer than the given time.
    func addresses(within seconds: Int32 = patience) throws -> HostResolver.Outcome {
        try PollSet.checkAvailability()
        let done = try WakeUpEvent()
        let outcome = Lock<HostResolver.Outcome?>(nil)
        let end = MonotonicClock.milliseconds + Int64(seconds) * 1000
        HostResolver.shared.resolve(self) { found in
            outcome.withLock { $0 = found }
            done.wake()
        }
        let interest = PollSet.Interest(done.descriptor, reads: true)
        while true {
            let rest = end - MonotonicClock.milliseconds
            guard rest > 0 else { return .failure(ResolutionError(host: self, seconds: seconds)) }
            // A signal interrupts the wait, too.
            if interest.isMet(within: Int32(clamping: rest)), let found = outcome.withLock({ $0 }) {
                return found
            }
        }
    }
}
