// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// What one `RTM_NEWRULE` or `RTM_DELRULE` message says of a policy rule (`ip rule`), as far as it
/// tells which marks set packets apart.
package struct RuleMessage: Hashable, Sendable {
    /// Whether the rule is there now (`RTM_NEWRULE`) or has gone (`RTM_DELRULE`).
    package var isRemoval = false
    package var family: AddressBytes.Family
    /// `FRA_PRIORITY`: rules are asked in rising order.
    package var priority: UInt32 = 0
    /// `FRA_FWMARK`, 0 if the rule asks for none.
    package var mark: UInt32 = 0
    /// `FRA_TABLE`: the table that it sends to.
    package var table: UInt32
    /// `FIB_RULE_INVERT`, `not` in the language of `ip rule`.
    package var isInverted: Bool
    /// All that the message says but for its flags, which follow the interfaces that the rule names. The kernel may
    /// have rules that are alike in all of the above; this sets them apart.
    package var content: [UInt8] = []

    /// Creates a rule, for packets with a mark if one is given.
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
    package init?(decoding bytes: RawSpan) throws(DecodingError) {
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
        content = body.extracting(0..<8).array + body.extracting(12..<body.byteCount).array
        try body.forEachAttribute(from: 12) { (type, value) throws(DecodingError) in
            switch type {
            case cnl_fra_priority: priority = try value.value("FRA_PRIORITY")
            case cnl_fra_fwmark: mark = try value.value("FRA_FWMARK")
            case cnl_fra_table: table = try value.value("FRA_TABLE")
            default: break
            }
        }
    }
}
