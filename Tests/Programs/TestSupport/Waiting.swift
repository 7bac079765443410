// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Waits for a condition. The suite's time limit ends a wait in vain.
package func until(_ condition: @Sendable () async -> Bool) async {
    while !(await condition()) {
        // It throws where the time limit has cancelled the test.
        guard (try? await Task.sleep(for: .milliseconds(1))) != nil else {
            Issue.record("waited in vain")
            return
        }
    }
}

/// Returns whether a closure returns within a minute, on a thread of its own. One that waits for itself never does.
package func returns(_ body: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        body()
        end.signal()
    }
    return end.wait(timeout: .now() + 60) == .success
}

/// Holds threads back until it is open.
package final class Gate: Sendable {
    private let group = DispatchGroup()

    package init() { group.enter() }

    package func open() { group.leave() }
    package func pass() { group.wait() }
}
