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

    /// An answer of a server, at the end of its header.
    package struct Response: Sendable {
        package var status: Int
        package var headers: HeaderFields
        /// The server that answered.
        package var origin: Origin
        /// Where `Location` leads; `nil` if it is absent, or leads to another scheme than http and https.
        package var location: ResolvedAddress?
        /// The last component of the first address, decoded.
        package var lastComponent: String?

        package init(
            status: Int, headers: HeaderFields, origin: Origin, location: ResolvedAddress? = nil,
            lastComponent: String? = nil
        ) {
            self.status = status
            self.headers = headers
            self.origin = origin
            self.location = location
            self.lastComponent = lastComponent
        }
    }

    /// An absolute address and its origin.
    package struct ResolvedAddress: Sendable, Hashable {
        package var url: String
        package var origin: Origin

        package init(url: String, origin: Origin) {
            self.url = url
            self.origin = origin
        }
    }
}
