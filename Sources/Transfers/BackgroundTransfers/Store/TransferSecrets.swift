// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The parts of a transfer that the store keeps in a file of their own, which only its owner can read.
package struct TransferSecrets: Sendable, Hashable, Codable {
    /// The header fields of the request.
    package var headers: [TransferOptions.Header]
    /// The user for the server; `nil` for none.
    package var user: String?
    /// The password for the server; `nil` for none.
    package var password: String?
    /// Whether user and password are looked up in `~/.netrc`.
    package var usesNetrc: Bool?
    /// The environment of the command that is run at the end, as in `/proc/PID/environ`: each `NAME=value` ends with a
    /// zero byte. `nil` if there is no command.
    package var environment: Data?

    /// Creates secrets.
    package init(
        headers: [TransferOptions.Header] = [],
        user: String? = nil,
        password: String? = nil,
        environment: Data? = nil
    ) {
        self.headers = headers
        self.user = user
        self.password = password
        self.environment = environment
    }

    /// Whether there is nothing to keep.
    package var isEmpty: Bool {
        headers.isEmpty && user == nil && usesNetrc == nil && password == nil && environment == nil
    }
}
