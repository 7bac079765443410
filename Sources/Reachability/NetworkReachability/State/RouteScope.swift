// SPDX-License-Identifier: Apache-2.0

/// The interfaces through which packets may have a route after a change that had none before.
///
/// A change can take or exchange routes through any interface. But the kernel reports each new route, and most changes
/// can make a route appear through one interface only: the one that the new route, the link or the address belongs to.
enum RouteScope: Sendable, Hashable {
    case all
    case interfaces(Set<UInt32>)

    /// No interface.
    static let none = RouteScope.interfaces([])

    /// Adds the interfaces of another scope.
    mutating func formUnion(_ other: RouteScope) {
        switch (self, other) {
        case (.all, _), (_, .all): self = .all
        case (.interfaces(let own), .interfaces(let others)):
            if !others.isSubset(of: own) { self = .interfaces(own.union(others)) }
        }
    }
}
