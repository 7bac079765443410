// SPDX-License-Identifier: Apache-2.0

/// Whether a service of a bus, such as NetworkManager, has answered what it knows.
package enum ServiceAvailability: Sendable, Hashable {
    /// It has answered.
    case answered
    /// It does not run, for this reason. Nothing is missing.
    case notRunning(String)
    /// It runs, or may, and an answer is missing for this reason. What looks free may cost.
    case missing(String)

    /// Why it reports nothing, or not everything; `nil` if it has answered.
    var limitation: String? {
        switch self {
        case .answered: nil
        case .notRunning(let reason), .missing(let reason): reason
        }
    }

    /// Why an answer is missing; `nil` if none is.
    package var missingAnswerReason: String? {
        switch self {
        case .answered, .notRunning: nil
        case .missing(let reason): reason
        }
    }
}
