// SPDX-License-Identifier: Apache-2.0

// snippet.import
import Foundation
import FoundationNetworking
import Reachability
import ReachabilityFoundation
// snippet.end

guard let url = URL(string: "https://example.org/film") else { exit(64) }
let destination = FileManager.default.temporaryDirectory.appending(component: "film")

// snippet.data
let request = URLRequest(url: url)
let (data, response) = try await URLSession.shared.data(for: request, constraints: .unmetered)
// snippet.end
print(data, response)

// snippet.retries
let (answer, _) = try await URLSession.shared.data(
    for: request, constraints: .connected, options: .init(maxAttempts: 5), retries: .transient)
// snippet.end
print(answer)

// snippet.download
let (file, _) = try await URLSession.shared.download(
    for: request, constraints: .unmetered, options: .init(onLoss: .stop)
) { progress in print(progress.received) }
try FileManager.default.moveItem(at: file, to: destination)
// snippet.end

let song = FileManager.default.temporaryDirectory.appending(component: "song")

// snippet.upload
var upload = URLRequest(url: url)
upload.httpMethod = "PUT"
let (receipt, _) = try await URLSession.shared.upload(
    for: upload, fromFile: song, constraints: .unmetered,
    options: .init(onLoss: .stop, maxAttempts: 5), retries: .transient)
// snippet.end
print(receipt)
