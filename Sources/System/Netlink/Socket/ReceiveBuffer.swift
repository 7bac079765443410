// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A buffer that receives several datagrams of a socket with one system call (`recvmmsg(2)`).
///
/// It takes the place of libnl's `nl_recv`; the reason is in Documentation/Decisions.md.
@safe struct ReceiveBuffer: ~Copyable {
    /// The memory for the first bytes of each datagram. Most datagrams are no longer, so that all of them lie side
    /// by side on a page or two.
    private let heads: UnsafeMutableRawBufferPointer
    /// The memory for the rest of each datagram, after room for its first bytes. The system provides a page
    /// when it is first written to.
    private let bytes: UnsafeMutableRawBufferPointer
    /// The arguments and results of `recvmmsg(2)`, one for each datagram (`struct mmsghdr`).
    private let datagrams: UnsafeMutableBufferPointer<cnl_datagram>
    private let parts: UnsafeMutableBufferPointer<iovec>
    private let senders: UnsafeMutableBufferPointer<sockaddr_nl>

    /// The room for one datagram. The kernel puts at most 32 KiB into one datagram of a dump, and all other
    /// messages are far shorter.
    private static let length = 64 * 1024
    /// The room for the first bytes of one datagram, more than the reply to a lookup takes.
    private static let headLength = 256

    /// The result of receiving.
    enum Outcome {
        /// This many datagrams were received.
        case datagrams(Int)
        /// The call failed with this `errno`: `EAGAIN` if no datagram waits.
        case failed(Int32)
    }

    /// A datagram that was received.
    enum Datagram {
        /// The datagram is complete, and has this many bytes.
        case complete(Int, isFromKernel: Bool)
        /// The datagram was longer than the buffer.
        case truncated
    }

    /// Allocates the memory.
    ///
    /// - Parameter capacity: the largest number of datagrams to receive with one call.
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

    /// The largest number of datagrams that one call receives.
    var capacity: Int { unsafe datagrams.count }

    /// Receives the datagrams that wait (`recvmmsg(2)`). If none waits, a blocking socket waits for the first.
    ///
    /// - Parameter maximum: the largest number of datagrams to receive.
    borrowing func receive(_ maximum: Int, from descriptor: Int32) -> Outcome {
        let maximum = min(maximum, capacity)
        // The kernel has overwritten these with the lengths that it used.
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

    /// One of the datagrams that the last call received.
    borrowing func datagram(_ position: Int) -> Datagram {
        let length = unsafe Int(datagrams[position].length)
        return unsafe length > Self.length
            ? .truncated : .complete(length, isFromKernel: senders[position].nl_pid == 0)
    }

    /// Calls `body` with the bytes of one of the datagrams that the last call received.
    ///
    /// - Parameter count: the datagram's length in bytes.
    borrowing func withDatagram<Failure>(
        _ position: Int,
        of count: Int,
        _ body: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        let start = position * Self.headLength
        var head = unsafe UnsafeMutableRawBufferPointer(
            rebasing: heads[start..<start + min(count, Self.headLength)])
        if count > Self.headLength {
            // The first bytes go in front of the rest.
            let whole = position * Self.length
            let datagram = unsafe UnsafeMutableRawBufferPointer(
                rebasing: bytes[whole..<whole + count])
            unsafe datagram.copyMemory(from: UnsafeRawBufferPointer(head))
            unsafe head = datagram
        }
        try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(head)))
    }
}
