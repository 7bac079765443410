// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import NetworkReachability
internal import TransferRules

/// The constraints and options of a request: the caller's, restricted by the request itself.
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
        // A body stream can be read only once.
        if request.httpBodyStream != nil {
            self.options.onLoss = .finish
            self.options.maxAttempts = 1
        }
        // The caller's closures apply to all errors, too.
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
    /// Whether another attempt can succeed. It cannot after a status that neither the standard nor
    /// the caller considers transient, nor after a part that was not requested.
    fileprivate func isTransient(_ retries: RetriedStatuses) -> Bool {
        switch reason {
        case .replacement, .shortParts: true
        default: retries.contains(statusCode) || isTransientStatus(statusCode)
        }
    }
}
