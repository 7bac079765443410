// SPDX-License-Identifier: Apache-2.0
//
// Asks servers through a cache, so that a script can compare caches from outside:
//
//     ask-cache offline-answers|url-cache FOLDER
//
// Reads a request from each line of standard input, and prints a line with what came of it. The parts are separated by tabs:
//
//     METHOD URL usual|stored BODY [NAME: VALUE]…        ->  STATUS BODY [NAME: VALUE]…, or: error TEXT
//
// `stored` is the cache's own word for "only what is stored". Where the address has "portal", only what begins with "{" is
// expected, if the cache can be given one.

import Foundation
import FoundationNetworking
import NetworkReachability
import OfflineAnswers
import ReachabilityTesting

typealias Asked = (request: URLRequest, storedOnly: Bool)
typealias Ask = (Asked) async throws -> (Data, HTTPURLResponse)

func offlineAnswers(_ folder: URL) throws -> Ask {
    let network = ScriptedNetwork()
    network.connect(.wifi, name: "wlan0", metered: .no)
    let validate: @Sendable (Data, HTTPURLResponse) -> Bool = { data, response in
        response.url?.path.contains("portal") != true || data.starts(with: Data("{".utf8))
    }
    // What is printed is stored, however long that takes.
    let client = try OfflineClient(
        store: .folder(folder), monitor: PathMonitor(network),
        configuration: .init(session: .ephemeral, validate: validate),
        patience: StorePatience(call: 3_600_000))
    return { asked in
        let answer = try await client.answer(
            for: asked.request, asked.storedOnly ? .storedOnly : .freshFirst)
        return (answer.data, answer.response)
    }
}

func urlCache(_ folder: URL) -> Ask {
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(
        memoryCapacity: 4 << 20, diskCapacity: 64 << 20, diskPath: folder.path)
    let session = URLSession(configuration: configuration)
    return { asked in
        var request = asked.request
        if asked.storedOnly { request.cachePolicy = .returnCacheDataDontLoad }
        let (data, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return (data, response)
    }
}

func asked(_ line: String) -> Asked? {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 4, let url = URL(string: parts[1]) else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = parts[0]
    request.timeoutInterval = 3600
    if !parts[3].isEmpty { request.httpBody = Data(parts[3].utf8) }
    for field in parts.dropFirst(4) {
        let words = field.split(separator: ":", maxSplits: 1)
        request.setValue(
            words[1].trimmingCharacters(in: .whitespaces), forHTTPHeaderField: String(words[0]))
    }
    return (request, parts[2] == "stored")
}

func text(_ data: Data, _ response: HTTPURLResponse) -> String {
    let fields = response.allHeaderFields.map { "\($0.key.base): \($0.value)" }
    return (["\(response.statusCode)", String(decoding: data, as: UTF8.self)] + fields)
        .joined(separator: "\t")
}

let arguments = CommandLine.arguments
guard arguments.count == 3, ["offline-answers", "url-cache"].contains(arguments[1]) else {
    exit(64)
}
let folder = URL(filePath: arguments[2])
let ask = arguments[1] == "url-cache" ? urlCache(folder) : try offlineAnswers(folder)
while let line = readLine() {
    guard let asked = asked(line) else { exit(64) }
    var answer: String
    do {
        let (data, response) = try await ask(asked)
        answer = text(data, response)
    } catch {
        answer = "error\t\("\(error)".replacing("\n", with: " ").replacing("\t", with: " "))"
    }
    FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
}
