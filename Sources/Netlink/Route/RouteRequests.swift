// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// Requests for routes, encoded once and sent often, many in one datagram, which the kernel takes message
/// by message. The first is one that waits for the kernel's lock.
struct RouteRequests: Sendable {
    /// One after the other.
    private var bytes: [UInt8] = []
    /// Where each begins, and where the last ends.
    private var offsets = [0]
    /// The places of the questions that they ask; `nil` for the one that waits.
    private(set) var positions: [Int?] = []

    init() { append(.forLock(), at: nil) }

    /// The number of requests, the one that waits included.
    var count: Int { offsets.count - 1 }

    /// Adds a request for the question in a place.
    mutating func append(_ request: borrowing Request, at position: Int?) {
        bytes += request.bytes
        positions.append(position)
        offsets.append(bytes.count)
    }

    /// Sends some of the requests, the first with the number `sequence`, and the others with those that
    /// follow.
    mutating func send(
        _ requests: Range<Int>,
        from sequence: UInt32,
        over socket: borrowing NetlinkSocket
    ) throws(NetlinkError) {
        number(requests, from: sequence)
        let part = offsets[requests.lowerBound]..<offsets[requests.upperBound]
        unsafe try socket.send(bytes.span.bytes.extracting(part), .lookUpRoute)
    }

    /// Writes `nlmsg_seq`, behind the length, the type and the flags.
    private mutating func number(_ requests: Range<Int>, from sequence: UInt32) {
        var sequence = sequence
        let starts = offsets[requests]
        var span = bytes.mutableSpan
        var bytes = unsafe span.mutableBytes
        for start in starts {
            bytes.storeBytes(of: sequence, toByteOffset: start + 8, as: UInt32.self)
            sequence &+= 1
        }
    }
}

extension Request {
    /// A request that is there for the sake of waiting. The kernel looks for a link (`RTM_GETLINK`) under
    /// the lock (RTNL) that it holds while it changes links, addresses and routes; of one that is not
    /// there it has little to tell.
    fileprivate static func forLock() -> Request {
        let request = Request(type: cnl_rtm_getlink, flags: cnl_nlm_f_request)
        var header = ifinfomsg()
        header.ifi_index = .max
        request.append(header)
        return request
    }
}
