// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The addresses of the hosts that transfers wait for. They are looked up again whenever the network changes, because
/// another network may have other answers.
///
/// Lookups run on threads of their own. It belongs to the worker's thread otherwise.
final class HostAddresses {
    /// What is known of a host.
    enum Knowledge: Sendable, Hashable {
        /// The first lookup has not ended.
        case pending
        /// The host has these addresses.
        case addresses([String])
        /// The last lookup failed.
        case failed(ResolutionError)
    }

    /// The highest number of hosts that are looked up. Of more hosts, nothing is known.
    static let limit = 64

    private struct Outcome: Sendable {
        let host: HostName
        let result: HostResolver.Outcome
    }

    private let resolver: HostResolver
    private let outcomes = Lock<[Outcome]>([])
    private let done: WakeUpEvent
    private var known: [HostName: Knowledge] = [:]
    private var users: [HostName: Int] = [:]
    private var running: Set<HostName> = []
    private var stale: Set<HostName> = []

    init(resolver: HostResolver = .shared) throws(SystemError) {
        self.resolver = resolver
        done = try WakeUpEvent()
    }

    /// The descriptor that is readable when lookups have ended.
    var descriptor: Int32 { done.descriptor }

    /// Returns what is known of a host; `nil` if it is not looked up.
    func knowledge(of host: HostName) -> Knowledge? { known[host] }

    /// Notes that somebody wants to know the addresses of a host.
    func add(_ host: HostName) {
        users[host, default: 0] += 1
        guard known[host] == nil else { return }
        if host.isAddress {
            known[host] = .addresses([host.description])
        } else if known.count < Self.limit {
            known[host] = .pending
            lookUp(host)
        }
    }

    /// Notes that nobody waits for a host any more.
    func remove(_ host: HostName) {
        guard let count = users[host] else { return }
        users[host] = count > 1 ? count - 1 : nil
        if count == 1 { known[host] = nil }
    }

    /// Looks all hosts up again.
    func refresh() {
        for host in known.keys where !host.isAddress { lookUp(host) }
    }

    /// Takes the results of lookups.
    ///
    /// - Returns: whether other addresses are known than before.
    func receive() -> Bool {
        done.reset()
        var isDifferent = false
        for outcome in outcomes.withLock({ outcomes in
            defer { outcomes = [] }
            return outcomes
        }) {
            running.remove(outcome.host)
            if stale.remove(outcome.host) != nil { lookUp(outcome.host) }
            guard let old = known[outcome.host] else { continue }
            let new: Knowledge =
                switch outcome.result {
                case .success(let addresses): .addresses(addresses)
                case .failure(let error): .failed(error)
                }
            guard new != old else { continue }
            known[outcome.host] = new
            isDifferent = true
        }
        return isDifferent
    }

    private func lookUp(_ host: HostName) {
        guard running.insert(host).inserted else {
            stale.insert(host)
            return
        }
        resolver.resolve(host) { [outcomes, done] result in
            outcomes.withLock { $0.append(Outcome(host: host, result: result)) }
            done.wake()
        }
    }
}
