// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The hardware addresses of routers, as the kernel's neighbor table has them, while a place or a condition depends on
/// them.
///
/// The kernel's filter (``RouteFilter``) drops messages that repeat a known address. One may change while the filter still
/// has the address before it, and change back. So after the filter was set, each address that is new to it is queried
/// once more.
struct RouterAddresses: Sendable {
    /// The address of each router that is followed; empty if the table has none.
    private var known: [Neighbor: [UInt8]] = [:]
    /// The routers whose addresses are not in the kernel's filter yet.
    private var unfiltered: Set<Neighbor> = []

    /// The hardware address of a router; `nil` if the table has none, or the router is not followed.
    subscript(router: Neighbor) -> HardwareAddress? {
        guard let bytes = known[router], !bytes.isEmpty else { return nil }
        return HardwareAddress(bytes)
    }

    /// Whether the kernel's filter has an older state than this value.
    var isFilterStale: Bool { !unfiltered.isEmpty }

    /// Follows some routers, and no others.
    ///
    /// - Parameter keepsOthers: whether those stay that were followed before.
    /// - Returns: the routers whose addresses must be queried.
    mutating func follow(_ routers: Set<Neighbor>, keepsOthers: Bool = false) -> [Neighbor] {
        if !keepsOthers, known.keys.contains(where: { !routers.contains($0) }) {
            known = known.filter { routers.contains($0.key) }
            unfiltered.formIntersection(routers)
        }
        return routers.filter { known[$0] == nil }
    }

    /// Sets the address of a router that was queried.
    ///
    /// - Parameter address: the address; `nil` if there is none.
    /// - Returns: whether it differs.
    @discardableResult
    mutating func set(_ address: [UInt8]?, of router: Neighbor) -> Bool {
        let address = address ?? []
        guard known[router] != address else { return false }
        known[router] = address
        unfiltered.insert(router)
        return true
    }

    /// Takes in a message about a neighbor.
    ///
    /// - Returns: whether it is a router with another address now.
    mutating func note(_ message: NeighborMessage) -> Bool {
        guard known[message.neighbor] != nil else { return false }
        return set(message.hardwareAddress, of: message.neighbor)
    }

    /// Drops the routers of an interface that has been removed.
    mutating func removeInterface(_ index: UInt32) {
        guard known.keys.contains(where: { $0.interface == index }) else { return }
        known = known.filter { $0.key.interface != index }
        unfiltered = unfiltered.filter { $0.interface != index }
    }

    /// Adds the addresses to the next hops for the kernel's filter, which the caller sets immediately.
    ///
    /// - Parameter nextHops: the next hops whose messages the filter passes.
    /// - Returns: these next hops, and the routers whose addresses must be queried after the filter was set.
    mutating func takeFilter(
        _ nextHops: [RouteFilter.NextHop]
    ) -> (nextHops: [RouteFilter.NextHop], toQuery: Set<Neighbor>) {
        defer { unfiltered = [] }
        guard !known.isEmpty else { return (nextHops, []) }
        var rest = known
        var all = nextHops
        for place in all.indices {
            all[place].hardwareAddress = rest.removeValue(forKey: all[place].neighbor)
        }
        // Every router is a next hop of an answer. One that is dropped as such is followed all the same.
        for (router, address) in rest {
            all.append(RouteFilter.NextHop(router, known: .works, hardwareAddress: address))
        }
        return (all, unfiltered)
    }
}

extension RouterAddresses: Equatable {
    static func == (one: RouterAddresses, other: RouterAddresses) -> Bool {
        one.known == other.known
    }
}
