// SPDX-License-Identifier: Apache-2.0

/// What an ``HTTPEngine`` asks a server for.
package struct HTTPRequest: Sendable {
    /// The method of a request.
    package enum Method: String, Sendable {
        /// Asks for the content.
        case get = "GET"
    }

    /// The method.
    package var method: Method
    /// What is asked for. Its user and password are not used, but for ``credentials``.
    package var url: URLParts
    /// The header fields in their order, besides those that libcurl makes: Host, Accept, User-Agent.
    ///
    /// A field with the name of one of these replaces it. Names and values must not contain line breaks.
    package var fields: [(name: String, value: String)]
    /// The user and the password for the server (`Authorization: Basic`).
    package var credentials: Credentials?
    /// Whether the user's `.netrc` is read for a user and a password, if ``credentials`` is `nil`.
    package var usesNetrc: Bool
    /// The name of the interface that the connection is bound to (`SO_BINDTODEVICE`); `nil` if the system chooses one.
    package var interface: String?
    /// The largest number of bytes to receive in a second; `nil` for no limit.
    package var receiveRateLimit: Int64?

    /// A user and a password.
    package struct Credentials: Sendable, Hashable {
        /// The name of the user.
        package var user: String
        /// The password.
        package var password: String

        /// Creates credentials.
        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// Creates a request, with the credentials of its URL.
    package init(
        method: Method = .get, url: URLParts, fields: [(name: String, value: String)] = []
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        credentials = url.user.map { Credentials(user: $0, password: url.password ?? "") }
        usesNetrc = false
        interface = nil
        receiveRateLimit = nil
    }
}
