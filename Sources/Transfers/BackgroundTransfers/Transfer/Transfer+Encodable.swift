// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
internal import NetworkReachability

/// A transfer is encoded with the members that the command's JSON has. Times are texts in UTC with milliseconds (RFC
/// 3339), whatever the encoder does with dates; what is unknown is `null`.
extension Transfer: Encodable {
    /// The number of the format. It rises when a member goes or means something else.
    fileprivate static let schema = 1

    private enum CodingKeys: String, CodingKey {
        case schema, id, kind, url, destination, source, state, reasons, bytesDone, bytesTotal,
            attempts, rate
        case priority, key, group, session, constraints, createdAt, notBefore, deadline, retryAt,
            error
        case command, exit, every, nextAt
    }

    private enum ErrorKeys: String, CodingKey {
        case code, status, message
    }

    /// Encodes the transfer.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(kind == .command ? nil : url, forKey: .url)
        try container.encode(destination, forKey: .destination)
        try container.encode(source, forKey: .source)
        try container.encode(state, forKey: .state)
        try container.encode(reasons.map(\.code), forKey: .reasons)
        try container.encode(kind == .command ? nil : bytesDone, forKey: .bytesDone)
        try container.encode(bytesTotal, forKey: .bytesTotal)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(rate, forKey: .rate)
        try container.encode(priority.word, forKey: .priority)
        try container.encode(key, forKey: .key)
        try container.encode(group, forKey: .group)
        try container.encode(session, forKey: .session)
        try container.encode(SortedMembers(TransferConstraints(self)), forKey: .constraints)
        try container.encode(Timestamp(createdAt), forKey: .createdAt)
        try container.encode(notBefore.map(Timestamp.init), forKey: .notBefore)
        try container.encode(deadline.map(Timestamp.init), forKey: .deadline)
        try container.encode(retryAt.map(Timestamp.init), forKey: .retryAt)
        if let error {
            var members = container.nestedContainer(keyedBy: ErrorKeys.self, forKey: .error)
            try members.encode(error.code, forKey: .code)
            try members.encode(error.status, forKey: .status)
            try members.encode(error.message, forKey: .message)
        } else {
            try container.encodeNil(forKey: .error)
        }
        guard kind == .command else { return }
        try container.encode(command, forKey: .command)
        try container.encode(exit, forKey: .exit)
        try container.encode(every, forKey: .every)
        try container.encode(nextAt.map(Timestamp.init), forKey: .nextAt)
    }
}

/// An event is encoded with the members that the command's JSON has.
extension TransferEvent: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, sequence, time, id, event, detail, transfer
    }

    /// Encodes the event.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Transfer.schema, forKey: .schema)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(Timestamp(time), forKey: .time)
        try container.encode(transfer.id, forKey: .id)
        try container.encode(event, forKey: .event)
        try container.encode(detail, forKey: .detail)
        try container.encode(transfer, forKey: .transfer)
    }
}

extension Timestamp {
    fileprivate init(_ date: Date) { self.init(milliseconds: date.milliseconds) }
}

/// The conditions of a transfer, as the member `constraints` of its JSON: the constraints of the library, and beside them
/// what only the command line has, by the names of its options.
struct TransferConstraints {
    private let condition: Condition
    private let stability: Duration

    init(_ transfer: Transfer) {
        condition = transfer.condition
        stability = transfer.stability
    }
}

extension TransferConstraints: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberKey.self)
        try condition.encodeRequirements(to: encoder)
        try container.encode(condition.isNegated, forKey: MemberKey("not"))
        try container.encode(
            Double(stability.boundedMilliseconds) / 1000, forKey: MemberKey("stable"))
    }
}
