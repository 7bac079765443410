// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import Glibc

/// The bytes that a link has carried since it was made (`struct rtnl_link_stats64`).
package struct LinkCounters: Hashable, Sendable {
    /// `rx_bytes`.
    package var received: UInt64
    /// `tx_bytes`.
    package var sent: UInt64

    /// Creates counters.
    package init(received: UInt64 = 0, sent: UInt64 = 0) {
        self.received = received
        self.sent = sent
    }

    /// Reads `IFLA_STATS64` of a message about a link; `nil` if it has none. ``LinkMessage`` leaves the counters out,
    /// because they differ in each message.
    init?(decoding message: RawSpan) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: message)
        let body = message.extracting(MessageHeader.length..<header.messageLength)
        guard body.byteCount >= 16 else { throw .truncated("struct ifinfomsg") }
        var counters: LinkCounters?
        try body.forEachAttribute(from: 16, where: AttributeTypes(cnl_ifla_stats64)) {
            (_, value) throws(MessageDecodingError) in
            // After the numbers of packets, 8 bytes each.
            guard let received = value.integer(at: 16, as: UInt64.self),
                let sent = value.integer(at: 24, as: UInt64.self)
            else { throw .truncated("IFLA_STATS64") }
            counters = LinkCounters(received: received, sent: sent)
        }
        guard let counters else { return nil }
        self = counters
    }
}

/// A link with its counters.
package struct CountedLink: Hashable, Sendable {
    package var link: LinkMessage
    package var counters: LinkCounters

    /// Creates a link with counters.
    package init(_ link: LinkMessage, _ counters: LinkCounters) {
        self.link = link
        self.counters = counters
    }

    /// Reads a message about a link; `nil` if it has no counters.
    package init?(decoding message: RawSpan) throws(MessageDecodingError) {
        guard let counters = try LinkCounters(decoding: message) else { return nil }
        self.init(try LinkMessage(decoding: message), counters)
    }
}

// MARK: - Queries

extension NetlinkSocket {
    /// Returns every link of the namespace with its counters (`RTM_GETLINK`).
    package borrowing func dumpCountedLinks() throws(NetlinkError) -> Dump<CountedLink> {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(ifinfomsg())
        // It leaves out the statistics of address families. IFLA_STATS64 stays.
        request.append(cnl_ifla_ext_mask, cnl_rtext_filter_skip_stats)
        return try dump(request, .readCounters) { (message) throws(MessageDecodingError) in
            try CountedLink(decoding: message)
        }
    }

    /// Returns a link with its counters (`RTM_GETLINK`); `nil` if there is no such link.
    package borrowing func countedLink(_ index: UInt32) throws(NetlinkError) -> CountedLink? {
        guard let number = Int32(exactly: index), number > 0 else { return nil }
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request)
        var header = ifinfomsg()
        header.ifi_index = number
        request.append(header)
        request.append(cnl_ifla_ext_mask, cnl_rtext_filter_skip_stats)
        return try answer(to: request, .readCounters) { (header, message) throws(NetlinkError) in
            if header.type == cnl_nlmsg_error {
                let acknowledgement = Acknowledgement(header, message)
                if acknowledgement.errno != ENODEV { try acknowledgement.check(.readCounters) }
                return nil
            }
            do throws(MessageDecodingError) { return try CountedLink(decoding: message) } catch {
                throw NetlinkError(.readCounters, .malformed(error))
            }
        }
    }
}

/// A socket that receives the last counters of links when they are removed (`RTM_DELLINK`).
///
/// The kernel drops all other messages of the group, so that nothing else wakes the process.
package struct LinkRemovalSocket: ~Copyable {
    private let socket: EventSocket

    /// Opens a socket and joins the group of links.
    package init() throws(NetlinkError) {
        socket = try EventSocket(
            cnl_netlink_route, groups: [cnl_rtnlgrp_link], filter: Self.filter,
            receiveBuffer: 1 << 20, .subscribeRemovals)
    }

    /// Passes `RTM_DELLINK` of the address family 0. A bridge reports with another family that a port has left it.
    private static let filter: [FilterInstruction] = [
        .loadHalf(at: 4), .ifEqual(UInt32(cnl_rtm_dellink.bigEndian), else: 3),
        .loadByte(at: 16), .ifEqual(0, else: 1),
        .pass, .drop,
    ]

    /// The file descriptor to poll.
    package var descriptor: Int32 { socket.descriptor }

    /// Calls `body` with the links that were removed, in order.
    ///
    /// - Returns: whether messages were lost.
    package borrowing func receive(_ body: (CountedLink) -> Void) throws(NetlinkError) -> Bool {
        var hasLost = false
        while true {
            let outcome = try socket.receive(onForeign: {}) {
                (message) throws(MessageDecodingError) in
                // Without the filter, others arrive, too.
                guard message.byteCount > 16,
                    try MessageHeader(decoding: message).type == cnl_rtm_dellink,
                    message.integer(at: 16, as: UInt8.self) == 0,
                    let removed = try CountedLink(decoding: message)
                else { return }
                body(removed)
            }
            switch outcome {
            case .drained: return hasLost
            case .more: continue
            case .overrun: hasLost = true
            }
        }
    }
}
