// SPDX-License-Identifier: Apache-2.0

// snippet.program
import Reachability

// Stands for an upload.
@Sendable func upload(_ photo: String) async throws -> String {
    try await Task.sleep(for: .seconds(1))
    return "\(photo) is uploaded"
}

let queue = DeferralQueue()
let indicator = Task {
    for await activity in queue.activity { print(activity) }
}
let result = try await queue.run(.unmetered, key: "photo.jpg") { try await upload("photo.jpg") }
print(result)
indicator.cancel()
// snippet.end

// snippet.options
let options = DeferralQueue.Options(
    deadline: .run(after: .seconds(86_400)), onLoss: .stop, maxAttempts: 5)
let second = try await queue.run(.unmetered, key: "second.jpg", options: options) {
    try await upload("second.jpg")
}
// snippet.end
print(second)
