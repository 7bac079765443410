// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import NetworkReachability
import OfflineAnswers

/// Loads the pictures that are visible, each one once, and none while the list scrolls.
actor LazyPictures {
    private let client: OfflineClient
    private let queue: DeferralQueue
    private var tasks: [URL: Task<OfflineAnswer, any Error>] = [:]

    init(_ client: OfflineClient, _ monitor: PathMonitor) {
        self.client = client
        queue = DeferralQueue(monitor: monitor)
    }

    /// Begins to load what is visible now. What is no longer visible is not loaded, unless it is there already.
    func show(_ urls: [URL]) {
        for (url, task) in tasks where !urls.contains(url) {
            task.cancel()
            tasks[url] = nil
        }
        for url in urls where tasks[url] == nil {
            tasks[url] = Task { [client, queue] in
                // Without a path too, because a picture may be stored. `hold()` still holds it.
                let options = DeferralQueue.Options(deadline: .run(after: .zero))
                return try await queue.run(options: options) {
                    try await client.answer(for: URLRequest(url: url), .storedFirst)
                }
            }
        }
        queue.resume()
    }

    /// Notes that the list begins to scroll.
    func scroll() { queue.hold() }

    /// What is shown for a picture, once it is known.
    func caption(of url: URL) async -> String {
        do {
            guard let answer = try await tasks[url]?.value else { return "no picture" }
            return "\(answer.data.count) bytes, \(answer.source)"
        } catch {
            return "no picture (\(error))"
        }
    }
}
