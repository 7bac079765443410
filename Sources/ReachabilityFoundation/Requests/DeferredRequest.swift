// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import Reachability
internal import TransferRules

/// How a request is deferred: as its caller wants it, and as the request itself allows.
struct DeferredRequest: Sendable {
    var constraints: NetworkConstraints
    var options: DeferralQueue.Options

    init(
        _ request: URLRequest,
        _ configuration: URLSessionConfiguration,
        constraints: NetworkConstraints,
        options: DeferralQueue.Options,
        retries: RetriedStatuses = .none
    ) {
        self.constraints = constraints
        self.options = options
        if !request.allowsCellularAccess || !configuration.allowsCellularAccess {
            self.constraints.prohibitedInterfaceTypes.insert(.wwan)
        }
        // What has been read of a stream does not come again.
        if request.httpBodyStream != nil {
            self.options.onLoss = .finish
            self.options.maxAttempts = 1
        }
        // The caller's own words count too, for all errors.
        self.options.isTransient = { error in
            if let error = error as? ResponseError, !error.isTransient(retries) { return false }
            return options.isTransient(error)
        }
        self.options.retryDelay = { error in
            let wanted = (error as? ResponseError)?.retryAfter
            return [wanted, options.retryDelay(error)].compactMap(\.self).max()
        }
    }
}

extension ResponseError {
    /// Whether trying again may help. A status that neither the standard nor the caller calls transient
    /// says that it will not, and so does a part that was not asked for.
    fileprivate func isTransient(_ retries: RetriedStatuses) -> Bool {
        switch reason {
        case .replacement, .shortParts: true
        default: retries.contains(statusCode) || isTransientStatus(statusCode)
        }
    }
}
