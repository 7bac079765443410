// SPDX-License-Identifier: Apache-2.0

/// Whether a condition holds, and why not.
package struct Verdict: Sendable, Hashable {
    /// A reason why a condition does not hold.
    package struct Reason: Sendable, Hashable {
        /// The code in JSON. It is stable across versions.
        package var code: String
        /// The reason as text. It can contain names as the system reports them.
        package var text: String
        /// Whether the reason is that traffic would be metered.
        package var isCostly = false

        package init(code: String, text: String, isCostly: Bool = false) {
            self.code = code
            self.text = text
            self.isCostly = isCostly
        }
    }

    /// The reasons why the condition does not hold; empty if it holds.
    package var reasons: [Reason]

    package init(reasons: [Reason]) { self.reasons = reasons }

    /// Whether the condition holds.
    package var holds: Bool { reasons.isEmpty }

    /// Whether one of the reasons is that traffic would be metered.
    package var isCostly: Bool { reasons.contains(where: \.isCostly) }
}
