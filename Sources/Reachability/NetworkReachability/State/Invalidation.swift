// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The facts that a change of the network makes stale.
package struct Invalidation: Sendable, Hashable {
    /// When the routes of a family must be queried again after a change.
    enum Requery: Sendable, Hashable {
        /// Never: the routes have not changed.
        case never
        /// Once: the kernel has made the change.
        case once
        /// Once if the first answer shows that a route is gone; otherwise again under the kernel's lock. The kernel
        /// reports the removal of an IPv4 route while the route still exists.
        case untilGone
        /// Now, and again under the kernel's lock: the kernel may report the change before it
        /// makes it.
        case underLock

        /// Returns when the routes must be queried after both of two changes. After two removals,
        /// or a removal and an addition, the first answer may show one change while the other is
        /// not made yet.
        func joined(with other: Requery) -> Requery {
            switch (self, other) {
            case (.never, let requery), (let requery, .never): requery
            case (.once, .once): .once
            case (.once, _), (.untilGone, _), (.underLock, _): .underLock
            }
        }
    }

    /// When the routes of each family must be queried again.
    var routes = PerFamily(Requery.never)
    /// The interfaces through which these routes may be new.
    var newRoutes = RouteScope.none
    /// The interfaces without a usable address, before the changes and after them. While no known route names one of
    /// them (``RouteCache/name(anyOf:)``), no packet leaves by them, and a query under the kernel's lock would show
    /// nothing new. The lock is not free: the kernel holds it while it walks all IPv6 routes because a link goes down.
    var bystanders: Set<UInt32> = []
    /// Whether the paths may differ although packets take the same routes: because of an
    /// interface's name or metering, for example.
    var paths = false
    /// Whether the device of the interface must be read from sysfs: the interface is new or
    /// renamed, or its type cannot be determined without sysfs.
    var device = false
    /// Whether a property changed that decides no path, such as the MTU. The path is made again with it, so that conditions
    /// on the property are evaluated again, too.
    var presentation = false

    /// Nothing is stale.
    package static let nothing = Invalidation()
    /// The routes of both families are stale, and the kernel may not have made the change yet.
    package static let routes = routes(.ipv4, .underLock) + routes(.ipv6, .underLock)
    /// The paths are stale, although their routes are not.
    package static let paths = Invalidation(paths: true)
    /// The device of the interface is stale.
    static let device = Invalidation(device: true)
    /// The displayed properties of the interface are stale.
    static let presentation = Invalidation(presentation: true)

    /// The routes of one family are stale.
    static func routes(
        _ family: IPAddress.Family, _ requery: Requery, newThrough newRoutes: RouteScope = .all
    ) -> Invalidation {
        var invalidation = Invalidation()
        invalidation.routes[family] = requery
        invalidation.newRoutes = newRoutes
        return invalidation
    }

    /// The routes of both families are stale after a change of some interfaces, and the kernel may not have made the
    /// change yet.
    static func routes(changing interfaces: Set<UInt32>) -> Invalidation {
        var invalidation = routes
        invalidation.newRoutes = .interfaces(interfaces)
        return invalidation
    }

    /// The routes of both families are queried once, and again under the kernel's lock if one of them uses the
    /// interface.
    static func bystander(_ index: UInt32) -> Invalidation {
        var invalidation = routes(.ipv4, .once) + routes(.ipv6, .once)
        invalidation.newRoutes = .interfaces([index])
        invalidation.bystanders = [index]
        return invalidation
    }

    /// Returns the facts that one of two changes makes stale.
    package static func + (one: Invalidation, other: Invalidation) -> Invalidation {
        var sum = one
        sum.add(other)
        return sum
    }

    /// Adds what another change makes stale.
    package mutating func add(_ other: Invalidation) {
        routes.ipv4 = routes.ipv4.joined(with: other.routes.ipv4)
        routes.ipv6 = routes.ipv6.joined(with: other.routes.ipv6)
        newRoutes.formUnion(other.newRoutes)
        if !other.bystanders.isEmpty { bystanders.formUnion(other.bystanders) }
        paths = paths || other.paths
        device = device || other.device
        presentation = presentation || other.presentation
    }
}
