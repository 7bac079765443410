// SPDX-License-Identifier: Apache-2.0

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
