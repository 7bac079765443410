// SPDX-License-Identifier: Apache-2.0

/// Why an exchange with a server ended before its time.
package enum ExchangeError: Error, Sendable, Hashable {
    /// The connection could not be made, or was lost.
    case connection(String)
    /// The server could not be authenticated.
    case tls(String)
    /// The server could not be authenticated, because its certificate is valid only later.
    case notYetValid(String)
    /// The request cannot be sent.
    case unusable(String)
    /// The file that is sent could not be read, or is shorter now.
    case source(String)
}
