// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What is asked of the routing in one look and what is answered: what is asked twice has one answer.
///
/// What the last looks asked is likely what the next one asks. So it is kept as a batch, to be asked in
/// one go before it is asked for.
struct RouteTranscript {
    /// What was asked in the last looks, then what this look asked on top of it; and the answers.
    private(set) var batch = RouteLookupBatch()
    /// For how many looks in a row each of these was of no use.
    private var idleLooks: [Int] = []
    /// Whether it holds all that was asked.
    private(set) var isComplete = true
    /// Where the next question is likely to be.
    private var next = 0

    /// The number of questions that are kept. There are a few for each interface with an address, and
    /// machines with thousands.
    static let maximum = 256
    /// After so many looks a question is dropped that was of no use: more than one, for what is asked
    /// alternates with what it finds.
    static let maximumIdleLooks = 8

    /// Which answer was given to a question that a look asked.
    struct Record {
        let position: Int
        /// Which one it was (``RouteLookupBatch/numbers``).
        let number: Int
        /// Of which family's table it asked for an entry; `nil` if it asked for the choice.
        let routesOf: AddressBytes.Family?
    }

    /// What was asked in this look, behind the lock too, and answered. Of no use if it does not hold all.
    var records: [Record] {
        idleLooks.indices.filter { idleLooks[$0] == 0 }.map { position in
            let lookup = batch.lookups[position]
            return Record(
                position: position, number: batch.numbers[position],
                routesOf: lookup.matchesEntry ? lookup.destination.family : nil)
        }
    }

    /// Whether a question is answered as it was in some earlier look.
    func isAnswered(as record: Record) -> Bool {
        record.position < batch.numbers.count && batch.numbers[record.position] == record.number
    }

    /// Takes down that questions are asked again that an earlier look asked, and answered as they were then.
    mutating func repeatRecords(_ records: [Record]) {
        for record in records { idleLooks[record.position] = 0 }
    }

    /// The answers in this look.
    var answers: [RouteAnswer] { batch.answers }

    /// In how many ticks the first of the routes ends that were looked up in one go.
    var expiresInTicks: UInt32? { batch.expiresInTicks }

    /// The answer to a question, if it was asked.
    mutating func answer(to lookup: RouteLookup) -> RouteAnswer? {
        guard let position = batch.position(of: lookup, expected: next) else { return nil }
        next = position + 1
        idleLooks[position] = 0
        return batch.answers[position]
    }

    /// Takes in what was asked on top.
    mutating func add(_ lookup: RouteLookup, _ answer: RouteAnswer) {
        guard idleLooks.count < Self.maximum else {
            isComplete = false
            return
        }
        batch.append(lookup, answer)
        idleLooks.append(0)
    }

    /// Ends a look: what has been of no use for long goes.
    mutating func endLook() {
        var isTooIdle = false
        for position in idleLooks.indices {
            idleLooks[position] += 1
            if idleLooks[position] > Self.maximumIdleLooks { isTooIdle = true }
        }
        guard isTooIdle else { return }
        let kept = idleLooks.indices.filter { idleLooks[$0] <= Self.maximumIdleLooks }
        batch.keep(at: kept)
        idleLooks = kept.map { idleLooks[$0] }
    }

    /// Begins another look in which nothing has been asked on top.
    mutating func beginLook() {
        isComplete = true
        next = 0
    }

    /// Has all of it, or a part, asked again.
    ///
    /// - Parameter ask: asks, and returns how the answers differ.
    mutating func askAgain(
        _ ask: (inout RouteLookupBatch) throws(NetlinkError) -> RouteLookupBatch.Difference
    ) throws(NetlinkError) -> RouteLookupBatch.Difference {
        try ask(&batch)
    }
}
