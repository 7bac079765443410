// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The next hops that routes in use have or had, and whether the kernel can send to them.
///
/// The kernel chooses among equal routes, and among the next hops of a multipath route, by their neighbor entries
/// (`fib_select_default`, `fib_select_multipath`, `rt6_check_neigh`), and reports only those. Whether there is a choice
/// is unknown: an answer to a query names the route that was chosen, and may not name the others. So every next hop of
/// an answer is followed.
///
/// The kernel sends messages about an entry that works all the time. For IPv6, and within a multipath route, they change
/// nothing. Of equal IPv4 routes, the kernel keeps to the first one while its router is reachable (`NUD_REACHABLE`), and
/// alternates as long as it is not confirmed (`fib_detect_death`); so there each message counts that tells the two
/// states apart.
///
/// The filter in the kernel (``RouteFilter``) drops messages that repeat a known state. Nothing is lost: the filter is
/// replaced before routes are queried for a message, and a message with another state passes. Until an entry is known to
/// work, all its messages pass, because the kernel reports neither that it begins to look for a neighbor nor its
/// decisions meanwhile. The same holds for a router of IPv4 routes that is not confirmed: while the filter still has it
/// as reachable, it drops a message that it is reachable again, so the last received message may be out of date.
struct NextHops: Sendable {
    /// A next hop that an answer names.
    struct Named: Sendable {
        var neighbor: Neighbor
        /// Whether the answer is about an IPv4 destination. (Its next hop may have an IPv6 address.)
        var isOfIPv4Route: Bool
    }

    private enum Knowledge: Sendable {
        /// Nothing, or there is no entry.
        case none
        /// The entry works, and is not `NUD_REACHABLE`.
        case unconfirmed
        /// The entry works, and is `NUD_REACHABLE`.
        case reachable
        /// The entry does not work. The next hop stays although no answer names it any more: the kernel chooses it
        /// again as soon as it works.
        case failing
    }

    private struct Entry: Sendable {
        var knowledge = Knowledge.none
        /// The number of the evaluation whose answers last named the next hop.
        var lastNaming: Int
        /// Whether an answer about an IPv4 destination has named it.
        var isOfIPv4Route = false

        /// Whether the entry works, as far as is known.
        var works: Bool { knowledge == .unconfirmed || knowledge == .reachable }

        /// The state that the kernel's filter must have.
        var known: RouteFilter.NextHop.Known {
            switch knowledge {
            case .none, .failing: .nothing
            case .unconfirmed: isOfIPv4Route ? .nothing : .works
            case .reachable: isOfIPv4Route ? .isReachable : .works
            }
        }
    }

    private var entries: [Neighbor: Entry] = [:]
    private var evaluation = 0
    /// Whether the kernel's filter has an older state than this value.
    private(set) var isFilterStale = false

    /// After so many evaluations that did not name it a next hop is dropped: among equal routes the answers alternate.
    static var maximumAge: Int { 24 }
    /// The number of next hops that stay because their entries do not work. Beyond it, those are dropped that were
    /// named the longest time ago.
    static var maximumFailing: Int { 64 }

    /// Notes which next hops the answers to an evaluation name.
    ///
    /// - Returns: whether one was not followed before, or not for IPv4, so that its entry may have changed since the
    ///   answer.
    mutating func name(_ named: some Sequence<Named>) -> Bool {
        evaluation += 1
        var hasNew = false
        for hop in named {
            var entry = entries[hop.neighbor] ?? Entry(lastNaming: evaluation)
            if entries[hop.neighbor] == nil { hasNew = true }
            entry.lastNaming = evaluation
            if hop.isOfIPv4Route, !entry.isOfIPv4Route {
                entry.isOfIPv4Route = true
                hasNew = true
                // The filter has dropped messages that tell these states apart.
                if entry.works { entry.knowledge = .none }
            }
            entries[hop.neighbor] = entry
        }
        if hasNew {
            isFilterStale = true
            dropOld()
        }
        return hasNew
    }

    /// Drops old next hops. The table grows by new ones only, so that is early enough.
    private mutating func dropOld() {
        let oldest = evaluation - Self.maximumAge
        var failing: [(neighbor: Neighbor, lastNaming: Int)] = []
        for (neighbor, entry) in entries where entry.lastNaming < oldest {
            switch entry.knowledge {
            case .none, .unconfirmed, .reachable: entries[neighbor] = nil
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
        let before = entry.known
        entry.knowledge =
            message.isRemoval
            ? .none
            : message.isReachable ? .reachable : message.isWorking ? .unconfirmed : .failing
        entries[message.neighbor] = entry
        if before != entry.known { isFilterStale = true }
        return true
    }

    /// Drops the next hops of an interface that has been removed.
    mutating func removeInterface(_ index: UInt32) {
        guard entries.keys.contains(where: { $0.interface == index }) else { return }
        entries = entries.filter { $0.key.interface != index }
    }

    /// Forgets which entries work, because messages may have been lost.
    mutating func forgetWorking() {
        for (neighbor, entry) in entries where entry.works {
            entries[neighbor]?.knowledge = .none
        }
        isFilterStale = true
    }

    /// Returns the next hops for the kernel's filter, which the caller sets immediately.
    mutating func takeFilter() -> [RouteFilter.NextHop] {
        isFilterStale = false
        return entries.map {
            RouteFilter.NextHop($0.key, known: $0.value.known)
        }
    }
}
