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
    /// `FRA_FWMARK`, or 0 if the rule matches packets with any mark.
    package var mark: UInt32 = 0
    /// `FRA_TABLE`: the routing table that the rule selects.
    package var table: UInt32
    /// `FIB_RULE_INVERT`: the selector is inverted (`ip rule add not …`).
    package var isInverted: Bool
    /// Whether the rule concerns only some packets for a reason other than their marks, such as an interface, an
    /// address or a VRF; or does not use all routes of the table.
    package var isSelective = false
    /// All bytes of the message except its flags, which change with the interfaces that the rule names.
    ///
    /// The kernel can have rules that are equal in all fields above; their contents differ.
    package var content: [UInt8] = []

    /// Creates a message about a rule that exists.
    package init(
        family: AddressBytes.Family,
        priority: UInt32,
        mark: UInt32 = 0,
        isInverted: Bool = false,
        table: UInt32
    ) {
        self.family = family
        self.priority = priority
        self.mark = mark
        self.table = table
        self.isInverted = isInverted
    }

    /// Reads one message, of which `bytes` holds the header and at least all it announces.
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
        // The lengths of the destination and the source, the type of service, and the action.
        isSelective =
            body.integer(at: 1, as: UInt8.self) != 0 || body.integer(at: 2, as: UInt8.self) != 0
            || body.integer(at: 3, as: UInt8.self) != 0
            || body.integer(at: 7, as: UInt8.self) != cnl_fr_act_to_tbl
        content = body.extracting(0..<8).array + body.extracting(12..<body.byteCount).array
        try body.forEachAttribute(from: 12) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnl_fra_priority: priority = try value.value("FRA_PRIORITY")
            case cnl_fra_fwmark: mark = try value.value("FRA_FWMARK")
            case cnl_fra_table: table = try value.value("FRA_TABLE")
            case cnl_fra_fwmask, cnl_fra_protocol, cnl_fra_pad, cnl_fra_flow: break
            case cnl_fra_suppress_prefixlen:
                // The kernel always adds it, as -1 if it suppresses no route.
                let length: UInt32 = try value.value("FRA_SUPPRESS_PREFIXLEN")
                if length != .max { isSelective = true }
            default: isSelective = true
            }
        }
    }

    /// Whether the rule lets packets use the table that have no mark, and that no program has bound to an interface or
    /// an address.
    package var appliesToOrdinaryPackets: Bool { !isSelective && isInverted == (mark != 0) }
}
