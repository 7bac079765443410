// SPDX-License-Identifier: Apache-2.0

/// Resolves a host's name for somebody who waits for descriptors.
package final class HostLookup: Sendable {
    private struct State {
        var isRunning = false
        var outcome: HostResolver.Outcome?
    }

    private let host: HostName
    private let resolver: HostResolver
    private let done: WakeUp
    private let state = Lock(State())

    /// How long ``outcomeInTime()`` waits, in seconds. The C library asks the second name server when
    /// the first one has been silent for 5 s (resolv.conf(5), `timeout`), and that one gets a second.
    package static let patience: Int32 = 6

    package init(
        _ host: HostName, by resolver: HostResolver = .shared
    ) throws(SystemError) {
        self.host = host
        self.resolver = resolver
        done = try WakeUp()
    }

    /// The descriptor that is readable when it has been resolved.
    package var descriptor: Int32 { done.descriptor }

    /// Begins, if it is not under way.
    package func start() {
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

    /// Takes what came of it; `nil` if nothing has come yet.
    package func take() -> HostResolver.Outcome? {
        done.take()
        return state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
    }

    /// Looks the name up once, and waits for that no longer than ``patience``.
    package func outcomeInTime(seconds: Int32 = patience) -> HostResolver.Outcome {
        let end = MonotonicClock.milliseconds + Int64(seconds) * 1000
        let interest = Readiness.Interest(descriptor, reads: true)
        start()
        while true {
            let rest = end - MonotonicClock.milliseconds
            guard rest > 0 else {
                return .failure(ResolutionError(host: host, seconds: seconds))
            }
            // A signal ends a wait too.
            if interest.isMet(within: Int32(clamping: rest)), let outcome = take() {
                return outcome
            }
        }
    }
}
