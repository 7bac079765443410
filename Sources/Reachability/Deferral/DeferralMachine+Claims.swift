// SPDX-License-Identifier: Apache-2.0

/// Unique work: of the operations under one key, one is first, and only it may run.
extension DeferralMachine {
    /// Who has a key.
    struct Claim: Sendable {
        /// Those that come one after the other.
        var line = IndexedHeap<OperationID, UInt64>()
        /// Those that have the result of the first one in line.
        var followers = IndexedHeap<OperationID, UInt64>()
        /// One that has left the line and whose task has not ended yet. Nobody begins before.
        var leaving: OperationID?

        var isEmpty: Bool { line.isEmpty && followers.isEmpty && leaving == nil }
    }

    /// An operation comes under a key.
    mutating func claim(
        _ key: DeferralKey,
        for id: OperationID,
        _ policy: DeferralQueue.ExistingWorkPolicy
    ) {
        switch policy {
        case .keep:
            if claims[key]?.line.isEmpty == false {
                move(id, to: .following)
                claims[key]?.followers.insert(id, rank: id.number)
                return
            }
        case .replace:
            // The first one last, so that none takes its place that is to go too.
            let line = claims[key]?.line.all ?? []
            for other in line.reversed() { end(other, .failed(.replaced)) }
        case .append: break
        }
        claims[key, default: Claim()].line.insert(id, rank: id.number)
        watchDeadline(of: id)
        advance(key)
    }

    /// An operation leaves the line under its key. Who followed it goes with it, or takes its place.
    ///
    /// - Parameter isEnding: whether its task is still to end.
    mutating func vacate(_ key: DeferralKey, _ id: OperationID, _ ending: Ending, isEnding: Bool) {
        if claims[key]?.followers.remove(id) == true { return forget(key) }
        if claims[key]?.leaving == id {
            claims[key]?.leaving = nil
            return advance(key)
        }
        let place = claims[key]?.line.first == id ? claims[key]?.line.leastRank : nil
        claims[key]?.line.remove(id)
        if isEnding { claims[key]?.leaving = id }
        if let place {
            if ending.isResult {
                while let follower = claims[key]?.followers.popFirst() { leave(follower, ending) }
            } else if let follower = claims[key]?.followers.popFirst() {
                move(follower, to: .behind)
                claims[key]?.line.insert(follower, rank: place)
                watchDeadline(of: follower)
            }
        }
        advance(key)
    }

    /// Lets the first one in line go on.
    private mutating func advance(_ key: DeferralKey) {
        if let claim = claims[key], claim.leaving == nil, let first = claim.line.first,
            operations[first]?.phase == .behind
        {
            enter(first)
        }
        forget(key)
    }

    /// Lets a key go that nobody has.
    private mutating func forget(_ key: DeferralKey) {
        if claims[key]?.isEmpty == true { claims[key] = nil }
    }
}

extension DeferralMachine.Ending {
    /// Whether it is the result of those too who follow; if not, one of them takes the place.
    fileprivate var isResult: Bool {
        switch self {
        case .outcome: true
        case .cancelled: false
        case .failed(let error):
            switch error {
            case .deadlineExceeded: false
            case .replaced, .declined, .queueCancelled, .mismatchedResult, .waitsForItself: true
            }
        }
    }
}
