// SPDX-License-Identifier: Apache-2.0

/// The server that content comes from (an origin of RFC 6454). Another server can have another
/// copy.
package struct Origin: Sendable, Hashable, Codable {
    /// The scheme, in lower case.
    package let scheme: String
    /// The host, in lower case.
    package let host: String
    package let port: Int

    /// Creates an origin. Without a port, it has the default port of the scheme.
    package init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port ?? (self.scheme == "https" ? 443 : 80)
    }
}
