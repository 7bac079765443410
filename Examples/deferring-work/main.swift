// SPDX-License-Identifier: Apache-2.0
//
// What can wait, waits: uploads run over a network that does not cost, one at a time for a file, and an
// indicator says what is being waited for.
//
// Where nobody knows the cost, `.unmetered` lets work run. What may use up somebody's data volume sets
// `unknownMetering = .deny` in its constraints.

import Reachability

/// Stands for a transfer that fails at times.
@Sendable func upload(_ file: String) async throws -> String {
    try await Task.sleep(for: .milliseconds(100))
    return "\(file) is there"
}

let queue = DeferralQueue(maxConcurrentOperationCount: 2)

let indicator = Task {
    for await activity in queue.activity {
        let reasons = activity.reasons.map(\.description).joined(separator: "; ")
        print("\(activity.waiting) wait, \(activity.running) run", reasons)
    }
}

// Five attempts at the most; after an hour it may cost.
let options = DeferralQueue.Options(
    deadline: .run(after: .seconds(3600)), maxAttempts: 5,
    backoff: .exponential(first: .seconds(30)))

try await withThrowingTaskGroup { group in
    for file in ["one", "two", "three", "two"] {
        group.addTask {
            // The second upload of a file is the first one's: they have the same key.
            try await queue.run(.unmetered, key: file, options: options) {
                try await upload(file)
            }
        }
    }
    for try await words in group { print(words) }
}
indicator.cancel()
