// SPDX-License-Identifier: Apache-2.0

/// Resolves a host's name for somebody who waits for descriptors.
package final class HostLookup: Sendable {
    private struct State {
        var isRunning = false
        var addresses: [String]?
    }

    private let host: HostName
    private let done: WakeUp
    private let state = Lock(State())

    package init(_ host: HostName) throws(SystemError) {
        self.host = host
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
        HostResolver.shared.resolve(host) { [self] outcome in
            let addresses = (try? outcome.get()) ?? []
            state.withLock { $0 = State(isRunning: false, addresses: addresses) }
            done.wake()
        }
    }

    /// Takes what came of it: no address if it has none. `nil` if nothing has come yet.
    package func take() -> [String]? {
        done.take()
        return state.withLock { state in
            defer { state.addresses = nil }
            return state.addresses
        }
    }
}
