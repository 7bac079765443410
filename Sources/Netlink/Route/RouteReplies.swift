// SPDX-License-Identifier: Apache-2.0

/// The kernel's replies as they came last, each in a place of its own: one that comes again says the same,
/// and need not be read.
struct RouteReplies: Sendable {
    /// Most replies with one next hop take less. One that takes more is not kept.
    static let room = 192

    /// A place that holds no reply begins with the length 0.
    private var bytes: [UInt8] = []

    /// Adds a place.
    mutating func append() { bytes += repeatElement(0, count: Self.room) }

    /// Whether this is the reply that is kept in a place, but for the numbers of the request and of the
    /// socket.
    func hold(_ reply: RawSpan, at position: Int) -> Bool {
        let start = position * Self.room
        let kept = unsafe bytes.span.bytes.extracting(start..<start + Self.room)
        // The length, the type and the flags; and behind the numbers as much as the length says.
        guard kept.integer(at: 0, as: UInt64.self) == reply.integer(at: 0) else { return false }
        let body = MessageHeader.length..<reply.byteCount
        return kept.extracting(body).isSame(as: reply.extracting(body))
    }

    /// Keeps a reply in a place, if there is room for it.
    mutating func keep(_ reply: RawSpan, at position: Int) {
        guard reply.byteCount <= Self.room else { return forget(at: position) }
        let start = position * Self.room
        precondition(start + Self.room <= bytes.count, "there is no such place")
        unsafe reply.withUnsafeBytes { reply in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                    .copyMemory(from: reply)
            }
        }
    }

    /// Keeps no reply in a place.
    mutating func forget(at position: Int) {
        var span = bytes.mutableSpan
        var bytes = unsafe span.mutableBytes
        bytes.storeBytes(of: 0, toByteOffset: position * Self.room, as: UInt32.self)
    }
}
