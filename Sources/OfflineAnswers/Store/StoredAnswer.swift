// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import TransferRules

/// An answer in the store, without its content.
struct StoredAnswer: Sendable {
    /// The number of the answer, which no other answer ever gets.
    let id: Int64
    /// The address that the content comes from, after all redirections.
    let source: String
    /// The status, the header, and what follows from them.
    var response: StoredResponse
}

/// What answers are stored under.
struct AnswerKey: Sendable, Hashable {
    /// The address of the request, without a fragment and without user and password.
    let url: String
    /// For whom answers are stored; empty for everybody.
    let account: String
}

/// An answer that is to be stored.
struct NewAnswer: Sendable {
    var key: AnswerKey
    /// The fields of the request that select this answer.
    var selecting: SelectingFields
    var source: String
    var response: StoredResponse
    var content: Data
}
