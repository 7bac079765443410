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

/// Holds threads back until it is open.
package final class Gate: Sendable {
    private let group = DispatchGroup()

    package init() { group.enter() }

    package func open() { group.leave() }
    package func pass() { group.wait() }
}
