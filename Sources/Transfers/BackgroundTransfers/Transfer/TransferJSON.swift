// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
internal import NetworkReachability

/// Writes transfers and events as the command prints them, with their members in the order of the documentation.
///
/// `JSONEncoder` cannot keep an order, and takes too long for 10,000 transfers.
package struct TransferJSON {
    /// The number of the format. It rises when a member goes or means something else.
    package static let schema = 1

    /// What was written.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false
    /// Nearly all transfers have one of a few constraints.
    private var constraints: [TransferConstraints: [UInt8]] = [:]
    /// The last ones. To compare takes less time than to hash.
    private var last: (constraints: TransferConstraints, text: [UInt8])?

    /// Creates a writer.
    package init() {}

    /// Forgets what was written.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes a transfer.
    ///
    /// - Parameter events: the events that are added as a member; `nil` for no such member.
    package mutating func append(_ transfer: Transfer, events: [TransferEvent]? = nil) {
        begin("{")
        member("schema", Int64(Self.schema))
        member("id", transfer.id.rawValue)
        member("kind", transfer.kind.rawValue)
        member("url", transfer.url)
        member("destination", transfer.destination)
        member("source", transfer.source)
        member("state", transfer.state.rawValue)
        key("reasons")
        begin("[")
        for reason in transfer.reasons { value(reason.code) }
        end("]")
        member("bytesDone", transfer.bytesDone)
        member("bytesTotal", transfer.bytesTotal)
        member("attempts", Int64(transfer.attempts))
        member("rate", transfer.rate)
        member("priority", transfer.priority.word)
        member("key", transfer.key)
        member("group", transfer.group)
        member("session", transfer.session)
        key("constraints")
        raw(text(of: TransferConstraints(transfer)))
        member("createdAt", transfer.createdAt)
        member("notBefore", transfer.notBefore)
        member("deadline", transfer.deadline)
        member("retryAt", transfer.retryAt)
        key("error")
        append(transfer.error)
        if let events {
            key("events")
            begin("[")
            for event in events { append(event) }
            end("]")
        }
        end("}")
    }

    /// Writes an event.
    package mutating func append(_ event: TransferEvent) {
        begin("{")
        member("schema", Int64(Self.schema))
        member("sequence", event.sequence)
        member("time", event.time)
        member("id", event.transfer.id.rawValue)
        member("event", event.event.rawValue)
        member("detail", event.detail)
        key("transfer")
        append(event.transfer)
        end("}")
    }

    /// Writes the end of a line, for JSON Lines.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func append(_ error: TransferError?) {
        guard let error else { return raw(Self.null) }
        begin("{")
        member("code", error.code.rawValue)
        member("status", error.status.map { Int64($0) })
        member("message", error.message)
        end("}")
    }

    private mutating func text(of constraints: TransferConstraints) -> [UInt8] {
        if let last, last.constraints == constraints { return last.text }
        let text = self.constraints[constraints] ?? Self.encoded(constraints)
        self.constraints[constraints] = text
        last = (constraints, text)
        return text
    }

    private static func encoded(_ constraints: TransferConstraints) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(constraints) else {
            preconditionFailure("constraints are words and flags, and can always be encoded")
        }
        return [UInt8](data)
    }
}

extension TransferJSON {
    private static let null = Array("null".utf8)

    private mutating func begin(_ bracket: Unicode.Scalar) {
        comma()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func key(_ name: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func raw(_ text: [UInt8]) {
        comma()
        bytes.append(contentsOf: text)
    }

    private mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { value(text) } else { raw(Self.null) }
    }

    private mutating func member(_ name: String, _ number: Int64?) {
        key(name)
        guard let number else { return raw(Self.null) }
        comma()
        bytes.append(contentsOf: String(number).utf8)
    }

    private mutating func member(_ name: String, _ time: Date?) {
        key(name)
        guard let time else { return raw(Self.null) }
        comma()
        bytes.append(UInt8(ascii: "\""))
        time.appendInternetText(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func value(_ text: String) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        JSONText.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

extension DeferralQueue.Priority {
    /// The priority as the command's JSON has it.
    package var word: String {
        switch self {
        case .low: "low"
        case .normal: "normal"
        case .high: "high"
        }
    }
}
