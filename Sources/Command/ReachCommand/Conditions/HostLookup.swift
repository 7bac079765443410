// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// Resolves a host name in the background, and signals the result by a descriptor.
final class HostLookup: Sendable {
    private struct State {
        var isRunning = false
        var outcome: HostResolver.Outcome?
    }

    private let host: HostName
    private let resolver: HostResolver
    private let done: WakeUpEvent
    private let state = Lock(State())

    /// The maximum duration of `outcomeInTime()` in seconds.
    ///
    /// The C library asks the second name server after 5 s without an answer (resolv.conf(5), `timeout`), and the
    /// second server has 1 s.
    static let patience: Int32 = 6

    init(
        _ host: HostName, by resolver: HostResolver = .shared
    ) throws(SystemError) {
        try PollSet.checkAvailability()
        self.host = host
        self.resolver = resolver
        done = try WakeUpEvent()
    }

    /// The descriptor that becomes readable when a lookup has ended.
    var descriptor: Int32 { done.descriptor }

    /// Starts a lookup, unless one is running.
    func start() {
        let isRunning = state.withLock { state in
            defer { state.isRunning = true }
            return state.isRunning
        }
        guard !isRunning else { return }
        resolver.resolve(host) { [self] outcome in
            state.withLock { $0 = State(isRunning: false, outcome: outcome) }
            done.wake()
        }
    }

    /// Returns the result of the lookup; `nil` if there is none yet.
    func receive() -> HostResolver.Outcome? {
        done.reset()
        return state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
    }

    /// Resolves the name once, and waits no longer than ``patience``.
    func outcomeInTime(seconds: Int32 = patience) -> HostResolver.Outcome {
        let end = MonotonicClock.milliseconds + Int64(seconds) * 1000
        let interest = PollSet.Interest(descriptor, reads: true)
        start()
        while true {
            let rest = end - MonotonicClock.milliseconds
            guard rest > 0 else {
                return .failure(ResolutionError(host: host, seconds: seconds))
            }
            // A signal interrupts the wait, too.
            if interest.isMet(within: Int32(clamping: rest)), let outcome = receive() {
                return outcome
            }
        }
    }
}
