// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// A request of an ``HTTPEngine`` to a server.
package struct HTTPRequest: Sendable {
    /// The method of a request.
    package enum Method: String, Sendable {
        /// Asks for the content.
        case get = "GET"
        /// Asks for the header of the content.
        case head = "HEAD"
        /// Asks what the server can do.
        case options = "OPTIONS"
        /// Sends content that the server processes.
        case post = "POST"
        /// Sends content that the server stores.
        case put = "PUT"
        /// Sends content that the server appends.
        case patch = "PATCH"
    }

    /// The content of a request: a part of a file. It is read while it is sent.
    package struct Body: Sendable {
        /// The file.
        package var file: SourceFile
        /// Where the part begins.
        package var offset: Int64
        /// The number of bytes.
        package var length: Int64
        /// Whether a server can refuse the request before a long part is sent (`Expect: 100-continue`). Servers that do not
        /// answer to that within a second get the part nevertheless.
        package var awaitsPermission: Bool

        /// Creates a body.
        package init(
            _ file: SourceFile, offset: Int64, length: Int64, awaitsPermission: Bool = true
        ) {
            self.file = file
            self.offset = offset
            self.length = length
            self.awaitsPermission = awaitsPermission
        }
    }

    /// The method.
    package var method: Method
    /// The content; `nil` if there is none. ``Method/get``, ``Method/head`` and ``Method/options`` have none.
    package var body: Body?
    /// Where the request goes. Its user and password are not used, but for ``credentials``.
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
    /// The largest number of bytes of the body to send in a second; `nil` for no limit.
    package var sendRateLimit: Int64?

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
        body = nil
        self.url = url
        self.fields = fields
        credentials = url.user.map { Credentials(user: $0, password: url.password ?? "") }
        usesNetrc = false
        interface = nil
        receiveRateLimit = nil
        sendRateLimit = nil
    }
}
