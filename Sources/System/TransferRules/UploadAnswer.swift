// SPDX-License-Identifier: Apache-2.0

/// What the status of an answer means for an upload.
package enum UploadAnswer: Sendable, Hashable {
    /// The server has done what was requested.
    case accepted
    /// The same request, with its content, is to be sent elsewhere (307, 308).
    case redirected
    /// Another request is to be sent elsewhere, which would not have the content.
    case misdirected
    /// The server does not know `Expect` (417).
    case withoutPermission
    /// The server does not know the upload any more (404 and 410).
    ///
    /// tus allows 403 for that, too. But a server answers so also to a caller whose permission has expired, and the
    /// upload must not begin again for that.
    case gone
    /// The server has another state of the upload than the request expects, such as another offset (409).
    case conflict
    /// Another request holds the place, perhaps an earlier one of this upload that was broken off (423).
    case locked
    /// A portal answered in place of the server (511).
    case portal
    /// The same request can succeed later.
    case later
    /// The server refuses the request.
    case refused

    /// Creates the meaning of a status.
    package init(status: Int) {
        self =
            switch status {
            case 200...299: .accepted
            case 307, 308: .redirected
            case 300...399: .misdirected
            case 417: .withoutPermission
            case 404, 410: .gone
            case 409: .conflict
            case 423: .locked
            case 511: .portal
            case let status where isTransientStatus(status): .later
            default: .refused
            }
    }
}
