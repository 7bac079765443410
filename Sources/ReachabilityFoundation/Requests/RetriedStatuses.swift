// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// The HTTP statuses that count as failures of a request, after which it may be tried again.
///
/// ```swift
/// let (answer, _) = try await URLSession.shared.data(
///     for: request, constraints: .connected, options: .init(maxAttempts: 5), retries: .transient)
/// ```
public struct RetriedStatuses: Sendable, Hashable {
    private let statuses: Set<Int>

    /// No status is a failure: whatever the server answers is the result, as it is with URLSession.
    public static let none = RetriedStatuses([])

    /// The statuses that say that the same request may succeed later: 408, 425, 429, and 500 to 599.
    public static let transient = RetriedStatuses((100...599).filter(isTransientStatus))

    /// These statuses, and no others.
    public init(_ statuses: some Sequence<Int>) { self.statuses = Set(statuses) }

    /// These statuses and some others.
    public func union(_ others: RetriedStatuses) -> RetriedStatuses {
        RetriedStatuses(statuses.union(others.statuses))
    }

    /// Whether a status counts as a failure.
    public func contains(_ status: Int) -> Bool { statuses.contains(status) }
}

extension RetriedStatuses: ExpressibleByArrayLiteral {
    /// These statuses, and no others.
    public init(arrayLiteral statuses: Int...) { self.init(statuses) }
}

extension RetriedStatuses: CustomStringConvertible {
    /// The statuses in order, those in a row by the first and the last: `408, 500-599`; or `none`.
    public var description: String {
        var rows: [ClosedRange<Int>] = []
        for status in statuses.sorted() {
            if let last = rows.last, last.upperBound + 1 == status {
                rows[rows.count - 1] = last.lowerBound...status
            } else {
                rows.append(status...status)
            }
        }
        let texts = rows.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
}
