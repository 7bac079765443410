// SPDX-License-Identifier: Apache-2.0

/// Unique work: of the operations with the same key, only the first one in line may run.
extension DeferralMachine {
    /// The operations that have a key.
    struct Claim: Sendable {
        /// The operations that run one after the other.
        var line = IndexedHeap<OperationID, UInt64>()
        /// The operations that share the result of the first one in line.
        var followers = IndexedHeap<OperationID, UInt64>()
        /// An operation that has left the line, but whose task has not ended yet. No other one
        /// starts before that.
        var leaving: OperationID?

        var isEmpty: Bool { line.isEmpty && followers.isEmpty && leaving == nil }
    }

    /// Adds an operation with a key.
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
            // In reverse order: otherwise the second one would start when the first one ends.
            let line = claims[key]?.line.all ?? []
            for other in line.reversed() { end(other, .failed(.replaced)) }
        case .append: break
        }
        claims[key, default: Claim()].line.insert(id, rank: id.number)
        watchDeadline(of: id)
        advance(key)
    }

    /// Removes an operation from the line of its key. If it ends with a result, its followers share
    /// that; otherwise the first follower takes its place.
    ///
    /// - Parameter isEnding: whether its task has not ended yet.
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

    /// Lets the first operation in line proceed.
    private mutating func advance(_ key: DeferralKey) {
        if let claim = claims[key], claim.leaving == nil, let first = claim.line.first,
            operations[first]?.phase == .behind
        {
            enter(first)
        }
        forget(key)
    }

    /// Removes a key that no operation has.
    private mutating func forget(_ key: DeferralKey) {
        if claims[key]?.isEmpty == true { claims[key] = nil }
    }
}

extension DeferralMachine.Ending {
    /// Whether followers share this ending. If not, one of them takes the operation's place.
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
