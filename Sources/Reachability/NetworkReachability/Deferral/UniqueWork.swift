// SPDX-License-Identifier: Apache-2.0

/// Unique work: of the operations with the same key, only the first one in line may run.
struct UniqueWork: Sendable {
    typealias OperationID = DeferralMachine.OperationID

    /// The consequence of an end for the operations that share the result.
    enum Removal: Equatable {
        case nothing
        /// They end with the same result.
        case shared([OperationID])
        /// This one takes the place of the one that ends.
        case succeeded(by: OperationID)
    }

    /// The operations that have a key.
    private struct Claim {
        /// The operations that run one after the other.
        var line = IndexedHeap<OperationID, UInt64>()
        /// The operations that share the result of the first one in line.
        var followers = IndexedHeap<OperationID, UInt64>()
        /// An operation that has left the line, but whose task has not ended yet. No other one
        /// starts before that.
        var leaving: OperationID?

        var isEmpty: Bool { line.isEmpty && followers.isEmpty && leaving == nil }

        mutating func remove(_ id: OperationID, hasResult: Bool, isRunning: Bool) -> Removal {
            if followers.remove(id) { return .nothing }
            if leaving == id {
                leaving = nil
                return .nothing
            }
            let place = line.first == id ? line.leastRank : nil
            line.remove(id)
            if isRunning { leaving = id }
            guard let place else { return .nothing }
            if hasResult {
                var shared: [OperationID] = []
                while let follower = followers.popFirst() { shared.append(follower) }
                return .shared(shared)
            }
            guard let follower = followers.popFirst() else { return .nothing }
            line.insert(follower, rank: place)
            return .succeeded(by: follower)
        }
    }

    private var claims: [DeferralKey: Claim] = [:]

    /// Whether no operation has a key.
    var isEmpty: Bool { claims.isEmpty }

    /// The operations that run one after the other: the first one, then the others in no order.
    func line(of key: DeferralKey) -> [OperationID] { claims[key]?.line.all ?? [] }

    /// The first operation in line; `nil` if there is none, or the task of the last one has not
    /// ended.
    func next(_ key: DeferralKey) -> OperationID? {
        claims[key].flatMap { $0.leaving == nil ? $0.line.first : nil }
    }

    /// Adds an operation that shares the result of the first one in line.
    ///
    /// - Returns: whether there is one.
    mutating func follow(_ id: OperationID, _ key: DeferralKey) -> Bool {
        guard claims[key]?.line.isEmpty == false else { return false }
        claims[key]?.followers.insert(id, rank: id.number)
        return true
    }

    /// Adds an operation at the end of the line.
    mutating func append(_ id: OperationID, _ key: DeferralKey) {
        claims[key, default: Claim()].line.insert(id, rank: id.number)
    }

    /// Removes an operation that ends.
    ///
    /// - Parameters:
    ///   - id: the operation.
    ///   - key: its key.
    ///   - hasResult: whether it ends with a result that others share.
    ///   - isRunning: whether its task has not ended yet.
    mutating func remove(
        _ id: OperationID, _ key: DeferralKey, hasResult: Bool, isRunning: Bool
    ) -> Removal {
        guard var claim = claims[key] else { return .nothing }
        // Otherwise the heaps of the claim would be copied.
        claims[key] = nil
        let removal = claim.remove(id, hasResult: hasResult, isRunning: isRunning)
        if !claim.isEmpty { claims[key] = claim }
        return removal
    }
}
