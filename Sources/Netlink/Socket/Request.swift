// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// A request being put together (`struct nl_msg`).
@safe struct Request: ~Copyable {
    let message: OpaquePointer

    /// More than any request of this module needs; libnl's own choice is a page, which it clears
    /// each time.
    private static let room = 256

    /// An empty message of the type (`nlmsg_alloc_size`, `nlmsg_put`).
    init(type: UInt16, flags: UInt16) {
        guard let message = unsafe nlmsg_alloc_size(Self.room),
            unsafe nlmsg_put(
                message, cnl_automatic_port, cnl_automatic_sequence, Int32(type), 0, Int32(flags))
                != nil
        else { fatalError("out of memory") }
        unsafe self.message = message
    }

    deinit {
        unsafe nlmsg_free(message)
    }

    /// Appends the fixed part that the message's type asks for (`nlmsg_append`).
    func append<Header: BitwiseCopyable>(_ header: Header) {
        unsafe withUnsafeBytes(of: header) { bytes in
            // libnl only reads what it is given.
            let result = unsafe nlmsg_append(
                message,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                bytes.count,
                Int32(NLMSG_ALIGNTO)
            )
            precondition(result >= 0, "a request outgrew its room")
        }
    }

    /// Appends an attribute (`nla_put`).
    func append(_ type: UInt16, _ bytes: UnsafeRawBufferPointer) {
        let result = unsafe nla_put(message, Int32(type), Int32(bytes.count), bytes.baseAddress)
        precondition(result >= 0, "a request outgrew its room")
    }

    /// Appends an integer as an attribute.
    func append(_ type: UInt16, _ value: UInt32) {
        unsafe withUnsafeBytes(of: value) { unsafe append(type, $0) }
    }

    /// Appends an address as an attribute.
    func append(_ type: UInt16, _ address: AddressBytes) {
        unsafe address.withBytes { unsafe append(type, $0) }
    }

    /// The message as it stands, header and all, padded to where another one may follow
    /// (`NLMSG_ALIGN`). The number of its sequence is not in it yet.
    var bytes: [UInt8] {
        guard let header = unsafe nlmsg_hdr(message) else { return [] }
        let length = unsafe Int(header.pointee.nlmsg_len)
        let written = unsafe UnsafeRawBufferPointer(start: header, count: length)
        return unsafe [UInt8](written)
            + repeatElement(0, count: MessageHeader.aligned(length) - length)
    }
}
