// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// Something that is done again and again, and what it costs each time.
struct Benchmark {
    /// What figures are known by.
    let name: String
    /// How often it is done between two looks at the clock.
    let batch: Int
    /// How many parts the cost of one is shared by: consumers, for one.
    var shares = 1
    /// Does it once; the number counts up over all batches.
    let body: (Int) throws -> Void

    private(set) var done = 0
    /// Nanoseconds of each time, a value for each batch.
    private(set) var nanoseconds: [Double] = []
    private(set) var allocations: [Double] = []

    init(_ name: String, batch: Int, shares: Int = 1, _ body: @escaping (Int) throws -> Void) {
        (self.name, self.batch, self.shares, self.body) = (name, batch, shares, body)
    }

    /// Does it as often as a batch is large, and keeps what it took.
    ///
    /// - Parameter isMeasured: whether it counts; what is done for the first time does not.
    mutating func run(isMeasured: Bool) throws {
        let clock = ContinuousClock()
        let before = allocation_count()
        let start = clock.now
        for number in done..<(done + batch) { try body(number) }
        let (seconds, attoseconds) = (clock.now - start).components
        let count = allocation_count() - before
        done += batch
        guard isMeasured else { return }
        let total = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        nanoseconds.append(total / Double(batch * shares))
        allocations.append(Double(count) / Double(batch * shares))
    }

    /// The figures, as a member of a JSON object.
    var json: String {
        func list(_ values: [Double]) -> String {
            "[\(values.map { "\($0)" }.joined(separator: ","))]"
        }
        return "\"\(name)\":{\"nanoseconds\":\(list(nanoseconds)),"
            + "\"allocations\":\(list(allocations))}"
    }
}

/// Keeps the compiler from leaving out what nobody looks at.
@inline(never) func use<Value>(_ value: Value) {}
