// SPDX-License-Identifier: Apache-2.0

/// Measures how fast a transfer is, as a mean in which the last seconds count most.
struct RateMeter: Sendable, Hashable {
    /// The time in milliseconds after which a measurement counts a third.
    private static let memory = 3000.0

    private var rate: Double?
    private var bytes: Int64
    private var time: Int64

    /// - Parameters:
    ///   - bytes: the bytes that are there at the beginning.
    ///   - time: the time in milliseconds.
    init(bytes: Int64, at time: Int64) {
        self.bytes = bytes
        self.time = time
    }

    /// The rate in bytes a second; `nil` before there are two measurements.
    var bytesPerSecond: Int64? { rate.map { Int64($0.rounded()) } }

    /// Takes a measurement, at most each quarter of a second.
    ///
    /// - Returns: whether it was taken.
    mutating func measure(_ bytes: Int64, at time: Int64) -> Bool {
        let elapsed = Double(time - self.time)
        guard elapsed >= 250 else { return false }
        let current = Double(max(0, bytes - self.bytes)) / elapsed * 1000
        let weight = min(1, elapsed / Self.memory)
        rate = rate.map { $0 + (current - $0) * weight } ?? current
        self.bytes = bytes
        self.time = time
        return true
    }
}
