// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TransferRules

/// An answer in the store, without its content.
package struct StoredAnswer: Sendable {
    /// The number of the answer, which no other answer ever gets.
    package let id: Int64
    /// The address that the content comes from, after all redirections.
    package let source: String
    /// The status, the header, and what follows from them.
    package var response: StoredResponse
    /// When the answer was last used, in minutes since 1970.
    let usedAt: Int64
}

/// What answers are stored under.
package struct AnswerKey: Sendable, Hashable {
    /// The address of the request, without a fragment and without user and password.
    package let url: String
    /// For whom answers are stored; empty for everybody.
    package let account: String

    package init(url: String, account: String) {
        self.url = url
        self.account = account
    }
}

/// An answer that is to be stored.
package struct NewAnswer: Sendable {
    let key: AnswerKey
    /// The fields of the request that select this answer.
    let selecting: SelectingFields
    let source: String
    let response: StoredResponse
    let content: Data

    /// - Parameter source: the address that the content comes from.
    package init(
        key: AnswerKey, selecting: SelectingFields, source: String, response: StoredResponse,
        content: Data
    ) {
        self.key = key
        self.selecting = selecting
        self.source = source
        self.response = response
        self.content = content
    }
}

/// What the store had seen when a request was sent. What has changed since makes the answer older than the change.
package struct StoreMark: Sendable, Hashable {
    /// The number of the last change of a resource, which rises with each of them; 0 if there was none.
    package let change: Int64
    /// How often programs had removed answers.
    package let removals: Int64
}
