// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// Questions to the kernel's routing that are asked together and often, and what was answered last.
package struct RouteLookupBatch: Sendable {
    /// The questions.
    package private(set) var lookups: [RouteLookup] = []
    /// The last answer to each of them.
    package private(set) var answers: [RouteAnswer] = []
    /// In how many ticks the first of the routes ends that were asked about last, counted from then; `nil` if
    /// none does.
    package private(set) var expiresInTicks: UInt32?
    /// The requests for all of them, and for each part of them.
    private var requests = Array(repeating: RouteRequests(), count: Part.count)
    private var replies = RouteReplies()

    /// A part of the questions.
    package enum Part: Sendable, Hashable {
        case all
        /// Those of a family.
        case family(AddressBytes.Family)
        /// Those of a family about the way that a packet would go.
        case choices(AddressBytes.Family)
        /// Those of a family about the table's entry behind it.
        case entries(AddressBytes.Family)
    }

    package init() {}

    /// Adds a question that has been answered.
    package mutating func append(_ lookup: RouteLookup, _ answer: RouteAnswer) {
        lookups.append(lookup)
        answers.append(answer)
    }

    /// Keeps some of the questions, with their answers.
    package mutating func keep(at positions: [Int]) {
        self = positions.reduce(into: RouteLookupBatch()) { kept, position in
            kept.append(lookups[position], answers[position])
        }
    }

    /// Where a question is among them; `nil` if it is not.
    ///
    /// - Parameter expected: where it is looked for first.
    package func position(of lookup: RouteLookup, expected: Int) -> Int? {
        if expected < lookups.count, lookups[expected] == lookup { return expected }
        return lookups.firstIndex(of: lookup)
    }

    /// How many of the questions belong to a part, of those that have been asked together.
    package func count(of part: Part) -> Int { requests[part.place].count - 1 }

    /// Takes in what the kernel answers to one of the questions.
    ///
    /// - Returns: whether it differs from the last answer.
    mutating func take(
        _ header: MessageHeader,
        _ message: RawSpan,
        at position: Int
    ) throws(NetlinkError) -> Bool {
        let reply = message.extracting(0..<header.messageLength)
        // An error repeats the number of the request, and is read as soon as it is compared.
        let isReply = header.type != cnl_nlmsg_error
        if isReply, replies.hold(reply, at: position) { return false }
        var answer = try RouteAnswer(header, message)
        if let ticks = answer.takeExpiry() {
            // What counts down is read each time.
            expiresInTicks = min(expiresInTicks ?? ticks, ticks)
            replies.forget(at: position)
        } else if isReply {
            replies.keep(reply, at: position)
        }
        guard answer != answers[position] else { return false }
        // A reply that is kept says what the answer is, or there is none.
        if !isReply { replies.forget(at: position) }
        answers[position] = answer
        return true
    }
}

extension NetlinkSocket {
    /// Asks the questions of a batch, or a part of them, a handful in one system call.
    ///
    /// - Parameters:
    ///   - part: which of them. The answers to the others stay as they are.
    ///   - waitsForLock: whether the kernel answers only when the change that it is in the midst of has been
    ///     made.
    /// - Returns: which of the questions asked is the first whose answer differs from the last one; `nil` if none
    ///   does. They are asked in their order: what has made the kernel answer one otherwise was there for those
    ///   behind it, too.
    package borrowing func lookUp(
        _ part: RouteLookupBatch.Part = .all,
        of batch: inout RouteLookupBatch,
        waitingForLock waitsForLock: Bool = false
    ) throws(NetlinkError) -> Int? {
        batch.prepare()
        var different: Int?
        var position = waitsForLock ? 0 : 1
        let count = batch.count(of: part) + 1
        while position < count {
            let end = min(position + Self.requestsAtOnce, count)
            let first = try batch.ask(position..<end, of: part, self)
            different = different ?? first
            position = end
        }
        return different
    }
}

/// The requests, of which the first is the one that waits for the lock.
extension RouteLookupBatch {
    /// Gets ready to ask all anew.
    mutating func prepare() {
        expiresInTicks = nil
        for position in count(of: .all)..<lookups.count {
            let lookup = lookups[position]
            let family = lookup.destination.family
            let kind = lookup.matchesEntry ? Part.entries(family) : .choices(family)
            let request = Request(lookup)
            for part in [.all, .family(family), kind] {
                requests[part.place].append(request, at: position)
            }
            replies.append()
        }
    }

    /// Asks some of the questions of a part. The kernel takes one after the other, and answers in their order.
    ///
    /// - Returns: which of the part's questions is the first whose answer differs; `nil` if none does.
    fileprivate mutating func ask(
        _ range: Range<Int>,
        of part: Part,
        _ socket: borrowing NetlinkSocket
    ) throws(NetlinkError) -> Int? {
        var sequence = socket.reserveSequence(range.count)
        let place = part.place
        try requests[place].send(range, from: sequence, over: socket)
        var different: Int?
        var request = range.lowerBound
        while request < range.upperBound {
            try socket.receive(.lookUpRoute, range.upperBound - request) {
                (header, message) throws(NetlinkError) in
                guard header.sequence == sequence, request < range.upperBound else { return }
                // What waits for the lock is answered, and that is all.
                if let position = requests[place].positions[request],
                    try take(header, message, at: position), different == nil
                {
                    different = request - 1
                }
                request += 1
                sequence &+= 1
            }
        }
        return different
    }
}

extension RouteLookupBatch.Part {
    /// How many there are.
    fileprivate static let count = 7

    /// Where its requests are.
    fileprivate var place: Int {
        switch self {
        case .all: 0
        case .family(.ipv4): 1
        case .family(.ipv6): 2
        case .choices(.ipv4): 3
        case .choices(.ipv6): 4
        case .entries(.ipv4): 5
        case .entries(.ipv6): 6
        }
    }
}
