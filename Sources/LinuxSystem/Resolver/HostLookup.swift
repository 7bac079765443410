// SPDX-License-Identifier: Apache-2.0

/// Resolves a host's name on a thread of its own, for whoever must not wait for name servers.
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
    package func start() throws(SystemError) {
        let isRunning = state.withLock { state in
            defer { state.isRunning = true }
            return state.isRunning
        }
        guard !isRunning else { return }
        try SystemThread.start(name: "resolver") { [self] in
            let addresses = host.resolve()
            state.withLock { $0 = State(isRunning: false, addresses: addresses) }
            done.wake()
        }
    }

    /// Takes what came of it; `nil` if nothing has.
    package func take() -> [String]? {
        done.take()
        return state.withLock { state in
            defer { state.addresses = nil }
            return state.addresses
        }
    }
}
