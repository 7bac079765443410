// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

/// An answer of a server, at the end of its header.
struct ServerResponse: Sendable {
    var status: Int
    var headers: HeaderFields
    /// The server that answered.
    var origin: Origin
    /// Where `Location` leads; `nil` if it is absent, or leads to another scheme than http and https.
    var location: ResolvedAddress?
    /// The last component of the first address, decoded.
    var lastComponent: String?
    /// The last component of the address that has answered, decoded.
    var answeringComponent: String?

    /// The names of the file in the addresses by which it was requested.
    var requestedNames: [String] { [lastComponent, answeringComponent].compactMap(\.self) }

    /// How long the server asks to wait before the next request, in milliseconds; `nil` if it does not.
    ///
    /// - Parameter now: the time, in milliseconds since 1970.
    func retryAfter(now: Int64) -> Int64? {
        headers.retryAfter(now: HTTPDate(seconds: now / 1000)).map {
            $0.components.seconds * 1000
        }
    }
}

/// An absolute address and its origin.
struct ResolvedAddress: Sendable, Hashable {
    var url: String
    var origin: Origin
}
