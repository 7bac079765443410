// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import NetworkReachability

@Suite struct IndexedHeapTests {
    /// Whatever is put in, ranked again and taken out, it says the same as a dictionary that is
    /// searched.
    @Test(
        "A heap returns identifiers in the order of a sorted dictionary",
        arguments: 1...20 as ClosedRange<UInt64>)
    func likeADictionary(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var heap = IndexedHeap<Int, Int>()
        var model: [Int: Int] = [:]
        for step in 0..<2_000 {
            let id = Int.random(in: 0..<60, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                // No two ranks are alike: the least one is one.
                let rank = Int.random(in: 0..<100, using: &generator) * 10_000 + step
                heap.insert(id, rank: rank)
                model[id] = rank
            case 2:
                #expect(heap.remove(id) == (model.removeValue(forKey: id) != nil))
            default:
                let least = model.min { $0.value < $1.value }
                #expect(heap.first == least?.key)
                #expect(heap.leastRank == least?.value)
                #expect(heap.popFirst() == least?.key)
                if let least { model[least.key] = nil }
            }
            #expect(heap.count == model.count)
            #expect(heap.isEmpty == model.isEmpty)
            #expect(heap.contains(id) == (model[id] != nil))
        }
        #expect(Set(heap.all) == Set(model.keys))
        var order: [Int] = []
        while let id = heap.popFirst() { order.append(id) }
        #expect(order == model.sorted { $0.value < $1.value }.map(\.key))
    }

    @Test("The work per operation of a heap is logarithmic")
    func theWorkGrowsWithTheLogarithm() {
        var heap = IndexedHeap<Int, Int>()
        let count = 1 << 14
        // The worst order: each one goes to the top.
        for id in 0..<count { heap.insert(id, rank: -id) }
        for id in 0..<count { heap.remove(id) }
        #expect(heap.moves <= 2 * count * 15)
    }
}

@Suite struct BackoffTests {
    private var generator = SeededGenerator(seed: 7)

    @Test("Jitter shortens an interval by at most its fraction")
    mutating func jitterLeavesAPartToChance() {
        let backoff = Backoff.exponential(first: .seconds(8), jitter: 0.25)
        let intervals = (0..<1_000).map { _ in
            backoff.interval(afterFailures: 2, using: &generator)
        }
        for interval in intervals { #expect(interval > .seconds(12) && interval <= .seconds(16)) }
        #expect((intervals.min() ?? .zero) < .seconds(12.1))
        #expect((intervals.max() ?? .zero) > .seconds(15.9))
    }

    @Test(
        "Intervals without jitter",
        arguments: [
            (.linear(first: .seconds(30)), 1, 30), (.linear(first: .seconds(30)), 3, 90),
            (.linear(first: .seconds(30)), .max, 18_000),
            (.exponential(jitter: 0), 1, 30), (.exponential(jitter: 0), 4, 240),
            (.exponential(jitter: 0), 64, 18_000), (.exponential(jitter: 0), .max, 18_000),
            (.exponential(first: .seconds(9), limit: .seconds(5), jitter: 0), 1, 5),
            (.exponential(first: .seconds(-9), jitter: 0), 3, 0),
            (.exponential(first: .seconds(Int64.max), limit: .seconds(60), jitter: 0), 9, 60),
            (.linear(first: .seconds(30), jitter: -1), 1, 30),
            (.linear(first: .seconds(30), jitter: .nan), 1, 30), (.linear(first: .zero), 5, 0),
        ] as [(Backoff, Int, Int)])
    mutating func intervals(backoff: Backoff, failures: Int, seconds: Int) {
        #expect(
            backoff.interval(afterFailures: failures, using: &generator) == .seconds(seconds))
    }
}
