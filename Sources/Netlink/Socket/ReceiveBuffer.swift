// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// Where a socket's datagrams are received, one after the other. (libnl's `nl_recv` allocates 64 KiB for
/// each and frees them, a fifth of the time of a lookup.)
@safe struct ReceiveBuffer: ~Copyable {
    private let bytes: UnsafeMutableRawBufferPointer

    /// As much as the kernel puts into one piece of a dump is 32 KiB; no other message asked for here
    /// comes near that.
    private static let capacity = 64 * 1024

    /// What came of receiving.
    enum Outcome {
        /// A datagram, of so many bytes.
        case datagram(Int, isFromKernel: Bool)
        /// A datagram too long to receive.
        case truncated
        /// The system's error number: `EAGAIN` if nothing has come.
        case failed(Int32)
    }

    init() {
        unsafe bytes = .allocate(byteCount: Self.capacity, alignment: 16)
    }

    deinit {
        unsafe bytes.deallocate()
    }

    /// Receives one datagram (`recvfrom(2)`).
    borrowing func receive(from descriptor: Int32) -> Outcome {
        while true {
            var sender = sockaddr_nl()
            var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
            let count = unsafe withUnsafeMutablePointer(to: &sender) { sender in
                unsafe sender.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe recvfrom(
                        descriptor, bytes.baseAddress, bytes.count, Int32(MSG_TRUNC),
                        address, &length)
                }
            }
            if count < 0 {
                if errno == EINTR { continue }
                return .failed(errno)
            }
            return unsafe count > bytes.count
                ? .truncated : .datagram(count, isFromKernel: sender.nl_pid == 0)
        }
    }

    /// Calls `body` with the datagram that was received last, of so many bytes.
    borrowing func withDatagram<Failure>(
        of count: Int,
        _ body: (RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: bytes[..<count])))
    }
}
