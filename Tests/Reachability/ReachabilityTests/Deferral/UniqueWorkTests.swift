// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The order of operations with the same key.
@Suite struct UniqueWorkTests {
    private var work = UniqueWork()
    private let key = DeferralKey(base: "a")

    private mutating func remove(
        _ id: DeferralMachine.OperationID, hasResult: Bool = true, isRunning: Bool = false
    ) -> UniqueWork.Removal {
        work.remove(id, key, hasResult: hasResult, isRunning: isRunning)
    }

    @Test("Appended operations run one after the other")
    mutating func line() {
        work.append(1, key)
        work.append(2, key)
        #expect(work.next(key) == 1)
        #expect(work.next(DeferralKey(base: "b")) == nil)
        let first = remove(1)
        #expect(first == .shared([]))
        #expect(work.next(key) == 2)
        let second = remove(2, hasResult: false)
        #expect(second == .nothing)
        #expect(work.isEmpty)
    }

    @Test("Operations that follow the first one share its result")
    mutating func followers() {
        let followsNothing = work.follow(1, key)
        #expect(!followsNothing)
        work.append(1, key)
        for id in [2, 3, 4] as [DeferralMachine.OperationID] { _ = work.follow(id, key) }
        let follower = remove(3)
        #expect(follower == .nothing)
        let first = remove(1)
        #expect(first == .shared([2, 4]))
        #expect(work.isEmpty)
    }

    @Test("If the first one ends without a result, the next follower takes its place in line")
    mutating func successor() {
        work.append(1, key)
        _ = work.follow(2, key)
        work.append(3, key)
        let removal = remove(1, hasResult: false)
        #expect(removal == .succeeded(by: 2))
        #expect(work.next(key) == 2)
        #expect(work.line(of: key).first == 2)
    }

    @Test("No operation is next before the task of the last one has ended")
    mutating func leaving() {
        work.append(1, key)
        work.append(2, key)
        let removal = remove(1, isRunning: true)
        #expect(removal == .shared([]))
        #expect(work.next(key) == nil)
        let end = remove(1)
        #expect(end == .nothing)
        #expect(work.next(key) == 2)
    }
}
