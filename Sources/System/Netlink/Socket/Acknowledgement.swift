// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

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
            // NLMSG_ERROR repeats the request behind the number: its header only, if capped.
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
