// SPDX-License-Identifier: Apache-2.0

/// An IP address of an interface.
public struct InterfaceAddress: Sendable, Hashable {
    /// The interface's own address; on a point-to-point link not the peer's.
    public let address: IPAddress
    /// The other end's address, where the link is one of two points (`IFA_ADDRESS` beside another
    /// `IFA_LOCAL`); `nil` if there is none.
    public let peer: IPAddress?
    /// The length of the prefix that is on the link, in bits: of the peer's address, if there is one.
    public let prefixLength: Int
    /// How far it reaches (`ifa_scope`).
    public let scope: Scope
    /// The kernel's flags (`IFA_F_*`).
    public let flags: Flags

    /// Creates an address of an interface.
    public init(
        address: IPAddress,
        peer: IPAddress? = nil,
        prefixLength: Int,
        scope: Scope = .global,
        flags: Flags = []
    ) {
        self.address = address
        self.peer = peer
        self.prefixLength = prefixLength
        self.scope = scope
        self.flags = flags
    }

    /// Whether it can be the source of packets to the internet: not link-local, not the machine's
    /// own loopback, and not one that duplicate address detection still holds back or has refused.
    /// An optimistic address (RFC 4429) may be used while the detection runs.
    public var isUsable: Bool {
        guard address.isUsableSource(onward: true), !flags.contains(.dadFailed) else {
            return false
        }
        return !flags.contains(.tentative) || flags.contains(.optimistic)
    }

    /// Whether it is the same address of the interface, whatever its flags: the kernel allows one
    /// of each with its prefix's length, of IPv4 one for each peer (`find_matching_ifa`).
    package func isSame(as other: InterfaceAddress) -> Bool {
        address == other.address && prefixLength == other.prefixLength
            && (peer == other.peer || address.family == .ipv6)
    }

    /// How far an address reaches (`RT_SCOPE_*`).
    public enum Scope: Sendable, Hashable {
        /// Everywhere.
        case global
        /// This site (IPv6, obsolete).
        case site
        /// This link.
        case link
        /// This machine.
        case host
        /// A number that has no name.
        case number(UInt8)

        init(_ number: UInt8) {
            switch number {
            case 0: self = .global
            case 200: self = .site
            case 253: self = .link
            case 254: self = .host
            default: self = .number(number)
            }
        }
    }

    /// An address's flags (`IFA_F_*` of linux/if_addr.h).
    public struct Flags: OptionSet, Sendable, Hashable {
        /// The kernel's bits, and one of this library's own for ``temporary``, whose bit the kernel
        /// shares between two meanings.
        public let rawValue: UInt32

        /// Creates flags from such bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `IFA_F_SECONDARY` of an IPv4 address: another one of its prefix came first.
        public static let secondary = Flags(rawValue: 0x01)
        /// `IFA_F_NODAD`: no duplicate address detection.
        public static let noDAD = Flags(rawValue: 0x02)
        /// `IFA_F_OPTIMISTIC`: usable while duplicate address detection runs (RFC 4429).
        public static let optimistic = Flags(rawValue: 0x04)
        /// `IFA_F_DADFAILED`: somebody else has it.
        public static let dadFailed = Flags(rawValue: 0x08)
        /// `IFA_F_HOMEADDRESS`: the address of a mobile node at its home (RFC 6275).
        public static let homeAddress = Flags(rawValue: 0x10)
        /// `IFA_F_DEPRECATED`: for existing connections; a new one takes it for want of better.
        public static let deprecated = Flags(rawValue: 0x20)
        /// `IFA_F_TENTATIVE`: duplicate address detection is not through.
        public static let tentative = Flags(rawValue: 0x40)
        /// `IFA_F_PERMANENT`: it does not expire, as one that was set by hand.
        public static let permanent = Flags(rawValue: 0x80)
        /// `IFA_F_MANAGETEMPADDR`: temporary addresses are made from it.
        public static let manageTemporaryAddresses = Flags(rawValue: 0x100)
        /// `IFA_F_NOPREFIXROUTE`: without a route to its prefix.
        public static let noPrefixRoute = Flags(rawValue: 0x200)
        /// `IFA_F_MCAUTOJOIN`: the multicast group that it names is joined.
        public static let multicastAutoJoin = Flags(rawValue: 0x400)
        /// `IFA_F_STABLE_PRIVACY`: the same each time in one network, and another one in every other
        /// (RFC 7217).
        public static let stablePrivacy = Flags(rawValue: 0x800)
        /// `IFA_F_TEMPORARY` of an IPv6 address (RFC 8981), in the kernel the bit of ``secondary``.
        public static let temporary = Flags(rawValue: 0x1000_0000)
    }
}

extension InterfaceAddress.Scope: CustomStringConvertible {
    /// The word that `ip address` uses.
    public var description: String {
        switch self {
        case .global: "global"
        case .site: "site"
        case .link: "link"
        case .host: "host"
        case .number(let number): "\(number)"
        }
    }
}

extension InterfaceAddress.Flags {
    /// The flags' names in the order of their bits.
    public var names: [String] {
        Self.named.filter { contains($0.flag) }.map(\.name)
    }

    private static let named: [(flag: Self, name: String)] = [
        (.secondary, "secondary"), (.temporary, "temporary"), (.noDAD, "noDAD"),
        (.optimistic, "optimistic"), (.dadFailed, "dadFailed"), (.homeAddress, "homeAddress"),
        (.deprecated, "deprecated"), (.tentative, "tentative"), (.permanent, "permanent"),
        (.manageTemporaryAddresses, "manageTemporaryAddresses"), (.noPrefixRoute, "noPrefixRoute"),
        (.multicastAutoJoin, "multicastAutoJoin"), (.stablePrivacy, "stablePrivacy"),
    ]
}

extension InterfaceAddress: CustomStringConvertible {
    /// The address and the length of its prefix as `ip address` shows them: `192.0.2.7/24`, or
    /// `192.0.2.7 peer 192.0.2.8/32`.
    public var description: String {
        peer.map { "\(address) peer \($0)/\(prefixLength)" } ?? "\(address)/\(prefixLength)"
    }
}

extension InterfaceAddress.Flags: CustomStringConvertible {
    /// The flags' names, or `none`.
    public var description: String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
