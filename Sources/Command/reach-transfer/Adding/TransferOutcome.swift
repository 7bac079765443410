// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers

/// How a transfer ended, as the exit code of `reach fetch` and `reach upload` tells it.
enum TransferOutcome: Int32 {
    case finished = 0
    case failed = 1
    /// The deadline has passed.
    case deadline = 124
    /// The destination cannot be made.
    case destination = 73

    /// The outcome of a transfer; `nil` if it has not ended.
    init?(_ state: Transfer.State, _ error: TransferError?) {
        switch state {
        case .finished: self = .finished
        case .cancelled: self = .failed
        case .failed: self = error.map { Self($0.code) } ?? .failed
        case .waiting, .running, .verifying, .committing, .paused, .retrying: return nil
        }
    }

    private init(_ code: TransferError.Code) {
        switch code {
        case .exists, .name: self = .destination
        case .deadline: self = .deadline
        case .status, .digest, .length, .encoding, .redirect, .space, .changed, .tls, .connection,
            .io:
            self = .failed
        }
    }

    /// The one of several that the exit code tells.
    static func worst(_ outcomes: some Collection<TransferOutcome>) -> TransferOutcome {
        let order: [TransferOutcome] = [.destination, .failed, .deadline, .finished]
        return order.first(where: outcomes.contains) ?? .finished
    }
}
