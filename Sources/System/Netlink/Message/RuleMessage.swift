// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// The content of one `RTM_NEWRULE` or `RTM_DELRULE` message about a policy rule (`ip rule`).
///
/// Only what tells which packets are routed differently because of their marks has a field; ``content`` holds the
/// rest.
package struct RuleMessage: Hashable, Sendable {
    /// Whether the rule has gone (`RTM_DELRULE`); otherwise it exists (`RTM_NEWRULE`).
    package var isRemoval = false
    package var family: AddressBytes.Family
    /// `FRA_PRIORITY`: the kernel evaluates rules in ascending order.
    package var priority: UInt32 = 0
    /// `FRA_FWMARK`: the mark of the packets that the rule matches, in the bits of ``mask``.
    package var mark: UInt32 = 0
    /// `FRA_FWMASK`: the bits of the mark that the rule compares; 0 if it matches packets with any mark.
    package var mask: UInt32 = 0
    /// `FRA_TABLE`: the routing table that the rule selects.
    package var table: UInt32
    /// `FIB_RULE_INVERT`: the selector is inverted (`ip rule add not …`).
    package var isInverted: Bool
    /// Whether the rule concerns only some packets for a reason other than their marks, such as an interface, an
    /// address or a VRF; or does not use all routes of the table.
    package var isSelective = false
    /// Whether the rule rejects all packets that it selects by their marks (`FR_ACT_UNREACHABLE`). The kernel answers
    /// a query with the same error as if there were no route (`ENETUNREACH`); the other rejecting actions have
    /// errors of their own.
    package var isUnreachable = false
    /// All bytes of the message except its flags, which change with the interfaces that the rule names.
    ///
    /// The kernel can have rules that are equal in all fields above; their contents differ.
    package var content: [UInt8] = []

    /// Creates a message about a rule that exists.
    package init(
        family: AddressBytes.Family,
        priority: UInt32,
        mark: UInt32 = 0,
        mask: UInt32? = nil,
        isInverted: Bool = false,
        table: UInt32
    ) {
        self.family = family
        self.priority = priority
        self.mark = mark
        self.mask = mask ?? (mark == 0 ? 0 : .max)
        self.table = table
        self.isInverted = isInverted
    }

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    ///
    /// - Returns: `nil` for a rule of another family (multicast routing has its own).
    package init?(decoding bytes: RawSpan) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: bytes)
        guard header.type == cnl_rtm_newrule || header.type == cnl_rtm_delrule else {
            throw .messageType(header.type)
        }
        // struct fib_rule_hdr: family, lengths, type of service, table, reserved, action, flags
        let body = bytes.extracting(MessageHeader.length..<header.messageLength)
        guard
            let family = body.integer(at: 0, as: UInt8.self),
            let shortTable = body.integer(at: 4, as: UInt8.self),
            let flags = body.integer(at: 8, as: UInt32.self)
        else { throw .truncated("struct fib_rule_hdr") }
        guard let family = AddressBytes.Family(rawValue: family) else { return nil }
        self.family = family
        table = UInt32(shortTable)
        isRemoval = header.type == cnl_rtm_delrule
        isInverted = flags & cnl_fib_rule_invert != 0
        // The lengths of the destination and the source, and the type of service.
        isSelective =
            body.integer(at: 1, as: UInt8.self) != 0 || body.integer(at: 2, as: UInt8.self) != 0
            || body.integer(at: 3, as: UInt8.self) != 0
        content = body.extracting(0..<8).array + body.extracting(12..<body.byteCount).array
        try body.forEachAttribute(from: 12) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_fra_priority: priority = try value.value("FRA_PRIORITY")
            case cnl_fra_fwmark:
                mark = try value.value("FRA_FWMARK")
                mask = .max
            // The kernel sends it after the mark.
            case cnl_fra_fwmask: mask = try value.value("FRA_FWMASK")
            case cnl_fra_table: table = try value.value("FRA_TABLE")
            case cnl_fra_protocol, cnl_fra_pad, cnl_fra_flow: break
            case cnl_fra_suppress_prefixlen:
                // The kernel always adds it, as -1 if it suppresses no route.
                let length: UInt32 = try value.value("FRA_SUPPRESS_PREFIXLEN")
                if length != .max { isSelective = true }
            default: isSelective = true
            }
        }
        let action = body.integer(at: 7, as: UInt8.self)
        isUnreachable = action == cnl_fr_act_unreachable && !isSelective
        if action != cnl_fr_act_to_tbl { isSelective = true }
    }

    /// Whether the rule lets packets use the table that have no mark, and that no program has bound to an interface or
    /// an address.
    package var appliesToOrdinaryPackets: Bool { !isSelective && selects(mark: 0) }

    /// Whether the rule selects packets with a mark, as far as the mark decides that.
    package func selects(mark other: UInt32) -> Bool {
        guard mask != 0 else { return true }
        return ((mark ^ other) & mask == 0) != isInverted
    }
}
