// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What is asked of the routing in one look and what is answered: what is asked twice has one answer.
///
/// What the last looks asked is likely what the next one asks. So it is kept as a batch, to be asked in
/// one go before it is asked for.
struct RouteTranscript {
    /// What is asked in one go.
    var batch = RouteLookupBatch([])
    /// For how many looks in a row each of these was of no use.
    private var idleLooks: [Int] = []
    /// What this look asked on top of it.
    private var onTop: [RouteLookup] = []
    /// The answers in this look: to the batch, then to what was asked on top.
    private(set) var answers: [RouteAnswer] = []
    /// Whether it holds all that was asked.
    private(set) var isComplete = true
    /// Where the answer to the next question is likely to be.
    private var next = 0

    /// The number of questions that are kept. There are a few for each interface with an address, and
    /// machines with thousands.
    static let maximum = 256
    /// After so many looks a question is dropped that was of no use: more than one, for what is asked
    /// alternates with what it finds.
    static let maximumIdleLooks = 8

    /// The answer to a question, if it was asked.
    mutating func answer(to lookup: RouteLookup) -> RouteAnswer? {
        guard let position = position(of: lookup) else { return nil }
        next = position + 1
        if position < idleLooks.count { idleLooks[position] = 0 }
        return answers[position]
    }

    /// Takes in what was asked on top of the batch.
    mutating func add(_ lookup: RouteLookup, _ answer: RouteAnswer) {
        guard answers.count < Self.maximum else {
            isComplete = false
            return
        }
        onTop.append(lookup)
        answers.append(answer)
    }

    /// Makes a batch of what was asked.
    ///
    /// - Parameter endsLook: whether a look ends with it, so that what has been of no use for long goes.
    mutating func collect(endingLook endsLook: Bool) {
        var kept = batch.lookups
        if endsLook {
            for position in idleLooks.indices { idleLooks[position] += 1 }
            if idleLooks.contains(where: { $0 > Self.maximumIdleLooks }) {
                let used = idleLooks.indices.filter { idleLooks[$0] <= Self.maximumIdleLooks }
                kept = used.map { kept[$0] }
                idleLooks = used.map { idleLooks[$0] }
            }
        }
        guard !onTop.isEmpty || kept.count < batch.lookups.count else { return }
        batch = RouteLookupBatch(kept + onTop)
        idleLooks += onTop.map { _ in endsLook ? 1 : 0 }
        onTop = []
    }

    /// Begins with the answers to the batch.
    mutating func begin(_ answers: [RouteAnswer]) {
        self.answers = answers
        isComplete = true
        next = 0
    }

    private func position(of lookup: RouteLookup) -> Int? {
        if next < batch.lookups.count, batch.lookups[next] == lookup { return next }
        if let position = batch.lookups.firstIndex(of: lookup) { return position }
        return onTop.firstIndex(of: lookup).map { batch.lookups.count + $0 }
    }
}
