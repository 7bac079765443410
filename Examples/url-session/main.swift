// SPDX-License-Identifier: Apache-2.0
//
// Downloads a file while the network is not metered. If the network is lost, the download resumes when it is
// back:
//
//     example-url-session https://example.org/film

import Foundation
import FoundationNetworking
import Reachability
import ReachabilityFoundation

guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
    FileHandle.standardError.write(Data("usage: example-url-session URL\n".utf8))
    exit(64)
}

let queue = DeferralQueue()
Task {
    for await activity in queue.activity where activity.waiting > 0 {
        print("waiting:", activity.reasons.map(\.description).joined(separator: "; "))
    }
}

do {
    let (file, response) = try await URLSession.shared.download(
        for: URLRequest(url: url),
        constraints: .unmetered,
        options: DeferralQueue.Options(onLoss: .stop, maxAttempts: 5),
        queue: queue
    ) { progress in
        let part = progress.fraction.map { "\(Int($0 * 100)) % of " } ?? ""
        print("\(part)\(progress.expected ?? progress.received) bytes")
    }
    let status = (response as? HTTPURLResponse)?.statusCode
    print("status \(status ?? 0):", file.path)
} catch {
    print("failed:", error)
    exit(1)
}
