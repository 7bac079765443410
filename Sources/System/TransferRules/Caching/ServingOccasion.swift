// SPDX-License-Identifier: Apache-2.0

/// When a stored response is to be used.
package enum ServingOccasion: Sendable, Hashable, CaseIterable {
    /// The server could be asked, and is not.
    case unasked
    /// The server is asked after the response was used (RFC 5861, section 3).
    case revalidatingInBackground
    /// The server cannot be reached, or has not answered in time (RFC 9111, section 4.2.4).
    case disconnected
    /// The server has answered with an error of its own (RFC 5861, section 4).
    case serverError
}

extension ServingOccasion {
    /// Whether a status says that the server has failed, and not that the request is wrong (RFC 5861, section 4). 501 and
    /// 505 do not pass, and 511 comes from the network.
    package static func isServerError(_ status: Int) -> Bool {
        (500...599).contains(status) && ![501, 505, 511].contains(status)
    }
}
