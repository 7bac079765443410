// SPDX-License-Identifier: Apache-2.0

import Reachability

func sync(_ folder: String) async throws -> Int { folder.count }
func ask(_ question: String) async -> Bool { question.isEmpty }

let queue = DeferralQueue(maxConcurrentOperationCount: 2)

// snippet.keys
// A second call with the key shares the result of the first one.
let count = try await queue.run(.unmetered, key: "photos") { try await sync("photos") }
// The newest state is all that counts: a running operation is cancelled.
try await queue.run(.unmetered, key: "settings", existing: .replace) {
    _ = try await sync("settings")
}
// One after the other.
try await queue.run(.unmetered, key: "log", existing: .append) { _ = try await sync("log") }
// snippet.end
print(count)

// snippet.attempts
let options = DeferralQueue.Options(
    maxAttempts: 5,
    backoff: .exponential(first: .seconds(10), limit: .seconds(600)),
    isTransient: { error in !(error is DecodingError) })
try await queue.run(.connected, options: options) { _ = try await sync("mail") }
// snippet.end

// snippet.errors
do {
    let options = DeferralQueue.Options(deadline: .fail(after: .seconds(3600)))
    try await queue.run(.discretionary, options: options) { _ = try await sync("photos") }
} catch DeferralError.deadlineExceeded(let reasons) {
    print("not started within an hour:", reasons.map(\.description).joined(separator: "; "))
}
// snippet.end

// snippet.hold
queue.hold()
// More important work.
queue.resume()
// snippet.end

// snippet.confirm
let asking = DeferralQueue { request in
    await ask("Use \(request.path.connection)? \(request.path.metered.detail)") ? .run : .wait
}
try await asking.run(.connected, key: "photos") { _ = try await sync("photos") }
// snippet.end
