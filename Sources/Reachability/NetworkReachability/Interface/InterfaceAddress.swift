// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// An IP address of an interface, with its prefix length, scope and flags.
public struct InterfaceAddress: Sendable, Hashable {
    /// The interface's own address, also on a point-to-point link (`IFA_LOCAL`; `IFA_ADDRESS` if
    /// the kernel reports only that).
    public let address: IPAddress
    /// The peer's address on a point-to-point link (`IFA_ADDRESS`, if it differs from `IFA_LOCAL`);
    /// `nil` on other links.
    public let peer: IPAddress?
    /// The length of the network prefix, in bits. If there is a peer, it is the prefix of the
    /// peer's address.
    public let prefixLength: Int
    /// The scope in which the address is valid (`ifa_scope`).
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

    /// Whether the address can be the source of packets to the internet.
    ///
    /// It cannot if it is link-local or a loopback address, if its scope is narrower than the
    /// internet (such as `link` or `host`), or if duplicate address detection has not finished or
    /// has failed. An optimistic address (RFC 4429) can be used while the detection runs.
    public var isUsable: Bool {
        guard address.isUsableSource(onward: true), isOfWideScope, !flags.contains(.dadFailed)
        else { return false }
        return !flags.contains(.tentative) || flags.contains(.optimistic)
    }

    /// Whether the kernel selects the address as the source of packets to the internet, as far as its
    /// scope decides that. For IPv4, the scope must be as wide as that of the route
    /// (`inet_select_addr`). For IPv6, the kernel derives the scope from the address.
    private var isOfWideScope: Bool {
        switch scope {
        case .global: true
        case .link, .host: false
        case .site, .number: address.family == .ipv6
        }
    }

    /// The scope of an address (`RT_SCOPE_*`).
    public enum Scope: Sendable, Hashable {
        /// Valid everywhere.
        case global
        /// Valid in this site (IPv6, obsolete).
        case site
        /// Valid on this link.
        case link
        /// Valid on this machine.
        case host
        /// Another scope, by its number.
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

    /// The flags of an address (`IFA_F_*` in `linux/if_addr.h`).
    public struct Flags: OptionSet, Sendable, Hashable {
        /// The kernel's bits, except for ``temporary``: the kernel uses one bit for that and
        /// ``secondary``, and this library two.
        public let rawValue: UInt32

        /// Creates flags from bits as in ``rawValue``.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `IFA_F_SECONDARY` of an IPv4 address: the interface has an earlier address in the same
        /// prefix.
        public static let secondary = Flags(rawValue: 0x01)
        /// `IFA_F_NODAD`: no duplicate address detection.
        public static let noDAD = Flags(rawValue: 0x02)
        /// `IFA_F_OPTIMISTIC`: usable while duplicate address detection runs (RFC 4429).
        public static let optimistic = Flags(rawValue: 0x04)
        /// `IFA_F_DADFAILED`: duplicate address detection found the address on another host.
        public static let dadFailed = Flags(rawValue: 0x08)
        /// `IFA_F_HOMEADDRESS`: the address of a mobile node at its home (RFC 6275).
        public static let homeAddress = Flags(rawValue: 0x10)
        /// `IFA_F_DEPRECATED`: for existing connections; new connections use it only if there is no
        /// other address.
        public static let deprecated = Flags(rawValue: 0x20)
        /// `IFA_F_TENTATIVE`: duplicate address detection has not finished.
        public static let tentative = Flags(rawValue: 0x40)
        /// `IFA_F_PERMANENT`: the address does not expire, for example because it was set manually.
        public static let permanent = Flags(rawValue: 0x80)
        /// `IFA_F_MANAGETEMPADDR`: the kernel creates temporary addresses from this one.
        public static let manageTemporaryAddresses = Flags(rawValue: 0x100)
        /// `IFA_F_NOPREFIXROUTE`: the kernel adds no route to the address's prefix.
        public static let noPrefixRoute = Flags(rawValue: 0x200)
        /// `IFA_F_MCAUTOJOIN`: the kernel joins the multicast group that the address names.
        public static let multicastAutoJoin = Flags(rawValue: 0x400)
        /// `IFA_F_STABLE_PRIVACY`: the address is stable within a network and different in each
        /// network (RFC 7217).
        public static let stablePrivacy = Flags(rawValue: 0x800)
        /// `IFA_F_TEMPORARY` of an IPv6 address: a temporary address (RFC 8981). The kernel uses
        /// the bit of ``secondary`` for it.
        public static let temporary = Flags(rawValue: 0x1000_0000)
    }
}

extension InterfaceAddress.Scope: CustomStringConvertible {
    /// The name of the scope, as `ip address` prints it; the number in decimal if it has no name.
    public var description: String {
        switch self {
        case .global, .site, .link, .host: KernelName.scope(number)
        case .number(let number): "\(number)"
        }
    }
}

extension InterfaceAddress.Flags {
    /// The names of the flags that are set, in a fixed order.
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
    /// The address and its prefix length, as `ip address` prints them: `192.0.2.7/24`, or
    /// `192.0.2.7 peer 192.0.2.8/32`.
    public var description: String {
        peer.map { "\(address) peer \($0)/\(prefixLength)" } ?? "\(address)/\(prefixLength)"
    }
}

extension InterfaceAddress.Flags: CustomStringConvertible {
    /// The names of the flags that are set, or `none`.
    public var description: String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}

extension InterfaceAddress {
    /// Converts the kernel's message. `IFA_F_SECONDARY` (IPv4) and `IFA_F_TEMPORARY` (IPv6) are the
    /// same bit.
    init(_ message: AddressMessage) {
        let address = IPAddress(message.address)
        var flags = Flags(rawValue: message.flags)
        if address.family == .ipv6, flags.contains(.secondary) {
            flags.remove(.secondary)
            flags.insert(.temporary)
        }
        self.init(
            address: address,
            peer: message.peer.map(IPAddress.init),
            prefixLength: Int(message.prefixLength),
            scope: Scope(message.scope),
            flags: flags)
    }
}
