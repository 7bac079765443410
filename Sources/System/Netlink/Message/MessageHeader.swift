// SPDX-License-Identifier: Apache-2.0

/// The first 16 bytes of every netlink message (`struct nlmsghdr`).
package struct MessageHeader: Hashable, Sendable {
    static let length = 16

    /// The length of the message in bytes, this header included (`nlmsg_len`).
    let messageLength: Int
    /// The message's type: `RTM_*`, or `NLMSG_*` for netlink's own messages (`nlmsg_type`).
    let type: UInt16
    /// The message's flags: `NLM_F_*` (`nlmsg_flags`).
    let flags: UInt16
    /// The sequence number of the request that this message answers; 0 in an event (`nlmsg_seq`).
    package let sequence: UInt32

    /// Reads the header at the start of `bytes`, which must hold all of its message.
    package init(decoding bytes: RawSpan) throws(MessageDecodingError) {
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

    /// The length rounded up to a multiple of 4 bytes, where the next part starts (`NLMSG_ALIGN`).
    static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }
}

extension RawSpan {
    /// Calls `body` with the header and the bytes of each message of a datagram.
    ///
    /// - Parameter onMalformed: makes the error to throw if the bytes are not a message.
    func forEachMessage<Failure: Error>(
        onMalformed: (MessageDecodingError) -> Failure,
        _ body: (MessageHeader, RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        var position = 0
        while position < byteCount {
            let message = extracting(position..<byteCount)
            let header: MessageHeader
            do throws(MessageDecodingError) { header = try MessageHeader(decoding: message) } catch
            {
                throw onMalformed(error)
            }
            try body(header, message)
            position += MessageHeader.aligned(header.messageLength)
        }
    }
}
