// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// The content of one `RTM_NEWADDR` or `RTM_DELADDR` message.
package struct AddressMessage: Hashable, Sendable {
    /// Whether the address has gone (`RTM_DELADDR`); otherwise it exists (`RTM_NEWADDR`).
    package var isRemoval: Bool
    /// The interface's index (`ifa_index`).
    package var interface: UInt32
    /// The interface's own address: `IFA_LOCAL`, or `IFA_ADDRESS` where there is none. On a
    /// point-to-point interface `IFA_ADDRESS` is the peer's.
    package var address: AddressBytes
    /// The peer's address on a point-to-point interface: `IFA_ADDRESS`, where it differs from `IFA_LOCAL`.
    package var peer: AddressBytes?
    /// `ifa_prefixlen`.
    package var prefixLength: UInt8
    /// `ifa_scope`, one of `RT_SCOPE_*`.
    package var scope: UInt8
    /// `IFA_FLAGS`, or the 8 bits of `ifa_flags` where that attribute is absent (`IFA_F_*`).
    package var flags: UInt32

    /// Creates a message about an address that exists.
    package init(interface: UInt32, address: AddressBytes, prefixLength: UInt8 = 24) {
        isRemoval = false
        self.interface = interface
        self.address = address
        self.prefixLength = prefixLength
        scope = 0
        flags = 0
    }

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    ///
    /// - Returns: `nil` for an address that is neither IPv4 nor IPv6.
    package init?(decoding bytes: RawSpan) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: bytes)
        guard header.type == cnl_rtm_newaddr || header.type == cnl_rtm_deladdr else {
            throw .messageType(header.type)
        }
        // struct ifaddrmsg: family, prefix length, flags, scope, index
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            let family = body.integer(at: 0, as: UInt8.self),
            let prefixLength = body.integer(at: 1, as: UInt8.self),
            let shortFlags = body.integer(at: 2, as: UInt8.self),
            let scope = body.integer(at: 3, as: UInt8.self),
            let interface = body.integer(at: 4, as: UInt32.self)
        else { throw .truncated("struct ifaddrmsg") }
        guard let family = AddressBytes.Family(rawValue: family) else { return nil }

        var local: AddressBytes?
        var address: AddressBytes?
        var flags = UInt32(shortFlags)
        try body.forEachAttribute(from: 8) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_ifa_local:
                local = AddressBytes(family: family, value)
                if local == nil { throw .truncated("IFA_LOCAL") }
            case cnl_ifa_address:
                address = AddressBytes(family: family, value)
                if address == nil { throw .truncated("IFA_ADDRESS") }
            case cnl_ifa_flags: flags = try value.value("IFA_FLAGS")
            default: break
            }
        }
        guard let own = local ?? address else { throw .truncated("the address") }
        self.isRemoval = header.type == cnl_rtm_deladdr
        self.interface = interface
        self.address = own
        self.peer = address == own ? nil : address
        self.prefixLength = prefixLength
        self.scope = scope
        self.flags = flags
    }
}
