// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// The HTTP statuses that count as failures of a request, so that it can be retried.
///
/// ```swift
/// let (answer, _) = try await URLSession.shared.data(
///     for: request, constraints: .connected, options: .init(maxAttempts: 5), retries: .transient)
/// ```
public struct RetriedStatuses: Sendable, Hashable {
    private let statuses: Set<Int>

    /// No status counts as a failure: every response is a result, as in URLSession.
    public static let none = RetriedStatuses([])

    /// The statuses after which the same request can succeed later: 408, 425, 429, and 500 to 599.
    public static let transient = RetriedStatuses((100...599).filter(isTransientStatus))

    /// Creates a set of these statuses.
    public init(_ statuses: some Sequence<Int>) { self.statuses = Set(statuses) }

    /// Returns these statuses together with others.
    public func union(_ others: RetriedStatuses) -> RetriedStatuses {
        RetriedStatuses(statuses.union(others.statuses))
    }

    /// Whether a status counts as a failure.
    public func contains(_ status: Int) -> Bool { statuses.contains(status) }
}

extension RetriedStatuses: ExpressibleByArrayLiteral {
    /// Creates a set of these statuses.
    public init(arrayLiteral statuses: Int...) { self.init(statuses) }
}

extension RetriedStatuses: CustomStringConvertible {
    /// The statuses in ascending order, consecutive ones as a range: `408, 500-599`; or `none`.
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
