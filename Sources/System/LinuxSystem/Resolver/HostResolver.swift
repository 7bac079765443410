// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Resolves the names of hosts on threads of its own, so that callers do not block.
///
/// A name has one thread at a time, however many callers ask for it: a name server that does not answer blocks the thread
/// for half a minute.
package final class HostResolver: Sendable {
    /// The addresses as text, or why there are none.
    package typealias Outcome = Result<[String], ResolutionError>
    /// Receives the outcome, on a thread of the resolver. It must not block.
    package typealias Listener = @Sendable (Outcome) -> Void

    /// The resolver of the process.
    package static let shared = HostResolver()

    /// The listeners of a name.
    private struct Listeners {
        /// They wait for the lookup that is running.
        var current: [Listener]
        /// They wait for the next lookup: the running one began before they asked, perhaps in another network.
        var next: [Listener] = []
    }

    private let state = Lock<[HostName: Listeners]>([:])
    private let ask: @Sendable (HostName) -> Outcome

    /// - Parameter ask: resolves a name. It may block.
    package init(
        asking ask: @escaping @Sendable (HostName) -> Outcome = { host in
            Result { () throws(ResolutionError) in try host.resolve() }
        }
    ) {
        self.ask = ask
    }

    /// Resolves a name with a lookup that begins now or later.
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

    /// Looks a name up until no listener waits for it. The body of a thread.
    private func run(_ host: HostName) {
        var isWanted = true
        while isWanted {
            let outcome = ask(host)
            let listeners = state.withLock { state in
                let current = state[host]?.current ?? []
                let next = state[host]?.next ?? []
                state[host] = next.isEmpty ? nil : Listeners(current: next)
                isWanted = !next.isEmpty
                return current
            }
            for listener in listeners { listener(outcome) }
        }
    }
}

/// Why the name of a host could not be resolved.
package struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether a name server answered that the name has no address, as opposed to a lookup that failed.
    package let isAnswer: Bool
    /// The reason, without the name.
    package let reason: String
    /// The name, and the message of the resolver.
    package let description: String

    /// Creates an error from the result of `getaddrinfo(3)`, and the error number that it may have set.
    init(host: HostName, code: Int32, errno: Int32) {
        let message =
            unsafe code == EAI_SYSTEM
            ? String(cString: strerror(errno)) : String(cString: gai_strerror(code))
        isAnswer = [EAI_NONAME, Self.noData, Self.addressFamily].contains(code)
        // The C library does not say whether no name server answered, or one answered with a failure.
        reason = code == EAI_AGAIN ? "no usable answer from a name server" : message
        description = "cannot resolve \(host): \(message) (getaddrinfo)"
    }

    // `EAI_NODATA` and `EAI_ADDRFAMILY`, which are GNU extensions: the name exists, but has no address of a family that
    // was asked for.
    private static let noData: Int32 = -5
    private static let addressFamily: Int32 = -9

    /// The lookup could not be started.
    init(host: HostName, _ error: SystemError) {
        isAnswer = false
        reason = error.description
        description = "cannot resolve \(host): \(error)"
    }

    /// No name server answered in time.
    package init(host: HostName, seconds: Int32) {
        isAnswer = false
        reason = "no answer from a name server within \(seconds) s"
        description = "cannot resolve \(host): \(reason)"
    }

    /// Another resolver answered that the name has no address.
    package init(_ description: String) {
        isAnswer = true
        reason = description
        self.description = description
    }
}
