// SPDX-License-Identifier: Apache-2.0

/// The state of a download when a response arrives. It determines what the status of the response
/// means.
///
/// The text of an error, an empty response, or a part that was not requested must not be used as
/// the file.
package struct DownloadStage: Sendable, Hashable {
    /// The meaning of a status.
    package enum Verdict: Sendable, Hashable {
        /// The response has content, or means that the rest is not available. Its header decides
        /// which.
        case usable
        /// The response is a failure.
        case failure
        /// The response is a part of the file (206), but the complete file was requested.
        case unrequestedPart
    }

    /// Whether the rest of a file was requested.
    package var isResumed = false
    /// Whether the caller requested a part of the file, so that a part is a complete result.
    package var isForPart = false
    /// Whether this request or an earlier one received content.
    package var hasBegun = false
    /// Whether the caller did not follow the redirection, so that the redirection itself is the
    /// result.
    package var isRedirectionRefused = false

    package init() {}

    /// Returns the meaning of a status.
    package func verdict(on status: Int) -> Verdict {
        let isInMidst = isResumed || hasBegun
        switch status {
        case 200: return .usable
        case 206: return isResumed || isForPart ? .usable : .unrequestedPart
        // These have no content to replace the content of the file.
        case 204, 205: return isInMidst ? .failure : .usable
        case 201...299: return isResumed ? .failure : .usable
        case 300...399: return isInMidst && !isRedirectionRefused ? .failure : .usable
        // The complete file is requested next.
        case 412 where isResumed, 416 where isResumed: return .usable
        default: return isInMidst ? .failure : .usable
        }
    }
}

/// Whether the same request can succeed later after an HTTP status: 408, 425, 429, and 5xx.
package func isTransientStatus(_ status: Int) -> Bool {
    [408, 425, 429].contains(status) || (500...599).contains(status)
}
