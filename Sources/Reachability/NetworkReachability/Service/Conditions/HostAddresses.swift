// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// How hosts are looked up.
package struct LookupPolicy: Sendable {
    /// The delay after a failure.
    var delay: RetryDelay
    /// Whether known addresses stay when a name server does not answer.
    var keepsAddresses: Bool
    /// Whether known addresses are looked up again after each change of a path, and not only when another network may have
    /// other answers.
    var refreshesAlways: Bool
    /// Whether addresses are looked up, too: those with a zone that does not exist have no path.
    var asksForAddresses: Bool

    /// For thousands of hosts.
    package static let manyHosts = LookupPolicy(
        delay: RetryDelay(first: 5000, longest: 300_000), keepsAddresses: true,
        refreshesAlways: false,
        asksForAddresses: false)
    /// For the one host that a user waits for.
    package static let oneHost = LookupPolicy(
        delay: RetryDelay(first: 10_000, longest: 10_000), keepsAddresses: false,
        refreshesAlways: true,
        asksForAddresses: true)
}

/// The addresses of the hosts that conditions are about, however many. They are looked up again whenever the uplink changes,
/// because another network may have other answers. A lookup that failed is repeated.
///
/// Lookups run on threads of their own, in the order of a ``LookupQueue``. All else belongs to the tracker's thread.
package final class HostAddresses {
    /// The state of the lookup of a host.
    package enum LookupState: Sendable, Hashable {
        /// The first lookup has not ended.
        case pending
        /// The host has these addresses.
        case addresses([String])
        /// The last lookup failed.
        case failed(ResolutionError)
    }

    private struct Outcome: Sendable {
        let host: HostName
        let result: HostResolver.Outcome
    }

    /// The state that the threads of the lookups share with the tracker's thread.
    private struct Shared: Sendable {
        var queue = LookupQueue()
        /// Whether a thread is having lookups begin.
        var isStarting = false
    }

    /// A host that was added.
    private struct Host {
        var users = 1
        var lookup = LookupState.pending
        /// How many lookups have failed in a row.
        var failures = 0
        /// When it failed, by ``MonotonicClock``.
        var failedAt: Int64 = 0
        /// Whether a transfer waits for the lookup that is under way, although the last one failed.
        var isAwaited = false
    }

    /// The results of many lookups are taken together, because each time all that waits is decided on: the number of
    /// hosts from which on, and the shortest time between two times, in milliseconds.
    private static let many = 64
    private static let pause: Int64 = 100

    private let resolver: HostResolver
    private let policy: LookupPolicy
    private let shared = Lock(Shared())
    private let outcomes: Mailbox<Outcome>
    private var hosts: [HostName: Host] = [:]
    /// When failed lookups are repeated, by ``MonotonicClock``.
    private var retries = IndexedHeap<HostName, Int64>()
    /// When results were taken last.
    private var lastTaking = Int64.min / 2

    init(
        _ policy: LookupPolicy = .manyHosts, resolver: HostResolver = .shared
    ) throws(SystemError) {
        self.policy = policy
        self.resolver = resolver
        outcomes = try Mailbox()
    }

    /// When ``receive()`` has something to do although no lookup ends, by ``MonotonicClock``; `nil` for never.
    var due: Int64? {
        let now = MonotonicClock.milliseconds
        let queue = shared.withLock { $0.queue.due(now: now) }
        // Until then, the descriptor is not polled.
        let taking = nextTaking > now || !outcomes.isEmpty ? nextTaking : nil
        return MonotonicClock.earlier(retries.leastRank, MonotonicClock.earlier(queue, taking))
    }

    private var nextTaking: Int64 { hosts.count < Self.many ? lastTaking : lastTaking + Self.pause }

    /// Adds the descriptor that is readable when lookups have ended.
    func add(to ready: inout PollSet) {
        guard nextTaking <= MonotonicClock.milliseconds else { return }
        ready.add(PollSet.Interest(outcomes.descriptor, reads: true))
    }

    /// Whether ``receive()`` has something to do.
    func isReady(_ ready: borrowing PollSet) -> Bool {
        ready.contains(outcomes.descriptor)
            || due.map { $0 <= MonotonicClock.milliseconds } ?? false
    }

    /// Returns the state of a host's lookup; `nil` if the host was not added.
    func lookup(of host: HostName) -> LookupState? {
        isKnown(host) ? .addresses([host.description]) : hosts[host]?.lookup
    }

    /// Whether a host is an address that need not be looked up.
    private func isKnown(_ host: HostName) -> Bool { host.isAddress && !policy.asksForAddresses }

    /// Whether it is not known yet whether the host has addresses.
    func isPending(_ host: HostName) -> Bool {
        guard let known = hosts[host] else { return false }
        return known.lookup == .pending || known.isAwaited
    }

    /// Adds a host, or counts one user more of it.
    func add(_ host: HostName) {
        guard !isKnown(host) else { return }
        if hosts[host] != nil {
            hosts[host]?.users += 1
        } else {
            hosts[host] = Host()
            lookUp(host, .new)
        }
    }

    /// Counts one user less of a host, and forgets a host without users.
    func remove(_ host: HostName) {
        guard let known = hosts[host] else { return }
        guard known.users == 1 else {
            hosts[host]?.users -= 1
            return
        }
        hosts[host] = nil
        retries.remove(host)
        shared.withLock { $0.queue.remove(host) }
    }

    /// Returns why a host has no addresses, for a transfer that would begin now. If the last lookup failed too long ago,
    /// another one begins, and ``isPending(_:)`` is true until it has ended.
    ///
    /// - Parameter age: how long ago a failure may have been, in milliseconds.
    /// - Returns: `nil` if the host has addresses, or a lookup is under way.
    func failure(of host: HostName, age: Int64) -> ResolutionError? {
        guard let known = hosts[host], case .failed(let error) = known.lookup, !known.isAwaited
        else { return nil }
        if MonotonicClock.milliseconds - known.failedAt <= age { return error }
        hosts[host]?.isAwaited = true
        retries.remove(host)
        lookUp(host, .new)
        return nil
    }

    /// Looks hosts up again.
    ///
    /// - Parameter all: also those whose addresses are known.
    func refresh(all: Bool) {
        for (host, known) in hosts {
            switch known.lookup {
            // It may have begun in the former network.
            case .pending: if !shared.withLock({ $0.queue.isWaiting(host) }) { lookUp(host, .new) }
            case .addresses: if all || policy.refreshesAlways { lookUp(host, .known) }
            case .failed: lookUp(host, .failed)
            }
        }
    }

    /// Takes the results of lookups, and repeats those that failed when it is time.
    ///
    /// - Returns: the hosts whose addresses or failure changed.
    func receive() -> [HostName] {
        let now = MonotonicClock.milliseconds
        var changed: [HostName] = []
        if nextTaking <= now {
            let outcomes = outcomes.take()
            if !outcomes.isEmpty { lastTaking = now }
            changed = outcomes.filter { take($0, now) }.map(\.host)
        }
        while let time = retries.leastRank, time <= now, let host = retries.popFirst() {
            lookUp(host, .failed)
        }
        start()
        return changed
    }

    /// - Returns: whether something else is known.
    private func take(_ outcome: Outcome, _ now: Int64) -> Bool {
        guard let old = hosts[outcome.host] else { return false }
        var new = old
        new.isAwaited = false
        switch outcome.result {
        case .success(let addresses):
            new.failures = 0
            retries.remove(outcome.host)
            new.lookup = .addresses(addresses)
        case .failure(let error):
            new.failures += 1
            new.failedAt = now
            retries.insert(
                outcome.host, rank: now + policy.delay.milliseconds(failures: new.failures))
            // A name server that does not answer does not make the known addresses invalid.
            if error.isAnswer || !policy.keepsAddresses {
                new.lookup = .failed(error)
            } else if case .addresses = old.lookup {
            } else {
                new.lookup = .failed(error)
            }
        }
        hosts[outcome.host] = new
        return new.lookup != old.lookup || old.isAwaited
    }

    private func lookUp(_ host: HostName, _ urgency: LookupQueue.Urgency) {
        shared.withLock { $0.queue.add(host, urgency) }
        start()
    }

    private func start() { Self.start(shared, resolver, outcomes) }

    /// Begins the lookups that may begin. It is called on any thread: each that ends has others begin.
    private static func start(
        _ shared: Lock<Shared>, _ resolver: HostResolver, _ outcomes: Mailbox<Outcome>
    ) {
        // One that cannot begin ends at once, within this function.
        let isFirst = shared.withLock { shared in
            defer { shared.isStarting = true }
            return !shared.isStarting
        }
        guard isFirst else { return }
        while true {
            let now = MonotonicClock.milliseconds
            let hosts = shared.withLock { shared in
                let hosts = shared.queue.start(now: now)
                if hosts.isEmpty { shared.isStarting = false }
                return hosts
            }
            if hosts.isEmpty { return }
            for host in hosts {
                resolver.resolve(host) { result in
                    shared.withLock { $0.queue.ended(host) }
                    outcomes.post(Outcome(host: host, result: result))
                    start(shared, resolver, outcomes)
                }
            }
        }
    }
}
