// SPDX-License-Identifier: Apache-2.0

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
