// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LinuxSystem
import NetworkReachability
import ReachabilityTesting
import Testing

/// A scripted network, which decides when requests are sent; a queue on it; and a session, whose
/// requests go over the real loopback.
struct RequestBench: Sendable {
    let network = ScriptedNetwork()
    let clock = ManualClock()
    let queue: DeferralQueue
    let session = URLSession(configuration: .ephemeral)

    init() {
        queue = DeferralQueue(
            monitor: PathMonitor(network), maxConcurrentOperationCount: .max, clock: clock)
    }

    func connect() { network.connect(.wifi, name: "wlan0", metered: .no) }

    /// Why those who wait do.
    var reasons: [String] { queue.currentActivity.reasons.map(\.code) }
}

/// What happened, in order.
final class Log<Entry: Sendable>: Sendable {
    private let entries = Lock<[Entry]>([])

    func append(_ entry: Entry) { entries.withLock { $0.append(entry) } }
    var all: [Entry] { entries.withLock { $0 } }
}

/// Bytes without two equal parts.
func content(_ count: Int) -> Data {
    guard count > 0 else { return Data() }
    let random = FileHandle(forReadingAtPath: "/dev/urandom")
    guard let data = try? random?.read(upToCount: count), data.count == count else {
        preconditionFailure("no random bytes")
    }
    return data
}

/// Knows a password.
final class Delegate: NSObject, URLSessionTaskDelegate, Sendable {
    let log = Log<String>()

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        log.append("to \(request.url?.path ?? "")")
        completionHandler(request)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?)
            -> Void
    ) {
        log.append(challenge.protectionSpace.realm ?? "")
        completionHandler(
            .useCredential,
            URLCredential(user: "a", password: "b", persistence: .none))
    }
}

/// Follows no redirection.
final class Stayer: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// A folder of a test's own, which is deleted with it.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appending(component: UUID().uuidString, directoryHint: .isDirectory)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes a new file.
    func file(_ content: Data) throws -> URL {
        let file = url.appending(component: UUID().uuidString)
        try content.write(to: file)
        return file
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
