// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// What messages say of the values of options and arguments.
package struct ValueKind: Sendable {
    /// What is allowed.
    var allowed: String
    /// Whether a value with a leading dash is a value, and not an option.
    var canBeNegative = false
    /// Returns why a value is not allowed; `nil` if it is allowed or not known.
    var fault: @Sendable (String) -> String? = { _ in nil }

    /// - Parameters:
    ///   - allowed: what is allowed.
    ///   - fault: returns why a value is not allowed; `nil` if it is.
    package init(
        _ allowed: String, fault: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.allowed = allowed
        self.fault = fault
    }

    /// The values that commands of both programs have, by the names that help has for them.
    package static let shared: [String: ValueKind] = [
        "duration": duration, "time": time, "count": number("a number, at least 1"),
        "host": ValueKind("a host name or an address"), "file": ValueKind("a file"),
        "directory": ValueKind("a directory"), "name": ValueKind("an interface name"),
    ]

    private static let duration: ValueKind = {
        var kind = ValueKind("a duration such as \(TimeSpan.examples)") { text in
            TimeSpan(argument: text) == nil
                ? "'\(text.escaped)' is not a duration; examples: \(TimeSpan.examples)" : nil
        }
        kind.canBeNegative = true
        return kind
    }()

    private static let time: ValueKind = {
        var kind = ValueKind("a duration or a time, such as \(PointInTime.examples)") { text in
            PointInTime(argument: text) == nil
                ? "'\(text.escaped)' is neither a duration nor a time; examples: \(PointInTime.examples)"
                : nil
        }
        kind.canBeNegative = true
        return kind
    }()

    /// The kind of whole numbers.
    package static func number(_ allowed: String) -> ValueKind {
        ValueKind(allowed) { text in
            Int(text) == nil ? "'\(text.escaped)' is not a number" : nil
        }
    }
}
