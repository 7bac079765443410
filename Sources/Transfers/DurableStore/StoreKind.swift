// SPDX-License-Identifier: Apache-2.0

/// What a store is, for the messages of its failures.
package struct StoreKind: Sendable {
    /// What it is without an article: `store of transfers`.
    package let noun: String
    /// How another folder is chosen, as an order.
    package let advice: String

    package init(noun: String, advice: String) {
        self.noun = noun
        self.advice = advice
    }

    /// What it is with its article.
    package var name: String { "a " + noun }
}
