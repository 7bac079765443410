// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import Reachability

/// How a request is deferred: as its caller wants it, and as the request itself allows.
struct DeferredRequest: Sendable {
    var constraints: NetworkConstraints
    var options: DeferralQueue.Options

    init(
        _ request: URLRequest,
        _ configuration: URLSessionConfiguration,
        constraints: NetworkConstraints,
        options: DeferralQueue.Options
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
    }
}
