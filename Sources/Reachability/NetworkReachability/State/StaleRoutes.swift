// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// A part of the routes that paths depend on, whose answers are stale.
enum StaleRoutes: Sendable, Hashable {
    case all
    /// Those of a family.
    case family(IPAddress.Family)
    /// Those of a family. Only the route that a packet would take is asked for at once. The matching entries of the
    /// routing table are queried when an evaluation needs one: where a route has gone, there may be none.
    case choices(IPAddress.Family)

    /// Whether the answer to a query is stale.
    func concerns(_ query: RouteQuery) -> Bool { concerns(query.destination.family) }

    /// Whether the routes of a family are stale.
    func concerns(_ family: AddressBytes.Family) -> Bool {
        switch self {
        case .all: true
        case .family(let own), .choices(let own): IPAddress.Family(family) == own
        }
    }

    /// Whether entries of the routing table stay stale until an evaluation needs one.
    var leavesEntriesStale: Bool {
        switch self {
        case .all, .family: false
        case .choices: true
        }
    }
}
