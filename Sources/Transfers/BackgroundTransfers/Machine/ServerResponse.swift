// SPDX-License-Identifier: Apache-2.0

package import TransferRules

/// An answer of a server, at the end of its header.
package struct ServerResponse: Sendable {
    package var status: Int
    package var headers: HeaderFields
    /// The server that answered.
    package var origin: Origin
    /// Where `Location` leads; `nil` if it is absent, or leads to another scheme than http and https.
    package var location: ResolvedAddress?
    /// The last component of the first address, decoded.
    package var lastComponent: String?
    /// The last component of the address that has answered, decoded.
    package var answeringComponent: String?

    package init(
        status: Int, headers: HeaderFields, origin: Origin, location: ResolvedAddress? = nil,
        lastComponent: String? = nil, answeringComponent: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.origin = origin
        self.location = location
        self.lastComponent = lastComponent
        self.answeringComponent = answeringComponent
    }

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
