// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// The result of a dump: all objects of one kind (`NLM_F_DUMP`).
package struct Dump<Element: Sendable>: Sendable {
    /// The objects, in the kernel's order.
    package var elements: [Element]
    /// The error that says that changes interrupted every attempt; `nil` if nothing changed during the dump.
    ///
    /// After an interruption an object may be missing, be there twice, or be there although it has gone.
    package var interruption: NetlinkError?

    /// Creates the result of a dump during which nothing changed.
    package init(elements: [Element] = []) { self.elements = elements }
}

extension NetlinkSocket {
    /// Calls `body` with every link of the namespace (`RTM_GETLINK`).
    ///
    /// Each link is handed out as soon as it is read, because there may be many thousands. The kernel leaves
    /// their statistics out (`RTEXT_FILTER_SKIP_STATS`).
    ///
    /// - Parameter begin: called before each attempt. The links of the attempt before are void.
    /// - Returns: the error if changes interrupted every attempt (``Dump/interruption``).
    package borrowing func dumpLinks(
        begin: () -> Void,
        _ body: (consuming LinkMessage) -> Void
    ) throws(NetlinkError) -> NetlinkError? {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifinfomsg())
        request.append(cnl_ifla_ext_mask, cnl_rtext_filter_skip_stats)
        return try dump(request, .dumpLinks, begin: begin) {
            (message) throws(MessageDecodingError) in
            body(try LinkMessage(decoding: message))
        }
    }

    /// Returns every IPv4 and IPv6 address of the namespace (`RTM_GETADDR`).
    package borrowing func dumpAddresses() throws(NetlinkError) -> Dump<AddressMessage> {
        let request = Request(type: cnl_rtm_getaddr, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifaddrmsg())
        return try dump(request, .dumpAddresses) { (message) throws(MessageDecodingError) in
            try AddressMessage(decoding: message)
        }
    }

    /// Returns every IPv4 and IPv6 policy rule of the namespace (`RTM_GETRULE`), in the order in which the kernel
    /// evaluates them.
    ///
    /// A kernel without policy routing (`CONFIG_IP_MULTIPLE_TABLES`) has none.
    package borrowing func dumpRules() throws(NetlinkError) -> Dump<RuleMessage> {
        let request = Request(type: cnl_rtm_getrule, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(fib_rule_hdr())
        do throws(NetlinkError) {
            return try dump(request, .dumpRules) { (message) throws(MessageDecodingError) in
                try RuleMessage(decoding: message)
            }
        } catch {
            if error.errno == EOPNOTSUPP { return Dump() }
            throw error
        }
    }

    /// Sends a dump request, and returns the objects.
    ///
    /// - Parameter decode: reads a message; returns `nil` to skip it.
    borrowing func dump<Element>(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation,
        _ decode: (RawSpan) throws(MessageDecodingError) -> Element?
    ) throws(NetlinkError) -> Dump<Element> {
        var dump = Dump<Element>()
        dump.interruption = try self.dump(request, operation) {
            dump.elements.removeAll(keepingCapacity: true)
        } _: { (message) throws(MessageDecodingError) in
            if let element = try decode(message) { dump.elements.append(element) }
        }
        return dump
    }
}

extension NetlinkSocket {
    /// The number of attempts at a dump, if changes interrupt each of them.
    static var dumpAttempts: Int { 5 }

    /// Sends a dump request, and calls `body` with each message.
    ///
    /// A dump during which objects changed (`NLM_F_DUMP_INTR`) may mix old and new state, have an object twice, or
    /// lack one that existed all the time. So the dump is repeated. On a host where objects change all the time,
    /// such as one with many containers, the last attempt counts as it is.
    ///
    /// - Parameter begin: called before each attempt, to discard the results of the attempt before.
    /// - Returns: the error if changes interrupted every attempt; `nil` if nothing changed during the last one.
    borrowing func dump(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation,
        begin: () -> Void,
        _ body: (RawSpan) throws(MessageDecodingError) -> Void
    ) throws(NetlinkError) -> NetlinkError? {
        for _ in 0..<Self.dumpAttempts {
            begin()
            if try dumpOnce(request, operation, body) { return nil }
        }
        return NetlinkError(operation, .interrupted(attempts: Self.dumpAttempts))
    }

    /// Makes one attempt at a dump.
    ///
    /// - Returns: whether nothing changed during it.
    private borrowing func dumpOnce(
        _ request: borrowing Request,
        _ operation: NetlinkError.Operation,
        _ body: (RawSpan) throws(MessageDecodingError) -> Void
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
                    do throws(MessageDecodingError) { try body(message) } catch {
                        throw NetlinkError(operation, .malformed(error))
                    }
                }
            }
        }
        return isConsistent
    }
}
