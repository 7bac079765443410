// SPDX-License-Identifier: Apache-2.0

/// The state of changes and removals when a request was sent. Its answer is older than a later change.
package struct StoreMark: Sendable, Hashable {
    /// The number of the last change of a resource, which rises with each of them; 0 if there was none.
    package let change: Int64
    /// How often programs had removed answers.
    package let removals: Int64
}
