// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachCommand

extension ValueKind {
    /// The values that only the commands about transfers have.
    static let ofTransfers: [String: ValueKind] = [
        "rate": ValueKind("a rate, such as \(DataRate.examples)") { text in
            DataRate(argument: text) == nil
                ? "'\(text.escaped)' is not a rate; examples: \(DataRate.examples)" : nil
        },
        "digest": ValueKind("the 64 hexadecimal digits of a SHA-256 digest") { text in
            ContentHash(argument: text) == nil
                ? "'\(text.escaped)' is not a SHA-256 digest, which has 64 hexadecimal digits" : nil
        },
        "attempts": ValueKind(attempts) { text in
            AttemptLimit(argument: text) == nil
                ? "'\(text.escaped)' is not a number of attempts: \(attempts)" : nil
        },
        "id": ValueKind("the number of a transfer") { text in
            TransferNumber(argument: text) == nil
                ? "'\(text.escaped)' is not the number of a transfer" : nil
        },
        "field": ValueKind("a header field, 'Name: value'"),
        "sequence": number("the number of an event"),
        "unit": ValueKind("a systemd unit, such as backup.service"),
    ]

    private static let attempts = "a number, at least 1, or unlimited"
}
