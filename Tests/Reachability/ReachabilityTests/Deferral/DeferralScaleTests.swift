// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import NetworkReachability

/// The cost of many operations, counted in work and not in time.
@Suite struct DeferralScaleTests {
    private static let limit = 4

    /// Deferred operations that a change of the path releases.
    private struct Release {
        var order: [DeferralQueue.Priority] = []
        var mostAtOnce = 0
        var moves = 0
        var evaluations = 0

        init(of count: Int) {
            var machine = DeferralMachine(limit: DeferralScaleTests.limit, confirms: false)
            var generator = SeededGenerator(seed: 42)
            _ = machine.receive(.costly, now: .zero)
            for number in 0..<count {
                let priority = DeferralQueue.Priority.allCases.randomElement(using: &generator)
                let options = DeferralQueue.Options(
                    priority: priority ?? .normal,
                    deadline: .fail(after: .seconds(86_400 - number % 100)))
                _ = machine.add(
                    .init(
                        constraints: .unmetered,
                        key: DeferralKey(base: number), options: options),
                    now: .zero)
            }
            // The path changes often, but not for them.
            for second in 0..<1_000 {
                _ = machine.receive(
                    second.isMultiple(of: 2) ? .offline : .costly, now: .seconds(second))
            }
            var running: [DeferralMachine.OperationID] = []
            var actions = machine.receive(.free, now: .seconds(1_000))
            repeat {
                for case .start(let id) in actions {
                    running.append(id)
                    order.append(machine.request(of: id)?.options.priority ?? .low)
                }
                mostAtOnce = max(mostAtOnce, running.count)
                // The machine forgets the count of a gate that is gone.
                moves = max(moves, machine.moves)
                guard !running.isEmpty else { break }
                actions = machine.ended(
                    running.removeFirst(), .succeeded, now: .seconds(1_000), chance: 0)
            } while true
            evaluations = machine.evaluations
        }
    }

    @Test("Releasing 10,000 operations evaluates each gate once per path")
    func tenThousandAtOnce() {
        let count = 10_000
        let release = Release(of: count)
        #expect(release.order.count == count)
        #expect(release.order == release.order.sorted(by: >))
        #expect(release.mostAtOnce == Self.limit)
        // One question for each path, and one for the gate.
        #expect(release.evaluations == 1_002)
        // Each operation comes to a gate and leaves it, and so does its deadline; the gate is ranked
        // again each time.
        let logarithm = 14
        #expect(release.moves < 6 * count * logarithm)
    }

    @Test("The work per operation grows with the logarithm of their number")
    func theWorkIsProportional() {
        let (few, many) = (Release(of: 1_000), Release(of: 10_000))
        #expect(few.evaluations == many.evaluations)
        // The heap is log2(10) levels higher.
        #expect(many.moves < 10 * few.moves * 14 / 10)
    }

    @Test("Over a day of short networks, only deadlines and stable networks start operations")
    func aDayOfDeferral() {
        var bench = MachineBench(limit: 100)
        let day = 24 * 60 * 60
        var starts = 0
        func count(_ actions: [DeferralMachine.Action]) {
            for case .start in actions { starts += 1 }
        }
        for number in 0..<50 {
            count(bench.add(.unmetered, options: .init(stability: .seconds(60))))
            count(
                bench.add(
                    .unmetered,
                    options: .init(deadline: .run(after: .seconds(day / 2 + 1 + number)))))
        }
        // Cellular all day, and a free network each hour that does not last.
        for hour in 0..<24 {
            count(bench.receive(.costly))
            count(bench.pass(.seconds(3_600 - 30)))
            let isBeforeNoon = hour < 12
            #expect(starts == (isBeforeNoon ? 0 : 50))
            #expect(bench.receive(.offline) == [])
            #expect(bench.pass(.seconds(1)) == [])
            // Too short for the operations that require stability; the others have ended.
            if !isBeforeNoon { #expect(bench.receive(.free) == []) }
            #expect(bench.pass(.seconds(29)) == [])
        }
        count(bench.pass(.seconds(31)))
        #expect(starts == 100)
        #expect(bench.activity.waiting == 0)
        // Once for each of 50 deadlines, and for the network that lasted.
        #expect(bench.wakes == 51)
        #expect(bench.alarm == nil)
    }
}
