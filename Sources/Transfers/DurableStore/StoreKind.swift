// SPDX-License-Identifier: Apache-2.0

/// A kind of store: the numbers that identify its databases, and its words in messages.
package struct StoreKind: Sendable {
    /// The number that distinguishes the databases from those of other programs (`application_id`).
    package let application: Int64
    /// The version of the tables that this program makes (`user_version`).
    let version: Int64
    /// The name without an article: `store of transfers`.
    let noun: String
    /// How to choose another folder, as an order.
    let advice: String
    /// The code of the error for a file that is no SQLite database.
    let codeOfOtherFiles: StoreError.Code

    package init(
        application: Int64, version: Int64, noun: String, advice: String,
        codeOfOtherFiles: StoreError.Code
    ) {
        self.application = application
        self.version = version
        self.noun = noun
        self.advice = advice
        self.codeOfOtherFiles = codeOfOtherFiles
    }

    /// The name with its article.
    var name: String { "a " + noun }

    /// The problem of a file that is no SQLite database.
    var problemOfOtherFiles: String { "is no \(noun): it is no database of SQLite" }
}
