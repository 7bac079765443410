// SPDX-License-Identifier: Apache-2.0
//
// Deferred work: uploads run over a network that is not metered, one upload of a file at a time, and an
// indicator prints what they wait for.
//
// `.unmetered` allows a network whose cost is unknown. If the work could use up a user's data volume, set
// `unknownMetering = .deny` in its constraints.

import Reachability

/// A placeholder for an upload.
@Sendable func upload(_ file: String) async throws -> String {
    try await Task.sleep(for: .milliseconds(100))
    return "\(file) is there"
}

let queue = DeferralQueue(maxConcurrentOperationCount: 2)

let indicator = Task {
    for await activity in queue.activity {
        let reasons = activity.reasons.map(\.description).joined(separator: "; ")
        print("\(activity.waiting) waiting, \(activity.running) running:", reasons)
    }
}

// At most five attempts. After one hour, a metered network is allowed too.
let options = DeferralQueue.Options(
    deadline: .run(after: .seconds(3600)), maxAttempts: 5,
    backoff: .exponential(first: .seconds(30)))

try await withThrowingTaskGroup { group in
    for file in ["one", "two", "three", "two"] {
        group.addTask {
            // A second upload of the same file shares the result of the first one: they have the same key.
            try await queue.run(.unmetered, key: file, options: options) {
                try await upload(file)
            }
        }
    }
    for try await line in group { print(line) }
}
indicator.cancel()
