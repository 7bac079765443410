// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TransferRules

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
