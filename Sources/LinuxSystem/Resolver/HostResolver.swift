// SPDX-License-Identifier: Apache-2.0

/// Resolves the names of hosts on threads of its own, for whoever must not wait for name servers.
///
/// A name has one thread at a time, however many ask for it: a name server that does not answer holds
/// each for half a minute.
package final class HostResolver: Sendable {
    /// What came of it: addresses in text, or why there are none.
    package typealias Outcome = Result<[String], ResolutionError>
    /// Who is told. It is called on a thread of the resolver, and must not block.
    package typealias Listener = @Sendable (Outcome) -> Void

    /// The one of the process.
    package static let shared = HostResolver()

    /// Who waits for a name.
    private struct Listeners {
        /// For the lookup that is under way.
        var current: [Listener]
        /// For the next one: what is under way began before they asked, perhaps in another network.
        var next: [Listener] = []
    }

    private let state = Lock<[HostName: Listeners]>([:])
    private let ask: @Sendable (HostName) -> Outcome

    /// - Parameter ask: resolves a name, however long that takes.
    package init(
        asking ask: @escaping @Sendable (HostName) -> Outcome = { host in
            Result { () throws(ResolutionError) in try host.resolve() }
        }
    ) {
        self.ask = ask
    }

    /// Resolves a name as it is from now on.
    package func resolve(_ host: HostName, _ listener: @escaping Listener) {
        let isFirst = state.withLock { state in
            if state[host] == nil {
                state[host] = Listeners(current: [listener])
                return true
            }
            state[host]?.next.append(listener)
            return false
        }
        guard isFirst else { return }
        do {
            try SystemThread.start(name: "resolver") { [self] in run(host) }
        } catch {
            let failure = Outcome.failure(ResolutionError(host: host, error))
            let listeners = state.withLock { $0.removeValue(forKey: host) }
            for listener in (listeners?.current ?? []) + (listeners?.next ?? []) {
                listener(failure)
            }
        }
    }

    /// The thread of a name: until nobody waits for it.
    private func run(_ host: HostName) {
        var isWanted = true
        while isWanted {
            let outcome = ask(host)
            let told = state.withLock { state in
                let told = state[host]?.current ?? []
                let next = state[host]?.next ?? []
                state[host] = next.isEmpty ? nil : Listeners(current: next)
                isWanted = !next.isEmpty
                return told
            }
            for listener in told { listener(outcome) }
        }
    }
}
