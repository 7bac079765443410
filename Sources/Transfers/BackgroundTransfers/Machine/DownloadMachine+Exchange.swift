// SPDX-License-Identifier: Apache-2.0

package import TransferRules

extension DownloadMachine {
    /// A request to the server.
    package struct Request: Sendable, Hashable {
        /// The address; `nil` for the first one, which the record has.
        package var redirection: ResolvedAddress?
        /// The rest that is requested; `nil` for the complete content.
        package var resumption: Resumption?
        /// Whether the caller's header fields, user and password may be sent.
        package var isTrusted: Bool
    }
}
