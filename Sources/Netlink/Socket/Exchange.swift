// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// Everything of a kind.
extension NetlinkSocket {
    /// How often everything of a kind is asked for, if changes interrupt each dump.
    static var dumpAttempts: Int { 5 }

    /// Asks for everything of a kind and calls `body` with each message.
    ///
    /// A dump during which things changed (`NLM_F_DUMP_INTR`) may be half old and half new, have something twice,
    /// and lack something that was there all the time. It is thrown away and asked for again. Where things change
    /// all the time, as on a host of many containers, the last attempt is taken as it is.
    ///
    /// - Parameter begin: called before each attempt, to throw away what the last one left.
    /// - Returns: that each attempt was interrupted; `nil` if nothing changed in the course of the last one.
    borrowing func dump(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation,
        begin: () -> Void,
        _ body: (RawSpan) throws(DecodingError) -> Void
    ) throws(NetlinkError) -> NetlinkError? {
        for _ in 0..<Self.dumpAttempts {
            begin()
            if try dumpOnce(request, operation, body) { return nil }
        }
        return NetlinkError(operation, .interrupted(attempts: Self.dumpAttempts))
    }

    /// - Returns: whether nothing changed in its course.
    private borrowing func dumpOnce(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation,
        _ body: (RawSpan) throws(DecodingError) -> Void
    ) throws(NetlinkError) -> Bool {
        let sequence = try send(request, operation)
        var isConsistent = true
        var isDone = false
        while !isDone {
            try receive(answersTo: sequence, operation) { (header, message) throws(NetlinkError) in
                if header.flags & cnl_nlm_f_dump_intr != 0 { isConsistent = false }
                switch header.type {
                case cnl_nlmsg_done:
                    isDone = true
                    try Acknowledgement(header, message).check(operation)
                case cnl_nlmsg_error:
                    isDone = true
                    try Acknowledgement(header, message).check(operation)
                case cnl_nlmsg_noop: break
                default:
                    do throws(DecodingError) { try body(message) } catch {
                        throw NetlinkError(operation, .malformed(error))
                    }
                }
            }
        }
        return isConsistent
    }
}

/// The kernel's word on a request: `NLMSG_ERROR`, or the end of a dump (`NLMSG_DONE`), with its
/// extended acknowledgement.
struct Acknowledgement {
    /// A positive `errno`, 0 for success.
    let errno: Int32
    /// `NLMSGERR_ATTR_MSG`.
    let text: String?

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
            // A malformed explanation is no reason to lose the error that it explains.
            try? body.forEachAttribute(from: offset) { (type, value) in
                if type == cnl_nlmsgerr_attr_msg { text = value.text }
            }
        }
        self.text = text
    }

    /// The number alone.
    static func errno(_ header: MessageHeader, _ message: RawSpan) -> Int32 {
        let body = message.extracting(MessageHeader.length..<header.messageLength)
        // -INT32_MIN does not exist; the kernel's numbers are small.
        return Int32(clamping: -Int64(body.integer(at: 0, as: Int32.self) ?? 0))
    }

    /// Throws if the kernel refused.
    func check(_ operation: NetlinkError.Operation) throws(NetlinkError) {
        if errno != 0 { throw NetlinkError(operation, .errno(errno), kernelMessage: text) }
    }
}
