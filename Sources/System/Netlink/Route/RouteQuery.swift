// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// A query for the route that a packet to `destination` would take (`RTM_GETROUTE`).
package struct RouteQuery: Hashable, Sendable {
    package var destination: AddressBytes
    /// The interface of the route (`RTA_OIF`); `nil` for any.
    package var interface: UInt32?
    /// Whether the kernel returns the table's entry (`RTM_F_FIB_MATCH`), with its prefix, metric
    /// and all next hops, instead of the one next hop and source address that it would use.
    package var matchesEntry: Bool
    /// The packet's mark (`RTA_MARK`, `SO_MARK`).
    package var mark: UInt32?
    /// The packet's source address (`RTA_SRC`).
    package var source: AddressBytes?
    /// The ports of a UDP packet; `nil` for any packet.
    package var ports: Ports?

    /// The ports of a UDP packet, by which rules can select it (`RTA_SPORT`, `RTA_DPORT`).
    package struct Ports: Hashable, Sendable {
        /// 0 for any.
        package var source: UInt16
        package var destination: UInt16

        package init(source: UInt16, destination: UInt16) {
            self.source = source
            self.destination = destination
        }
    }

    package init(
        destination: AddressBytes,
        interface: UInt32? = nil,
        matchesEntry: Bool = false,
        mark: UInt32? = nil,
        source: AddressBytes? = nil,
        ports: Ports? = nil
    ) {
        self.destination = destination
        self.interface = interface
        self.matchesEntry = matchesEntry
        self.mark = mark
        self.source = source
        self.ports = ports
    }
}

extension Request {
    /// Creates the request for a query (`struct rtmsg`).
    init(_ query: RouteQuery) {
        self.init(type: cnl_rtm_getroute, flags: cnl_nlm_f_request)
        var header = rtmsg()
        header.rtm_family = query.destination.family.rawValue
        header.rtm_dst_len = query.destination.family.bitWidth
        header.rtm_src_len = query.source?.family.bitWidth ?? 0
        // Without this flag, IPv4 reports the main table for every route.
        header.rtm_flags =
            cnl_rtm_f_lookup_table | (query.matchesEntry ? cnl_rtm_f_fib_match : 0)
        append(header)
        append(cnl_rta_dst, query.destination)
        if let source = query.source { append(cnl_rta_src, source) }
        if let interface = query.interface { append(cnl_rta_oif, interface) }
        if let mark = query.mark { append(cnl_rta_mark, mark) }
        if let ports = query.ports {
            append(cnl_rta_ip_proto, short: UInt8(IPPROTO_UDP))
            if ports.source != 0 { append(cnl_rta_sport, short: ports.source.bigEndian) }
            append(cnl_rta_dport, short: ports.destination.bigEndian)
        }
    }
}

