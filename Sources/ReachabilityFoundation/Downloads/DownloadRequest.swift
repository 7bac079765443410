// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking

/// What the user of a download wants, the same for all its attempts.
struct DownloadRequest: Sendable {
    let request: URLRequest
    /// The statuses that are failures from the first answer on.
    var retries = RetriedStatuses.none
    /// Who wants to know how far it is.
    var progress: (@Sendable (DownloadProgress) -> Void)?
}
