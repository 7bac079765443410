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

    /// Whether the response to a `GET` takes away what is stored for its address.
    ///
    /// A success that may not be stored does, because the stored answer is no longer what the server has. An error says
    /// nothing about the last good answer, whatever its `Cache-Control` says (web frameworks send `no-store` with every
    /// error), unless it says that the resource is gone for good (410).
    ///
    /// - Parameter obstacle: why the response is not stored; `nil` if it is.
    package static func withdraws(status: Int, obstacle: StorageObstacle?) -> Bool {
        switch obstacle {
        case .method, .content, .part, .condition, .credentials, .requestNoStore: false
        case .noStore, .varyAny: (200...299).contains(status) || status == 410
        case .status, nil: status == 410
        }
    }
}
