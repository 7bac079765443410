// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric
internal import Glibc

/// A request to the kernel (`struct nl_msg`).
@safe struct Request: ~Copyable {
    let message: OpaquePointer

    /// The room for a message in bytes, more than any request of this module needs. libnl's own choice is a page,
    /// which it clears for each message.
    private static let room = 256

    /// Creates an empty message of a type (`nlmsg_alloc_size`, `nlmsg_put`).
    init(type: UInt16, flags: UInt16) {
        guard let message = unsafe nlmsg_alloc_size(Self.room),
            unsafe nlmsg_put(
                message, cnl_automatic_port, cnl_automatic_sequence, Int32(type), 0, Int32(flags))
                != nil
        else { fatalError("out of memory") }
        unsafe self.message = message
    }

    /// Creates a request for a command of a generic netlink family (`nlmsg_alloc_size`, `genlmsg_put`).
    init(command: UInt8, ofFamily family: UInt16, flags: UInt16, version: UInt8 = 0) {
        guard let message = unsafe nlmsg_alloc_size(Self.room),
            unsafe genlmsg_put(
                message, cnl_automatic_port, cnl_automatic_sequence, Int32(family), 0,
                Int32(flags), command, version) != nil
        else { fatalError("out of memory") }
        unsafe self.message = message
    }

    deinit {
        unsafe nlmsg_free(message)
    }

    /// Appends the fixed header of the message's type (`nlmsg_append`).
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

    /// Appends an integer as an attribute (`nla_put_u32`).
    func append(_ type: UInt16, _ value: UInt32) {
        let result = unsafe nla_put_u32(message, Int32(type), value)
        precondition(result >= 0, "a request outgrew its room")
    }

    /// Appends an integer of 8 or 16 bits as an attribute (`nla_put`).
    func append<Value: FixedWidthInteger & BitwiseCopyable>(_ type: UInt16, short value: Value) {
        let result = unsafe withUnsafeBytes(of: value) { bytes in
            unsafe nla_put(message, Int32(type), Int32(bytes.count), bytes.baseAddress)
        }
        precondition(result >= 0, "a request outgrew its room")
    }

    /// Appends an address as an attribute (`nla_put`).
    func append(_ type: UInt16, _ address: AddressBytes) {
        let result = unsafe address.withBytes { bytes in
            unsafe nla_put(message, Int32(type), Int32(bytes.count), bytes.baseAddress)
        }
        precondition(result >= 0, "a request outgrew its room")
    }

    /// The bytes of the message with its header, padded so that another message may follow (`NLMSG_ALIGN`).
    ///
    /// The sequence number is still 0.
    var bytes: [UInt8] {
        guard let header = unsafe nlmsg_hdr(message) else { return [] }
        let length = unsafe Int(header.pointee.nlmsg_len)
        let written = unsafe UnsafeRawBufferPointer(start: header, count: length)
        return unsafe [UInt8](written)
            + repeatElement(0, count: MessageHeader.aligned(length) - length)
    }
}

/// The kernel's acknowledgement of a request: `NLMSG_ERROR`, or the end of a dump (`NLMSG_DONE`).
struct Acknowledgement {
    /// The positive `errno`, or 0 for success.
    let errno: Int32
    /// The text of the extended acknowledgement (`NLMSGERR_ATTR_MSG`).
    let text: String?

    /// Reads an acknowledgement.
    init(_ header: MessageHeader, _ message: RawSpan) {
        errno = Self.errno(header, message)
        let body = message.extracting(MessageHeader.length..<header.messageLength)
        var text: String?
        if header.flags & cnl_nlm_f_ack_tlvs != 0 {
            // NLMSG_ERROR repeats the request after the number: its header only, if capped.
            var offset = 4
            if header.type == cnl_nlmsg_error {
                let request = body.integer(at: 4, as: UInt32.self).map(Int.init) ?? 0
                let isCapped = header.flags & cnl_nlm_f_capped != 0
                offset += isCapped ? MessageHeader.length : MessageHeader.aligned(request)
            }
            // The text may be malformed, and the error still counts.
            try? body.forEachAttribute(from: offset) { (type, value) in
                if type == cnl_nlmsgerr_attr_msg { text = value.text }
            }
        }
        self.text = text
    }

    /// Reads only the `errno`.
    static func errno(_ header: MessageHeader, _ message: RawSpan) -> Int32 {
        let body = message.extracting(MessageHeader.length..<header.messageLength)
        // -INT32_MIN does not exist; the kernel's numbers are small.
        return Int32(clamping: -Int64(body.integer(at: 0, as: Int32.self) ?? 0))
    }

    /// Throws an error if the request failed.
    func check(_ operation: NetlinkError.Operation) throws(NetlinkError) {
        if errno != 0 { throw NetlinkError(operation, .errno(errno), kernelMessage: text) }
    }
}
