// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// An absolute address and its origin.
package struct ResolvedAddress: Sendable, Hashable {
    package var url: String
    package var origin: Origin

    package init(url: String, origin: Origin) {
        self.url = url
        self.origin = origin
    }
}
