// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// Questions to the kernel's routing that are asked together and often: encoded once, sent in one
/// datagram, which the kernel takes message by message.
package struct RouteLookupBatch: Sendable {
    /// The questions.
    package let lookups: [RouteLookup]
    /// The requests one after the other; before them the one that waits.
    private(set) var bytes: [UInt8]
    /// Where each begins, and where the last ends.
    private let offsets: [Int]

    /// Encodes the questions.
    package init(_ lookups: [RouteLookup]) {
        self.lookups = lookups
        var bytes = Request.forLock().bytes
        var offsets = [0, bytes.count]
        for lookup in lookups {
            bytes += Request(lookup).bytes
            offsets.append(bytes.count)
        }
        self.bytes = bytes
        self.offsets = offsets
    }

    /// The number of requests, the one that waits included.
    var count: Int { offsets.count - 1 }

    /// Numbers some of the requests, the first with `sequence`, and the others with those that follow.
    ///
    /// - Returns: where in ``bytes`` they stand.
    mutating func number(_ requests: Range<Int>, from sequence: UInt32) -> Range<Int> {
        for (number, request) in requests.enumerated() {
            setSequence(of: request, sequence &+ UInt32(number))
        }
        return offsets[requests.lowerBound]..<offsets[requests.upperBound]
    }

    /// Writes `nlmsg_seq`, behind the length, the type and the flags.
    private mutating func setSequence(of request: Int, _ sequence: UInt32) {
        for byte in 0..<4 {
            let shift = (UInt32(1).bigEndian == 1 ? 3 - byte : byte) * 8
            bytes[offsets[request] + 8 + byte] = UInt8(truncatingIfNeeded: sequence >> shift)
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

extension NetlinkSocket {
    /// Asks all questions of a batch, a handful in one system call.
    ///
    /// - Parameter waitsForLock: whether the kernel answers only when the change that it is in the midst
    ///   of has been made.
    /// - Returns: the answers, in the order of the questions.
    package borrowing func lookUp(
        all batch: inout RouteLookupBatch,
        waitingForLock waitsForLock: Bool = false
    ) throws(NetlinkError) -> [RouteAnswer] {
        var answers: [RouteAnswer] = []
        answers.reserveCapacity(batch.lookups.count)
        var position = waitsForLock ? 0 : 1
        while position < batch.count {
            let end = min(position + Self.requestsAtOnce, batch.count)
            try ask(&batch, position..<end, &answers)
            position = end
        }
        return answers
    }

    /// Asks some of the questions. The kernel takes one after the other, and answers in their order.
    private borrowing func ask(
        _ batch: inout RouteLookupBatch,
        _ requests: Range<Int>,
        _ answers: inout [RouteAnswer]
    ) throws(NetlinkError) {
        let first = reserveSequence(requests.count)
        let part = batch.number(requests, from: first)
        unsafe try send(batch.bytes.span.bytes.extracting(part), .lookUpRoute)
        var answered = 0
        while answered < requests.count {
            try receive(.lookUpRoute, requests.count - answered) {
                (header, message) throws(NetlinkError) in
                guard header.sequence == first &+ UInt32(answered) else { return }
                defer { answered += 1 }
                // What waits for the lock is answered, and that is all.
                if requests.lowerBound + answered == 0 { return }
                answers.append(try RouteAnswer(header, message))
            }
        }
    }
}
