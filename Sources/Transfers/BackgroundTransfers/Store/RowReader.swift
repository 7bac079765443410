// SPDX-License-Identifier: Apache-2.0

internal import DurableStore
internal import Foundation
internal import GRDB
internal import NetworkReachability

/// Makes values of rows.
///
/// Of 100,000 transfers, nearly all have one of a few conditions and reasons. So the values of these columns are kept by
/// their text while one operation lasts.
struct RowReader {
    private let path: String
    private var conditions: [String: Condition] = [:]
    private var reasons: [String: [WaitingReason]] = [:]

    /// - Parameter path: the path of the store, for errors.
    init(path: String) { self.path = path }

    /// The record of a row with the columns of ``RecordColumn/list``.
    mutating func record(_ row: Row) throws -> TransferRecord {
        func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
            _ column: RecordColumn
        ) -> Value {
            row[column.rawValue]
        }
        func optional<Value: DatabaseValueConvertible & StatementColumnConvertible>(
            _ column: RecordColumn
        ) -> Value? {
            row[column.rawValue]
        }
        let destination: String? = optional(.destination)
        let sha256: Data? = optional(.sha256)
        let stability: Int64 = value(.stability)
        return TransferRecord(
            id: Transfer.ID(rawValue: value(.id)), kind: try enumValue(value(.kind)),
            url: value(.url),
            session: value(.session),
            destination: destination.map(TransferRecord.Destination.init(shown:)),
            source: optional(.source), mode: UInt16(truncatingIfNeeded: value(.mode) as Int64),
            overwrites: value(.overwrites), condition: try condition(value(.condition)),
            stability: .milliseconds(stability), priority: try priority(value(.priority)),
            key: optional(.key),
            group: optional(.family), sha256: sha256.map { [UInt8]($0) },
            limitRate: optional(.limitRate),
            limit: TransferOptions.Attempts(stored: optional(.attemptLimit)),
            createdAt: value(.createdAt),
            notBefore: optional(.notBefore), deadline: optional(.deadline),
            onDeadline: try enumValue(value(.onDeadline)),
            secrets: optional(.secrets), completion: try decode(value(.completion)),
            state: try enumValue(value(.state)),
            reasons: try reasons(optional(.reasons)),
            partial: try optional(.partial).map { try decode($0) },
            upload: try optional(.upload).map { try decode($0) },
            bytesDone: value(.bytesDone), bytesTotal: optional(.bytesTotal),
            attempts: value(.attempts),
            progress: try decode(value(.progress)), retryAt: optional(.retryAt),
            error: try optional(.error).map { try decode($0) }, endedAt: optional(.endedAt),
            revision: value(.revision))
    }

    /// A condition from its JSON.
    mutating func condition(_ text: String) throws -> Condition {
        if let known = conditions[text] { return known }
        let condition: Condition = try decode(text)
        conditions[text] = condition
        return condition
    }

    /// Reasons from their JSON; none from null.
    mutating func reasons(_ text: String?) throws -> [WaitingReason] {
        guard let text else { return [] }
        if let known = reasons[text] { return known }
        let values: [WaitingReason] = try decode(text)
        reasons[text] = values
        return values
    }

    func priority(_ number: Int) throws -> DeferralQueue.Priority {
        guard let priority = DeferralQueue.Priority(rawValue: number) else {
            throw damage("priority \(number)")
        }
        return priority
    }

    /// A value of an enumeration.
    func enumValue<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text) else { throw damage(text) }
        return value
    }

    /// A value from its JSON.
    func decode<Value: Decodable>(_ text: String) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw damage(text)
        }
    }

    private func damage(_ text: String) -> StoreError {
        StoreError(
            .damaged, path, "is damaged: it has the unknown value \(text.prefix(80))")
    }
}
