// SPDX-License-Identifier: Apache-2.0

extension RawSpan {
    /// Calls `body` with each attribute of a message of nl80211, which must bear a command.
    func forEachWirelessAttribute(
        of expected: UInt8,
        _ body: (UInt16, RawSpan) throws(DecodingError) -> Void
    ) throws(DecodingError) {
        let header = try MessageHeader(decoding: self)
        // struct genlmsghdr: command, version, reserved
        let content = extracting(MessageHeader.length..<header.messageLength)
        guard let command = content.integer(at: 0, as: UInt8.self), content.byteCount >= 4 else {
            throw .truncated("struct genlmsghdr")
        }
        guard command == expected else { throw .messageType(UInt16(command)) }
        try content.forEachAttribute(from: 4, body)
    }
}
