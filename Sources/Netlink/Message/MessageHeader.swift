// SPDX-License-Identifier: Apache-2.0

/// `struct nlmsghdr`, the first 16 bytes of every netlink message.
package struct MessageHeader: Hashable, Sendable {
    static let length = 16

    /// Length of the message with this header (`nlmsg_len`).
    package let messageLength: Int
    /// `RTM_*`, or `NLMSG_*` for the protocol's own.
    package let type: UInt16
    /// `NLM_F_*`.
    package let flags: UInt16
    /// The number of the request it answers; 0 in an event.
    package let sequence: UInt32

    /// Reads the header at the start of `bytes`, which must hold all of its message.
    package init(decoding bytes: RawSpan) throws(DecodingError) {
        guard
            bytes.byteCount >= Self.length,
            let length = bytes.integer(at: 0, as: UInt32.self),
            let type = bytes.integer(at: 4, as: UInt16.self),
            let flags = bytes.integer(at: 6, as: UInt16.self),
            let sequence = bytes.integer(at: 8, as: UInt32.self)
        else { throw .truncated("the message header") }
        guard Int(length) >= Self.length, Int(length) <= bytes.byteCount else {
            throw .truncated("the message")
        }
        self.messageLength = Int(length)
        self.type = type
        self.flags = flags
        self.sequence = sequence
    }

    /// Where the next part of a message starts: parts are aligned to 4 bytes (`NLMSG_ALIGNTO`).
    static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

extension RawSpan {
    /// Calls `body` with the header and the bytes of each message of a datagram.
    ///
    /// - Parameter onMalformed: what to throw where the bytes are no message.
    func forEachMessage<Failure: Error>(
        onMalformed: (DecodingError) -> Failure,
        _ body: (MessageHeader, RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        var position = 0
        while position < byteCount {
            let message = extracting(position..<byteCount)
            let header: MessageHeader
            do throws(DecodingError) { header = try MessageHeader(decoding: message) } catch {
                throw onMalformed(error)
            }
            try body(header, message)
            position += MessageHeader.aligned(header.messageLength)
        }
    }
}
