// SPDX-License-Identifier: Apache-2.0

/// The kernel's replies as they came of late, two in each place, of which one is the last: one that comes again
/// says the same, and need not be read.
struct RouteReplies: Sendable {
    /// Most replies with one next hop take less. One that takes more is not kept.
    static let room = 192

    /// Two replies for each place. One that is not there begins with the length 0.
    private var bytes: [UInt8] = []
    /// Which of its two is the last one of a place.
    private var last: [Int] = []

    /// Adds a place.
    mutating func append() {
        bytes += repeatElement(0, count: 2 * Self.room)
        last.append(0)
    }

    /// Makes the other one of a place's two its last one.
    mutating func turn(at position: Int) { last[position] = 1 - last[position] }

    /// Whether this is the last reply of a place, but for the numbers of the request and of the socket.
    func hold(_ reply: RawSpan, at position: Int) -> Bool {
        hold(reply, from: start(of: position, last[position]))
    }

    /// Whether this is the other reply of a place.
    func holdFormer(_ reply: RawSpan, at position: Int) -> Bool {
        hold(reply, from: start(of: position, 1 - last[position]))
    }

    private func start(of position: Int, _ which: Int) -> Int { (2 * position + which) * Self.room }

    private func hold(_ reply: RawSpan, from start: Int) -> Bool {
        let kept = unsafe bytes.span.bytes.extracting(start..<start + Self.room)
        // The length, the type and the flags; and behind the numbers as much as the length says.
        guard kept.integer(at: 0, as: UInt64.self) == reply.integer(at: 0) else { return false }
        let body = MessageHeader.length..<reply.byteCount
        return kept.extracting(body).isSame(as: reply.extracting(body))
    }

    /// Keeps a reply as the last one of a place, if there is room for it.
    mutating func keep(_ reply: RawSpan, at position: Int) {
        guard reply.byteCount <= Self.room else { return forget(at: position) }
        let start = start(of: position, last[position])
        precondition(start + Self.room <= bytes.count, "there is no such place")
        unsafe reply.withUnsafeBytes { reply in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                    .copyMemory(from: reply)
            }
        }
    }

    /// Keeps no reply as the last one of a place.
    mutating func forget(at position: Int) {
        let start = start(of: position, last[position])
        var span = bytes.mutableSpan
        var bytes = unsafe span.mutableBytes
        bytes.storeBytes(of: 0, toByteOffset: start, as: UInt32.self)
    }
}
