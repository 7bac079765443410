// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension NetworkState {
    /// Applies one change that the kernel reports.
    ///
    /// - Returns: what the change makes stale.
    package mutating func apply(_ event: KernelEvent) -> Invalidation {
        switch event {
        case .link(let link): return apply(link)
        case .address(let message): return apply(message)
        case .rule(let rule): return apply(rule)
        case .route(.ipv4, let isMade, let interface):
            let requery: Invalidation.Requery = isMade ? .once : .untilGone
            return .routes(.ipv4, requery, newThrough: RouteScope(interface))
        case .route(.ipv6, _, let interface):
            return .routes(.ipv6, .underLock, newThrough: RouteScope(interface))
        case .routerAdvertisement: return .routes(.ipv6, .underLock)
        case .route(nil, _, _), .nextHop, .setting: return .routes
        case .neighbor(let message): return apply(message)
        }
    }

    /// Applies a link message. A message without a difference makes nothing stale: the kernel often
    /// reports interfaces whose counters or neighbours alone changed.
    private mutating func apply(_ message: LinkMessage) -> Invalidation {
        let old = self[message.index]
        if message.isRemoval {
            guard let old else { return .nothing }
            removeInterface(message.index)
            return routes(by: message.index, old) + .paths
        }
        guard let old else {
            // A partial message is not enough for a new interface.
            guard !message.isPartial else { return .nothing }
            set(message)
            return .routes(changing: [message.index]) + .paths + .device
        }
        let link = message.isPartial ? old.link.updated(by: message) : message
        guard !old.isLinked(like: link) else { return .nothing }
        var invalidation: Invalidation
        if exchange(old, for: link) {
            invalidation =
                link.mayMoveRoutes(unlike: old.link)
                ? .presentation + routes(by: link.index, old) : .presentation
            if old.isTypeOpen && old.device == nil { invalidation.add(.device) }
            return invalidation
        }
        // The metering of an interface is decided from what is inheritable.
        let isAlike =
            old.isNamed(like: link) && link.hardwareAddress == old.link.hardwareAddress
            && self[link.index]?.inheritable == old.inheritable
        invalidation = isAlike ? .presentation : .paths
        if link.mayMoveRoutes(unlike: old.link) { invalidation.add(routes(by: link.index, old)) }
        if !old.isNamed(like: link) || old.isTypeOpen && old.device == nil {
            invalidation.add(.device)
        }
        return invalidation
    }

    /// The routes that a change of an interface may move.
    ///
    /// - Parameter old: the interface before the change.
    private func routes(by index: UInt32, _ old: Interface) -> Invalidation {
        // On a router, packets may leave by an interface without an address, with an address of loopback.
        let mayCarry =
            counts.hasUsableLoopback || old.hasUsableAddress
            || self[index]?.hasUsableAddress == true
        return mayCarry ? .routes(changing: [index]) : .bystander(index)
    }

    private mutating func apply(_ message: AddressMessage) -> Invalidation {
        let address = InterfaceAddress(message)
        guard let old = self[message.interface] else { return .nothing }
        if message.isRemoval {
            remove(address, of: message.interface)
        } else {
            set(address, of: message.interface)
        }
        guard self[message.interface]?.isIdentical(to: old) == true else {
            return routes(by: message.interface, old) + .paths
        }
        // A new lifetime of an IPv6 address also applies to the route to its prefix, which the
        // kernel does not report.
        let mayMoveRoute = address.address.family == .ipv6 && !address.flags.contains(.permanent)
        guard mayMoveRoute, !message.isRemoval else { return .nothing }
        return .routes(.ipv6, .underLock, newThrough: .interfaces([message.interface]))
    }

    private mutating func apply(_ message: NeighborMessage) -> Invalidation {
        // A place may be known by the hardware address.
        let places: Invalidation = routers.note(message) ? .paths : .nothing
        guard nextHops.note(message) else { return places }
        // The kernel chooses among the routes that are there.
        let ipv4 = places + .routes(.ipv4, .once, newThrough: .none)
        switch message.neighbor.address.family {
        case .ipv4: return ipv4
        // A route of IPv4 may have a next hop of IPv6.
        // A router that advertises itself again revives its route without a message about it.
        case .ipv6:
            let routes = RouteScope.interfaces([message.neighbor.interface])
            return ipv4 + .routes(.ipv6, .once, newThrough: routes)
        }
    }

    private mutating func apply(_ rule: RuleMessage) -> Invalidation {
        if rule.isRemoval {
            var removed = rule
            removed.isRemoval = false
            if let index = rules.firstIndex(of: removed) { rules.remove(at: index) }
        } else if !rules.contains(rule) {
            let index = rules.firstIndex {
                $0.family == rule.family && $0.priority > rule.priority
            }
            rules.insert(rule, at: index ?? rules.endIndex)
        }
        return .routes
    }
}

extension RouteScope {
    /// The scope of an event about a route.
    fileprivate init(_ interface: UInt32?) {
        self = interface.map { .interfaces([$0]) } ?? .all
    }
}

extension LinkMessage {
    /// Whether the message has only a name and flags, as the events of wireless extensions. Every
    /// full message has `IFLA_MTU`.
    fileprivate var isPartial: Bool { mtu == nil }

    /// Returns the link with the properties of a partial message.
    fileprivate func updated(by message: LinkMessage) -> LinkMessage {
        var link = self
        link.flags = message.flags
        if let name = message.name { link.name = name }
        return link
    }

    /// Whether the difference may change the routes of packets.
    fileprivate func mayMoveRoutes(unlike old: LinkMessage) -> Bool {
        flags != old.flags || operationalState != old.operationalState || master != old.master
            || group != old.group
            || link != old.link || isLinkInOtherNamespace != old.isLinkInOtherNamespace
            || kind != old.kind || hardwareType != old.hardwareType
            || bondActiveMember != old.bondActiveMember
            || isActiveBondMember != old.isActiveBondMember
    }
}
