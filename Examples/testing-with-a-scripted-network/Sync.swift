// SPDX-License-Identifier: Apache-2.0

import Reachability

/// What is to be tested: it works where that costs nothing, and waits elsewhere. It takes its monitor
/// from outside, as whatever is to be tested should.
actor Sync {
    enum State: Equatable {
        case waiting
        case working(over: String)
    }

    /// `nil` before the first path.
    private(set) var state: State?
    private let monitor: PathMonitor

    init(monitor: PathMonitor = PathMonitor()) { self.monitor = monitor }

    /// Follows the network until the task is cancelled.
    func run() async {
        for await path in monitor {
            if path.status == .satisfied, !path.isExpensive, let primary = path.primary {
                state = .working(over: primary.name)
            } else {
                state = .waiting
            }
        }
    }
}
