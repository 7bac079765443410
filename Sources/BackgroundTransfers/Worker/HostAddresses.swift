// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The addresses of the hosts that transfers wait for. They are looked up again whenever the network changes, because
/// another network may have other answers. A lookup that failed is repeated, with growing delays.
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

    /// A lookup that failed, and is repeated.
    private struct Retry {
        var delay: Int64
        var time: Int64
    }

    /// The delay after the first failure, and the longest one, in milliseconds.
    private static let firstDelay: Int64 = 5000
    private static let longestDelay: Int64 = 300_000

    private let resolver: HostResolver
    private let outcomes = Lock<[Outcome]>([])
    private let done: WakeUpEvent
    private var known: [HostName: Knowledge] = [:]
    private var users: [HostName: Int] = [:]
    private var running: Set<HostName> = []
    private var stale: Set<HostName> = []
    private var retries: [HostName: Retry] = [:]

    init(resolver: HostResolver = .shared) throws(SystemError) {
        self.resolver = resolver
        done = try WakeUpEvent()
    }

    /// The descriptor that is readable when lookups have ended.
    var descriptor: Int32 { done.descriptor }

    /// When failed lookups are repeated, by ``MonotonicClock``; `nil` if none is.
    var due: Int64? { retries.values.map(\.time).min() }

    /// Returns what is known of a host; `nil` if it is not looked up.
    func knowledge(of host: HostName) -> Knowledge? {
        host.isAddress ? .addresses([host.description]) : known[host]
    }

    /// Notes that somebody wants to know the addresses of a host.
    func add(_ host: HostName) {
        guard !host.isAddress else { return }
        users[host, default: 0] += 1
        guard known[host] == nil, known.count < Self.limit else { return }
        known[host] = .pending
        lookUp(host)
    }

    /// Notes that nobody waits for a host any more.
    func remove(_ host: HostName) {
        guard let count = users[host] else { return }
        users[host] = count > 1 ? count - 1 : nil
        guard count == 1 else { return }
        known[host] = nil
        retries[host] = nil
        // Another host takes the place.
        if let next = users.keys.first(where: { known[$0] == nil }), known.count < Self.limit {
            known[next] = .pending
            lookUp(next)
        }
    }

    /// Looks all hosts up again.
    func refresh() {
        retries = [:]
        for host in known.keys { lookUp(host) }
    }

    /// Takes the results of lookups, and repeats those that failed when it is time.
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
            if take(outcome) { isDifferent = true }
        }
        let now = MonotonicClock.milliseconds
        for (host, retry) in retries where retry.time <= now {
            retries[host]?.time = .max
            lookUp(host)
        }
        return isDifferent
    }

    private func take(_ outcome: Outcome) -> Bool {
        guard let old = known[outcome.host] else { return false }
        let new: Knowledge
        switch outcome.result {
        case .success(let addresses):
            retries[outcome.host] = nil
            new = .addresses(addresses)
        case .failure(let error):
            let delay = retries[outcome.host].map { min($0.delay * 2, Self.longestDelay) }
            let next = delay ?? Self.firstDelay
            retries[outcome.host] = Retry(
                delay: next, time: MonotonicClock.milliseconds + next)
            // A name server that does not answer says nothing of the addresses that are known.
            if !error.isAnswer, case .addresses = old { return false }
            new = .failed(error)
        }
        known[outcome.host] = new
        return new != old
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
