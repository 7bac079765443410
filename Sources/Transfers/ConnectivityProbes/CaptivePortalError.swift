// SPDX-License-Identifier: Apache-2.0

/// Why the API of a captive portal does not say anything.
package struct CaptivePortalError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in English. It can contain text of the server.
    package let reason: String

    init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
