// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem

/// The number of transfers in the user's store, and of the bytes that they have moved. `reach-transfer` reports it to `reach`.
package struct TransferTotals: Sendable, Hashable {
    /// The argument of `reach-transfer` that asks for it. It is not a command for users.
    package static let argument = "---totals"

    /// The number of transfers in each state, by the names of the states; empty without a store.
    package var counts: [String: Int] = [:]
    /// The bytes that the transfers of each kind have received or sent, by the names of the kinds.
    package var bytes: [String: Int] = [:]

    /// Creates totals of no transfers.
    package init() {}

    /// Reads the totals. Other lines are ignored.
    init(_ text: [UInt8]) {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
                .map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, let number = Int(words[2]) else { continue }
            switch words[0] {
            case "count": counts[words[1]] = number
            case "bytes": bytes[words[1]] = number
            default: continue
            }
        }
    }

    /// The totals as text.
    package var text: [UInt8] {
        let counts = counts.sorted { $0.key < $1.key }.map { "count \($0.key) \($0.value)\n" }
        let bytes = bytes.sorted { $0.key < $1.key }.map { "bytes \($0.key) \($0.value)\n" }
        return Array((counts + bytes).joined().utf8)
    }
}

/// Counts the bytes that transfers move while `reach export` runs.
struct TransferCounters {
    /// The number of transfers in each state; empty without a store.
    private(set) var counts: [String: Int] = [:]
    /// The bytes that were moved since the first totals, by the names of the kinds.
    private(set) var moved: [String: Int] = [:]
    private var last: [String: Int]?

    /// Adds the difference from the last totals.
    ///
    /// A sum can fall, because a transfer began again or was removed. Bytes that other transfers have moved meanwhile are
    /// not counted then.
    mutating func update(_ totals: TransferTotals) {
        counts = totals.counts
        for (kind, bytes) in totals.bytes {
            moved[kind, default: 0] += max(0, bytes - (last?[kind] ?? bytes))
        }
        last = totals.bytes
    }
}

/// Starts `reach-transfer` to count the transfers of the user's store, which `reach` itself cannot read.
final class TransferCounting {
    /// `nil` if `reach-transfer` is not installed. There are no transfers then.
    private let program = try? TransferProgram.executable()
    private var process: HelperProcess?

    /// Starts to count, unless that is under way.
    func start() {
        guard process == nil, let program else { return }
        // Without processes, the next interval brings the next attempt.
        process = try? HelperProcess(
            program, [program.path, Array(TransferTotals.argument.utf8)], input: [])
    }

    /// Adds the descriptor to wait for.
    func add(to ready: inout PollSet) {
        if let process { ready.add(PollSet.Interest(process.descriptor, reads: true)) }
    }

    /// Reads the answer, if it is complete.
    ///
    /// - Returns: the totals; `nil` while there are none.
    func receive() -> TransferTotals? {
        guard let output = process?.read() else { return nil }
        process = nil
        return TransferTotals(output)
    }
}
