// SPDX-License-Identifier: Apache-2.0

/// Numbers of bytes, received and sent: those of a counter, or those of a time.
package struct ByteCounts: Sendable, Hashable, Encodable {
    /// The received bytes.
    package var received: UInt64
    /// The sent bytes.
    package var sent: UInt64

    /// Creates numbers.
    package init(received: UInt64 = 0, sent: UInt64 = 0) {
        self.received = received
        self.sent = sent
    }

    /// The bytes in both directions. A sum that is too large for 64 bits is the largest number.
    package var total: UInt64 { received.addingClamped(sent) }

    /// Adds bytes. A sum that is too large for 64 bits is the largest number.
    package mutating func add(_ other: ByteCounts) {
        received = received.addingClamped(other.received)
        sent = sent.addingClamped(other.sent)
    }

    /// The sum of several.
    package static func sum(_ all: some Sequence<ByteCounts>) -> ByteCounts {
        all.reduce(into: ByteCounts()) { $0.add($1) }
    }
}

// MARK: - Counters

extension ByteCounts {
    /// The counters from which these go on: earlier ones of the same device. Counters that fell are those of a new
    /// device, which counts from 0.
    package func base(after earlier: ByteCounts?) -> ByteCounts {
        guard let earlier, earlier.received <= received, earlier.sent <= sent else {
            return ByteCounts()
        }
        return earlier
    }

    /// The bytes since earlier counters.
    package func since(_ earlier: ByteCounts?) -> ByteCounts {
        let base = base(after: earlier)
        return ByteCounts(received: received - base.received, sent: sent - base.sent)
    }
}

extension FixedWidthInteger {
    /// The sum of two numbers that are not negative, or the largest number if that is too large.
    func addingClamped(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
