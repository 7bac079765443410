// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// Questions to the kernel's routing that are asked together and often, and what was answered last.
package struct RouteLookupBatch: Sendable {
    /// The questions.
    package private(set) var lookups: [RouteLookup] = []
    /// The last answer to each of them.
    package private(set) var answers: [RouteAnswer] = []
    /// The number of each answer. There are no two with the same one; and an answer that comes again when one
    /// other has been there has the number that it had. (All get others where some are dropped.)
    package private(set) var numbers: [Int] = []
    /// The answers before, that were others once there were any, and their numbers.
    private var formerAnswers: [RouteAnswer] = []
    private var formerNumbers: [Int] = []
    /// How many numbers have been given.
    private var given = 0
    /// In how many ticks the first of the routes ends that were asked about last, counted from then; `nil` if
    /// none does.
    package private(set) var expiresInTicks: UInt32?
    /// How often one was asked.
    package private(set) var asked = 0
    /// The requests for all of them, and for each part of them.
    private var requests = Array(repeating: RouteRequests(), count: Part.count)
    private var replies = RouteReplies()
    /// The number of the next request. (What else is asked over the socket bears libnl's numbers, which begin with
    /// the time. None is taken for another: an exchange is over before the next one begins, or the socket is.)
    private var sequence: UInt32 = 1

    /// How the answers differ from the last ones.
    package enum Difference: Sendable, Hashable {
        /// Not at all.
        case none
        /// One does.
        case some
        /// The very first of the questions asked had a route, and has none. They are asked in their order: the
        /// route had gone before all of them.
        case routeIsGone
    }

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
        formerAnswers.append(answer)
        given += 1
        numbers.append(given)
        formerNumbers.append(given)
    }

    /// Keeps some of the questions, with their answers.
    package mutating func keep(at positions: [Int]) {
        var kept = RouteLookupBatch()
        kept.given = given
        kept.sequence = sequence
        kept.asked = asked
        for position in positions { kept.append(lookups[position], answers[position]) }
        self = kept
    }

    /// Where a question is among them; `nil` if it is not.
    ///
    /// - Parameter expected: where it is looked for first.
    package func position(of lookup: RouteLookup, expected: Int) -> Int? {
        if expected < lookups.count, lookups[expected] == lookup { return expected }
        return lookups.firstIndex(of: lookup)
    }

    /// How many of the questions belong to a part, of those that have been asked together.
    func count(of part: Part) -> Int { requests[part.place].count - 1 }

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
        if isReply {
            if replies.hold(reply, at: position) { return false }
            if replies.holdFormer(reply, at: position) {
                turn(at: position)
                return true
            }
        }
        var answer = try RouteAnswer(header, message)
        let ticks = answer.takeExpiry()
        if let ticks { expiresInTicks = min(expiresInTicks ?? ticks, ticks) }
        let isDifferent = answer != answers[position]
        if isDifferent {
            turn(at: position)
            if answer != answers[position] {
                answers[position] = answer
                given += 1
                numbers[position] = given
            }
        }
        // A reply that is kept says what the answer is, or there is none: what counts down is read each time.
        if isReply && ticks == nil {
            replies.keep(reply, at: position)
        } else {
            replies.forget(at: position)
        }
        return isDifferent
    }

    /// Whether there was a route before, and there is none.
    private func isGone(at position: Int) -> Bool {
        guard answers[position] == .refused(.noRoute) else { return false }
        return if case .route = formerAnswers[position] { true } else { false }
    }

    /// Makes the former answer to a question the last one.
    private mutating func turn(at position: Int) {
        replies.turn(at: position)
        swap(&answers[position], &formerAnswers[position])
        swap(&numbers[position], &formerNumbers[position])
    }
}

extension NetlinkSocket {
    /// Asks the questions of a batch, or a part of them, a handful in one system call. A socket has one batch.
    ///
    /// - Parameters:
    ///   - part: which of them. The answers to the others stay as they are.
    ///   - waitsForLock: whether the kernel answers only when the change that it is in the midst of has been
    ///     made.
    /// - Returns: how the answers differ from the last ones to their questions.
    package borrowing func lookUp(
        _ part: RouteLookupBatch.Part = .all,
        of batch: inout RouteLookupBatch,
        waitingForLock waitsForLock: Bool = false
    ) throws(NetlinkError) -> RouteLookupBatch.Difference {
        batch.prepare()
        var difference = RouteLookupBatch.Difference.none
        var position = waitsForLock ? 0 : 1
        let count = batch.beginAsking(part) + 1
        while position < count {
            let end = min(position + Self.requestsAtOnce, count)
            let found = try batch.ask(position..<end, of: part, self)
            if difference == .none { difference = found }
            position = end
        }
        return difference
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

    /// Counts the questions of a part, which are asked now.
    ///
    /// - Returns: how many there are.
    fileprivate mutating func beginAsking(_ part: Part) -> Int {
        let count = count(of: part)
        asked += count
        return count
    }

    /// Asks some of the questions of a part. The kernel takes one after the other, and answers in their order.
    ///
    /// - Returns: how the answers differ.
    fileprivate mutating func ask(
        _ range: Range<Int>,
        of part: Part,
        _ socket: borrowing NetlinkSocket
    ) throws(NetlinkError) -> Difference {
        var sequence = self.sequence
        self.sequence &+= UInt32(range.count)
        let place = part.place
        try requests[place].send(range, from: sequence, over: socket)
        var difference = Difference.none
        var request = range.lowerBound
        while request < range.upperBound {
            try socket.receive(.lookUpRoute, range.upperBound - request) {
                (header, message) throws(NetlinkError) in
                guard header.sequence == sequence, request < range.upperBound else { return }
                // What waits for the lock is answered, and that is all.
                if let position = requests[place].positions[request],
                    try take(header, message, at: position), difference == .none
                {
                    // Before the first there is the one that waits.
                    difference = request == 1 && isGone(at: position) ? .routeIsGone : .some
                }
                request += 1
                sequence &+= 1
            }
        }
        return difference
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
