// SPDX-License-Identifier: Apache-2.0

/// Which stored responses a request invalidates (RFC 9111, section 4.4).
package enum Invalidation {
    /// Whether a method cannot change anything on the server (RFC 9110, section 9.2.1).
    package static func isSafe(_ method: String) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
    }

    /// Whether a response makes stored ones invalid. One that is an error does not.
    package static func applies(method: String, status: Int) -> Bool {
        !isSafe(method) && (200...399).contains(status)
    }

    /// Whether a response to a request of one server may invalidate what is stored of another one, as `Location` says. Only
    /// the same server may, because others could remove each other's.
    package static func mayInvalidate(_ origin: Origin?, byAnswerOf asked: Origin?) -> Bool {
        origin != nil && origin == asked
    }
}
