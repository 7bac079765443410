// SPDX-License-Identifier: Apache-2.0

/// How far a download is when an answer comes, which decides what the status of the answer means.
///
/// Text of an error, an empty answer, or a part that nobody asked for must not be taken for the file.
package struct DownloadStage: Sendable, Hashable {
    /// What a status means.
    package enum Verdict: Sendable, Hashable {
        /// The answer is content, or says that the rest cannot be had: its header decides.
        case usable
        /// The status is a failure.
        case failure
        /// The answer is a part of the file (206), and the whole was asked for.
        case unrequestedPart
    }

    /// Whether the rest of a file is asked for.
    package var isResumed = false
    /// Whether the download's user asks for a part of the file, so that a part is all that is wanted.
    package var isForPart = false
    /// Whether content has come, with this answer's request or an earlier one.
    package var hasBegun = false
    /// Whether the download's user refused to follow the redirection that is answered, so that the
    /// redirection itself is wanted.
    package var isRedirectionRefused = false

    package init() {}

    /// What the status of an answer means.
    package func verdict(on status: Int) -> Verdict {
        let isInMidst = isResumed || hasBegun
        switch status {
        case 200: return .usable
        case 206: return isResumed || isForPart ? .usable : .unrequestedPart
        // They have no content that could take the place of what is there.
        case 204, 205: return isInMidst ? .failure : .usable
        case 201...299: return isResumed ? .failure : .usable
        case 300...399: return isInMidst && !isRedirectionRefused ? .failure : .usable
        // Then the whole is asked for.
        case 412 where isResumed, 416 where isResumed: return .usable
        default: return isInMidst ? .failure : .usable
        }
    }
}
