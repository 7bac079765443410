// SPDX-License-Identifier: Apache-2.0

package import Netlink

extension NetworkState {
    /// What a change calls for.
    package struct Consequence: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Packets may take another way, now or when the kernel has done what it tells of: routes must be
        /// looked up again, and once more then.
        static let lookUp = Consequence(rawValue: 1)
        /// What is told of the path may differ, by what an interface is called, say.
        static let tell = Consequence(rawValue: 2)
        /// An interface is new or renamed, or its type is a guess for want of sysfs: its device must
        /// be read.
        static let readDevice = Consequence(rawValue: 4)
        /// What is shown of an interface differs, and nothing that a path follows from.
        static let show = Consequence(rawValue: 8)
        /// As `lookUp`, of IPv4 alone: more than one route goes.
        static let lookUpIPv4 = Consequence(rawValue: 16)
        /// As `lookUp`, of IPv6 alone.
        static let lookUpIPv6 = Consequence(rawValue: 32)
        /// IPv4 packets may take another way, and the kernel has done what it tells of: routes must be looked
        /// up again, once.
        static let lookUpIPv4Once = Consequence(rawValue: 64)
        /// An IPv4 route goes: as `lookUpIPv4`, unless it is seen that it has gone.
        static let lookUpIPv4UntilGone = Consequence(rawValue: 128)

        /// Which routes are looked up for it, and how often.
        enum Looks: Hashable {
            /// Those of a family, once.
            case once(AddressBytes.Family)
            /// Those of a family, for the sake of a single route that goes: once if it is seen that it has
            /// gone, and twice if not.
            case untilGone(AddressBytes.Family)
            /// Those of a family or, with `nil`, all: now and when the kernel has done what it tells of.
            case twice(AddressBytes.Family?)
        }

        /// Which routes are looked up, `nil` for none: what the kernel has not done yet decides how often.
        var looks: Looks? {
            let comes = contains(.lookUpIPv4Once)
            let goes = contains(.lookUpIPv4UntilGone)
            let concernsIPv4 = comes || goes || contains(.lookUpIPv4)
            if contains(.lookUp) || concernsIPv4 && contains(.lookUpIPv6) { return .twice(nil) }
            if contains(.lookUpIPv6) { return .twice(.ipv6) }
            // Where one comes as well, that may be what is seen.
            if contains(.lookUpIPv4) || comes && goes { return .twice(.ipv4) }
            if goes { return .untilGone(.ipv4) }
            return comes ? .once(.ipv4) : nil
        }

        /// Adds what another change calls for. (Not `formUnion`, which does not count.)
        mutating func add(_ other: Consequence) {
            // Of two routes that go, the one may be seen to have gone while the other has not.
            if contains(.lookUpIPv4UntilGone) && other.contains(.lookUpIPv4UntilGone) {
                insert(.lookUpIPv4)
            }
            formUnion(other)
        }
    }

    /// Takes in one change that the kernel told.
    package mutating func apply(_ event: KernelEvent) -> Consequence {
        switch event {
        case .link(let link): return apply(link)
        case .address(let message): return apply(message)
        case .rule(let rule): return apply(rule)
        case .route(.ipv4, let isMade): return isMade ? .lookUpIPv4Once : .lookUpIPv4UntilGone
        case .route(.ipv6, _): return .lookUpIPv6
        case .routerAdvertisement: return .lookUpIPv6
        case .route(nil, _), .nextHop, .setting: return .lookUp
        }
    }

    /// Nothing is concluded from what does not differ: interfaces that only count packets or
    /// change their neighbours are told of all the time.
    private mutating func apply(_ message: LinkMessage) -> Consequence {
        let old = self[message.index]
        if message.isRemoval {
            guard old != nil else { return [] }
            removeInterface(message.index)
            return [.lookUp, .tell]
        }
        guard let old else {
            // A message that says next to nothing cannot begin an interface.
            guard !message.isPartial else { return [] }
            set(message)
            return [.lookUp, .tell, .readDevice]
        }
        let link = message.isPartial ? old.link.updated(by: message) : message
        guard !old.isLinked(like: link) else { return [] }
        var consequence: Consequence
        if exchange(old, for: link) {
            consequence = link.decidesWays(unlike: old.link) ? [.show, .lookUp] : .show
            if old.isTypeOpen && old.device == nil { consequence.insert(.readDevice) }
            return consequence
        }
        let isAlike =
            link.name == old.link.name && link.hardwareAddress == old.link.hardwareAddress
            && self[link.index]?.classification == old.classification
        consequence = isAlike ? .show : .tell
        if link.decidesWays(unlike: old.link) { consequence.insert(.lookUp) }
        if link.name != old.link.name || old.isTypeOpen && old.device == nil {
            consequence.insert(.readDevice)
        }
        return consequence
    }

    private mutating func apply(_ message: AddressMessage) -> Consequence {
        let address = InterfaceAddress(message)
        guard let old = self[message.interface]?.addresses else { return [] }
        if message.isRemoval {
            remove(address, of: message.interface)
        } else {
            set(address, of: message.interface)
        }
        guard self[message.interface]?.addresses == old else { return [.lookUp, .tell] }
        // An IPv6 address that was given another lifetime gives it to the route to its prefix, of which the
        // kernel tells nothing.
        let mayMoveRoute = address.address.family == .ipv6 && !address.flags.contains(.permanent)
        return mayMoveRoute && !message.isRemoval ? .lookUpIPv6 : []
    }

    private mutating func apply(_ rule: RuleMessage) -> Consequence {
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
        return .lookUp
    }
}

extension LinkMessage {
    /// Whether it carries next to nothing: wireless extension events have a name and the flags.
    /// Every full message has `IFLA_MTU`.
    fileprivate var isPartial: Bool { mtu == nil }

    /// The link with what a partial message carries.
    fileprivate func updated(by message: LinkMessage) -> LinkMessage {
        var link = self
        link.flags = message.flags
        if let name = message.name { link.name = name }
        return link
    }

    /// Whether packets may take another way because of what differs.
    fileprivate func decidesWays(unlike old: LinkMessage) -> Bool {
        flags != old.flags || operationalState != old.operationalState || master != old.master
            || group != old.group
            || link != old.link || isLinkInOtherNamespace != old.isLinkInOtherNamespace
            || kind != old.kind || hardwareType != old.hardwareType
            || bondActiveMember != old.bondActiveMember
            || isActiveBondMember != old.isActiveBondMember
    }
}
