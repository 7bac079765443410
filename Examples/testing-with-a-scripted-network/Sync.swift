// SPDX-License-Identifier: Apache-2.0

import Reachability

/// The code under test: it works while the network is not metered, and waits otherwise.
///
/// Its monitor is a parameter, so that a test can pass a scripted one.
actor Sync {
    enum State: Equatable {
        case waiting
        case working(over: String)
    }

    /// The state; `nil` before the first path.
    private(set) var state: State?
    private let monitor: PathMonitor

    init(monitor: PathMonitor = PathMonitor()) { self.monitor = monitor }

    /// Observes the network until the task is cancelled.
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
