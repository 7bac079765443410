// SPDX-License-Identifier: Apache-2.0

/// The status and the header of a server's final answer.
package struct HTTPResponse: Sendable {
    /// The version of HTTP, as in the status line: `1.1`, `2`.
    package var version: String
    /// The status code.
    package var status: Int
    /// The header fields, a line each, in the order of the server; without trailers.
    ///
    /// Values that are not UTF-8 are read as Latin-1.
    package var fields: [(name: String, value: String)]

    /// Creates a response.
    package init(version: String, status: Int, fields: [(name: String, value: String)]) {
        self.version = version
        self.status = status
        self.fields = fields
    }
}
