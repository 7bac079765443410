// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// A repeated operation, and its measured cost.
struct Benchmark {
    /// The name of the results.
    let name: String
    /// The number of operations between two readings of the clock.
    let batch: Int
    /// The number by which the cost of one operation is divided, such as the number of consumers.
    var shares = 1
    /// Performs the operation once; the number increases over all batches.
    let body: (Int) throws -> Void

    private(set) var done = 0
    /// The nanoseconds per operation, one value for each batch.
    private(set) var nanoseconds: [Double] = []
    private(set) var allocations: [Double] = []

    init(_ name: String, batch: Int, shares: Int = 1, _ body: @escaping (Int) throws -> Void) {
        (self.name, self.batch, self.shares, self.body) = (name, batch, shares, body)
    }

    /// Runs one batch and records its cost.
    ///
    /// - Parameter isMeasured: whether the result is recorded; the first batch is a warm-up.
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

    /// The results, as a member of a JSON object.
    var json: String {
        func list(_ values: [Double]) -> String {
            "[\(values.map { "\($0)" }.joined(separator: ","))]"
        }
        return "\"\(name)\":{\"nanoseconds\":\(list(nanoseconds)),"
            + "\"allocations\":\(list(allocations))}"
    }
}

/// Keeps the compiler from removing an unused value.
@inline(never) func use<Value>(_ value: Value) {}
