// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The next hops that routes in use have or had, and whether the kernel can send to them.
///
/// The kernel chooses among equal routes, and among the next hops of a multipath route, by their neighbor entries
/// (`fib_select_default`, `fib_select_multipath`, `rt6_check_neigh`), and reports only those. Whether there is a choice
/// is unknown: an answer to a query names the route that was chosen, and may not name the others. So every next hop of
/// an answer is followed.
///
/// The kernel sends messages about an entry that works all the time, and they change nothing. Therefore its filter
/// (``RouteFilter``) drops them as soon as the entry is known to work. Nothing is lost by that: the filter is replaced
/// before routes are queried for the message, and every message passes that says that the entry does not work. Until
/// an entry is known to work, all its messages pass, because the kernel reports neither that it begins to look for a
/// neighbor nor what it decides meanwhile.
struct NextHops: Sendable {
    private enum Knowledge: Sendable {
        /// Nothing, or there is no entry.
        case none
        /// The entry works.
        case working
        /// The entry does not work. The next hop stays although no answer names it any more: the kernel chooses it
        /// again as soon as it works.
        case failing
    }

    private struct Entry: Sendable {
        var knowledge = Knowledge.none
        /// The number of the evaluation whose answers last named the next hop.
        var lastNaming: Int
    }

    private var entries: [Neighbor: Entry] = [:]
    private var evaluation = 0
    /// Whether the kernel's filter knows less than this value.
    private(set) var isFilterStale = false

    /// After so many evaluations that did not name it a next hop is dropped: among equal routes the answers alternate.
    static var maximumAge: Int { 24 }
    /// The number of next hops that stay because their entries do not work. Beyond it, those are dropped that were
    /// named the longest time ago.
    static var maximumFailing: Int { 64 }

    /// Notes which next hops the answers to an evaluation name.
    ///
    /// - Returns: whether one was not followed before, so that its entry may have changed since the answer.
    mutating func name(_ neighbors: some Sequence<Neighbor>) -> Bool {
        evaluation += 1
        let count = entries.count
        for neighbor in neighbors {
            entries[neighbor, default: Entry(lastNaming: evaluation)].lastNaming = evaluation
        }
        let hasNew = entries.count > count
        if hasNew {
            isFilterStale = true
            dropOld()
        }
        return hasNew
    }

    /// Drops what is too old. Nothing grows but by new next hops, so that is early enough.
    private mutating func dropOld() {
        let oldest = evaluation - Self.maximumAge
        var failing: [(neighbor: Neighbor, lastNaming: Int)] = []
        for (neighbor, entry) in entries where entry.lastNaming < oldest {
            switch entry.knowledge {
            case .none, .working: entries[neighbor] = nil
            case .failing: failing.append((neighbor, entry.lastNaming))
            }
        }
        guard failing.count > Self.maximumFailing else { return }
        failing.sort { $0.lastNaming > $1.lastNaming }
        for (neighbor, _) in failing[Self.maximumFailing...] { entries[neighbor] = nil }
    }

    /// Takes in a message about a neighbor.
    ///
    /// - Returns: whether it is a next hop, so that the kernel may choose differently.
    mutating func note(_ message: NeighborMessage) -> Bool {
        guard var entry = entries[message.neighbor] else { return false }
        let wasKnownToWork = entry.knowledge == .working
        entry.knowledge =
            message.isRemoval ? .none : message.isWorking ? .working : .failing
        entries[message.neighbor] = entry
        if wasKnownToWork != (entry.knowledge == .working) { isFilterStale = true }
        return true
    }

    /// Drops the next hops of an interface that has been removed.
    mutating func removeInterface(_ index: UInt32) {
        guard entries.keys.contains(where: { $0.interface == index }) else { return }
        entries = entries.filter { $0.key.interface != index }
    }

    /// Forgets which entries work, because messages may have been lost.
    mutating func forgetWorking() {
        for (neighbor, entry) in entries where entry.knowledge == .working {
            entries[neighbor]?.knowledge = .none
        }
        isFilterStale = true
    }

    /// What the kernel's filter must know. It is set immediately.
    mutating func takeFilter() -> [RouteFilter.NextHop] {
        isFilterStale = false
        return entries.map {
            RouteFilter.NextHop($0.key, isKnownToWork: $0.value.knowledge == .working)
        }
    }
}
