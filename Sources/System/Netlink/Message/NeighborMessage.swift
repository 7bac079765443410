// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// An address on the link of an interface, such as that of a router.
package struct Neighbor: Hashable, Sendable {
    /// The interface's index (`ndm_ifindex`).
    package var interface: UInt32
    /// The address (`NDA_DST`).
    package var address: AddressBytes

    package init(interface: UInt32, address: AddressBytes) {
        self.interface = interface
        self.address = address
    }
}

/// The content of one `RTM_NEWNEIGH` or `RTM_DELNEIGH` message.
package struct NeighborMessage: Hashable, Sendable {
    /// Whether the entry has been removed (`RTM_DELNEIGH`); otherwise it exists (`RTM_NEWNEIGH`).
    package var isRemoval: Bool
    /// The neighbor that the entry is about.
    package var neighbor: Neighbor
    /// One of `NUD_*` (`ndm_state`).
    var state: UInt16
    /// The hardware address of the entry (`NDA_LLADDR`), whatever its state.
    private var address: [UInt8]?
    /// How long ago the neighbor has confirmed the entry, in ticks of 10 ms (`ndm_confirmed` of `NDA_CACHEINFO`).
    private var ticksSinceConfirmation: UInt32?

    /// Creates a message about an entry that exists.
    package init(_ neighbor: Neighbor, state: UInt16, hardwareAddress: [UInt8]? = nil) {
        isRemoval = false
        self.neighbor = neighbor
        self.state = state
        address = hardwareAddress
    }

    /// Reads one message. `bytes` holds the header, and at least the length that the header names.
    ///
    /// - Returns: `nil` for an entry that is neither IPv4's nor IPv6's (a bridge has its own), and for one without an
    ///   address.
    package init?(decoding bytes: RawSpan) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: bytes)
        guard header.type == cnl_rtm_newneigh || header.type == cnl_rtm_delneigh else {
            throw .messageType(header.type)
        }
        // struct ndmsg: family, padding (3 bytes), index, state, flags, type
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            let family = body.integer(at: 0, as: UInt8.self),
            let interface = body.integer(at: 4, as: UInt32.self),
            let state = body.integer(at: 8, as: UInt16.self),
            body.byteCount >= 12
        else { throw .truncated("struct ndmsg") }
        guard let family = AddressBytes.Family(rawValue: family) else { return nil }
        var destination: AddressBytes?
        var hardwareAddress: [UInt8]?
        var ticks: UInt32?
        try body.forEachAttribute(from: 12) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_nda_dst:
                destination = AddressBytes(family: family, value)
                if destination == nil { throw .truncated("NDA_DST") }
            case cnl_nda_lladdr:
                hardwareAddress = value.byteCount <= Self.longestAddress ? value.array : nil
            case cnl_nda_cacheinfo: ticks = value.integer(at: 0, as: UInt32.self)
            default: break
            }
        }
        guard let destination else { return nil }
        isRemoval = header.type == cnl_rtm_delneigh
        neighbor = Neighbor(interface: interface, address: destination)
        self.state = state
        address = hardwareAddress
        ticksSinceConfirmation = ticks
    }

    /// The kernel's longest hardware address, in bytes (`MAX_ADDR_LEN`).
    private static let longestAddress = 32

    /// The hardware address to which the kernel sends packets for the neighbor; `nil` if it has none, as while it looks
    /// for the neighbor.
    package var hardwareAddress: [UInt8]? { isWorking ? address : nil }

    /// Whether the kernel has an entry with which it sends packets to the neighbor (`NUD_VALID`). It has none while it
    /// looks for the neighbor, and after it has not found it.
    package var isWorking: Bool { !isRemoval && state & cnl_nud_valid != 0 }

    /// Whether the neighbor has confirmed lately that the entry is right (`NUD_REACHABLE`). A permanent entry is not
    /// confirmed.
    package var isReachable: Bool { !isRemoval && state == cnl_nud_reachable }
}

extension NeighborMessage {
    /// Whether the neighbor has confirmed the entry within a time before the message. The kernel's clock ticks every 10 ms.
    package func isConfirmed(within milliseconds: Int64) -> Bool {
        guard isReachable, let ticksSinceConfirmation else { return false }
        return Int64(ticksSinceConfirmation) * 10 - 10 <= milliseconds
    }

    /// Whether the entry needs no confirmation: it was set by hand, or the link has no addresses (`NUD_PERMANENT`,
    /// `NUD_NOARP`).
    package var isFixed: Bool { !isRemoval && state & cnl_nud_fixed != 0 }

    /// Whether the kernel asks the neighbor of a working entry whether it is still there, and has no answer yet
    /// (`NUD_PROBE`).
    package var isSearched: Bool { !isRemoval && state == cnl_nud_probe }

    /// Whether the kernel has looked for the neighbor, and nothing has answered (`NUD_FAILED`).
    package var isUnanswered: Bool { !isRemoval && state & cnl_nud_failed != 0 }
}
