// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// Where a socket's datagrams are received, a few at once. (libnl's `nl_recv` allocates 64 KiB for each and
/// frees them, a fifth of the time of a lookup; and a call for each would cost more than what is in it.)
@safe struct ReceiveBuffer: ~Copyable {
    /// What the beginnings of datagrams are received into: most are no longer, and lie side
    /// by side, on a page or two.
    private let heads: UnsafeMutableRawBufferPointer
    /// What the rest is received into, behind room for the beginning. Of this only the pages are in memory that
    /// have been written to.
    private let bytes: UnsafeMutableRawBufferPointer
    /// What the kernel is given for each, and says of each.
    private let datagrams: UnsafeMutableBufferPointer<cnl_datagram>
    private let parts: UnsafeMutableBufferPointer<iovec>
    private let senders: UnsafeMutableBufferPointer<sockaddr_nl>

    /// As much as the kernel puts into one piece of a dump is 32 KiB; no other message asked for here
    /// comes near that.
    private static let length = 64 * 1024
    /// The reply to a lookup takes less.
    private static let headLength = 256

    /// What came of receiving.
    enum Outcome {
        /// So many datagrams.
        case datagrams(Int)
        /// The system's error number: `EAGAIN` if nothing has come.
        case failed(Int32)
    }

    /// What one datagram is.
    enum Datagram {
        /// A datagram, of so many bytes.
        case complete(Int, isFromKernel: Bool)
        /// One that was too long to receive.
        case truncated
    }

    /// - Parameter capacity: how many datagrams are received at once, at the most.
    init(capacity: Int) {
        unsafe heads = .allocate(byteCount: capacity * Self.headLength, alignment: 64)
        unsafe bytes = .allocate(byteCount: capacity * Self.length, alignment: 16)
        unsafe datagrams = .allocate(capacity: capacity)
        unsafe parts = .allocate(capacity: 2 * capacity)
        unsafe senders = .allocate(capacity: capacity)
        unsafe senders.initialize(repeating: sockaddr_nl())
        unsafe datagrams.initialize(repeating: cnl_datagram())
        for position in 0..<capacity {
            let head = unsafe heads.baseAddress.map { unsafe $0 + position * Self.headLength }
            let rest = unsafe bytes.baseAddress.map {
                unsafe $0 + position * Self.length + Self.headLength
            }
            unsafe parts.initializeElement(
                at: 2 * position, to: iovec(iov_base: head, iov_len: Self.headLength))
            unsafe parts.initializeElement(
                at: 2 * position + 1,
                to: iovec(iov_base: rest, iov_len: Self.length - Self.headLength))
            var header = unsafe msghdr()
            unsafe header.msg_name = UnsafeMutableRawPointer(
                senders.baseAddress.map { unsafe $0 + position })
            unsafe header.msg_iov = parts.baseAddress.map { unsafe $0 + 2 * position }
            unsafe header.msg_iovlen = 2
            unsafe datagrams[position].header = header
        }
    }

    deinit {
        unsafe heads.deallocate()
        unsafe bytes.deallocate()
        unsafe datagrams.deallocate()
        unsafe parts.deallocate()
        unsafe senders.deallocate()
    }

    /// How many datagrams are received at once, at the most.
    var capacity: Int { unsafe datagrams.count }

    /// Receives what has come (`recvmmsg(2)`); if nothing has, waits for it, unless the socket does not.
    ///
    /// - Parameter maximum: how many datagrams are wanted, at the most.
    borrowing func receive(_ maximum: Int, from descriptor: Int32) -> Outcome {
        let maximum = min(maximum, capacity)
        // The kernel writes here how much it has used.
        for position in 0..<maximum {
            unsafe datagrams[position].header.msg_namelen = socklen_t(
                MemoryLayout<sockaddr_nl>.size)
        }
        while true {
            let count = unsafe cnl_recvmmsg(
                descriptor, datagrams.baseAddress, UInt32(maximum),
                Int32(MSG_TRUNC) | cnl_msg_waitforone)
            if count >= 0 { return .datagrams(Int(count)) }
            if errno != EINTR { return .failed(errno) }
        }
    }

    /// What one of the datagrams is that were received last.
    borrowing func datagram(_ position: Int) -> Datagram {
        let length = unsafe Int(datagrams[position].length)
        return unsafe length > Self.length
            ? .truncated : .complete(length, isFromKernel: senders[position].nl_pid == 0)
    }

    /// Calls `body` with one of the datagrams that were received last, of so many bytes.
    borrowing func withDatagram<Failure>(
        _ position: Int,
        of count: Int,
        _ body: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        let start = position * Self.headLength
        var head = unsafe UnsafeMutableRawBufferPointer(
            rebasing: heads[start..<start + min(count, Self.headLength)])
        if count > Self.headLength {
            // In front of the rest.
            let whole = position * Self.length
            let datagram = unsafe UnsafeMutableRawBufferPointer(
                rebasing: bytes[whole..<whole + count])
            unsafe datagram.copyMemory(from: UnsafeRawBufferPointer(head))
            unsafe head = datagram
        }
        try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(head)))
    }
}