/// Route queries that are sent to the kernel together.
///
/// The kernel accepts several requests in one datagram and answers them in order. Eight queries
/// take two system calls this way, instead of sixteen. Each request is encoded once, when its query
/// is added.
package struct RouteQueries: Sendable {
    /// The queries, in the order in which they are sent.
    package private(set) var all: [RouteQuery] = []
    private var requests: [[UInt8]] = []
    /// Where each query is; empty while there are few.
    private var positions: [RouteQuery: Int] = [:]
    /// Up to so many queries are compared one by one.
    private static let few = 64
    /// The datagram that was sent last; its storage is reused.
    private var datagram: [UInt8] = []
    /// The sequence number of the next request.
    ///
    /// libnl numbers the other requests of the socket, beginning with the time. A reply to one of those is not
    /// mistaken for an answer, because each exchange ends before the next one begins.
    fileprivate var sequence: UInt32 = 1

    package init() {}

    /// Adds a query at the end.
    package mutating func append(_ query: RouteQuery) {
        all.append(query)
        requests.append(Request(query).bytes)
        if positions.isEmpty { index() } else { positions[query] = all.count - 1 }
    }

    /// Removes the queries at some positions.
    package mutating func removeAll(where isRemoved: (Int) -> Bool) {
        let kept = all.indices.filter { !isRemoved($0) }
        all = kept.map { all[$0] }
        requests = kept.map { requests[$0] }
        positions = [:]
        index()
    }

    private mutating func index() {
        guard all.count > Self.few else { return }
        for (position, query) in all.enumerated() { positions[query] = position }
    }

    /// The position of a query; `nil` if it was not added.
    ///
    /// - Parameter expected: the position that is compared first.
    package func position(of query: RouteQuery, expected: Int) -> Int? {
        if expected < all.count, all[expected] == query { return expected }
        return positions.isEmpty ? all.firstIndex(of: query) : positions[query]
    }

    /// Sends the requests of some queries, the first with the number ``sequence``.
    ///
    /// - Parameter waitsForLock: whether a request that waits for the kernel's lock comes first.
    fileprivate mutating func send(
        _ positions: ArraySlice<Int>,
        waitsForLock: Bool,
        over socket: borrowing NetlinkSocket
    ) throws(NetlinkError) {
        datagram.removeAll(keepingCapacity: true)
        if waitsForLock { append(Self.lockRequest) }
        for position in positions { append(requests[position]) }
        unsafe try socket.send(datagram.span.bytes, .lookUpRoute)
    }

    /// Appends a request to the datagram, with the next number in `nlmsg_seq`, after the length, type and flags.
    private mutating func append(_ request: [UInt8]) {
        let (start, number) = (datagram.count, sequence)
        sequence &+= 1
        datagram += request
        var span = datagram.mutableSpan
        var bytes = unsafe span.mutableBytes
        bytes.storeBytes(of: number, toByteOffset: start + 8, as: UInt32.self)
    }

    /// A request that the kernel answers only when it holds the lock (RTNL) under which it changes links, addresses
    /// and routes: `RTM_GETLINK`, for a link that does not exist, so that the answer is short.
    private static let lockRequest: [UInt8] = {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request)
        var header = ifinfomsg()
        header.ifi_index = .max
        request.append(header)
        return request.bytes
    }()
}

extension NetlinkSocket {
    /// Sends some of the queries, with one system call for a handful of them. No packet is sent.
    ///
    /// - Parameters:
    ///   - positions: the positions of the queries to send, in ascending order.
    ///   - isUnderLock: whether the kernel answers only after it has completed its current change.
    ///   - body: called with each position and its answer, in order.
    package borrowing func answer(
        _ positions: [Int],
        of queries: inout RouteQueries,
        isUnderLock: Bool,
        _ body: (Int, RouteAnswer) -> Void
    ) throws(NetlinkError) {
        var rest = positions[...]
        var waitsForLock = isUnderLock
        while waitsForLock || !rest.isEmpty {
            let count = Self.requestsAtOnce - (waitsForLock ? 1 : 0)
            try answer(rest.prefix(count), of: &queries, waitsForLock: waitsForLock, body)
            rest = rest.dropFirst(count)
            waitsForLock = false
        }
    }

    /// Sends as many queries as fit into one datagram.
    private borrowing func answer(
        _ positions: ArraySlice<Int>,
        of queries: inout RouteQueries,
        waitsForLock: Bool,
        _ body: (Int, RouteAnswer) -> Void
    ) throws(NetlinkError) {
        var sequence = queries.sequence
        try queries.send(positions, waitsForLock: waitsForLock, over: self)
        let end = queries.sequence
        var next = positions.startIndex
        var awaitsLock = waitsForLock
        while sequence != end {
            let expected = positions.endIndex - next + (awaitsLock ? 1 : 0)
            try receive(.lookUpRoute, expected) { (header, message) throws(NetlinkError) in
                guard header.sequence == sequence, sequence != end else { return }
                sequence &+= 1
                if awaitsLock {
                    awaitsLock = false
                } else {
                    let reply = message.extracting(0..<header.messageLength)
                    body(positions[next], try RouteAnswer(header, reply))
                    next += 1
                }
            }
        }
    }
}
