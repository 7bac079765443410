// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LinuxSystem
import LoopbackServer
import NetworkReachability
import ReachabilityTesting
import Testing
import TransferRules

@testable import OfflineAnswers

/// A scripted network, a clock and a time of day that a test moves, and a folder for a store.
final class AnswerBench: Sendable {
    let network = ScriptedNetwork()
    let clock = ManualClock()
    let monitor: PathMonitor
    let folder = FileManager.default.temporaryDirectory.appending(
        component: "answers-\(UUID().uuidString)")
    let failures = Lock<[StoreError]>([])
    private let time = Lock(HTTPDate(seconds: Int64(Date().timeIntervalSince1970)))

    /// - Parameters:
    ///   - probe: finds out whether the internet answers.
    ///   - source: the source of paths; `nil` for ``network``.
    init(probe: ScriptedProbe? = nil, source: (any PathSource)? = nil) {
        monitor = PathMonitor(
            .init(validation: probe.map { .probe($0) }), of: source ?? network)
        connect()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func connect(metered: Metered.Value = .no) {
        network.connect(.wifi, name: "wlan0", metered: metered)
    }

    func disconnect() { network.disconnect("wlan0") }

    /// Moves the time of day, so that answers get stale.
    func pass(_ seconds: Int64) {
        time.withLock { $0 = HTTPDate(seconds: $0.seconds + seconds) }
    }

    var now: HTTPDate { time.withLock(\.self) }

    /// - Parameters:
    ///   - place: the store; `nil` for the store in ``folder``.
    ///   - whileLocked: whether it is used while a test holds the lock of the store.
    ///   - change: changes the configuration.
    func client(
        _ place: OfflineStoreLocation? = nil, whileLocked: Bool = false,
        _ change: (inout OfflineClient.Configuration) -> Void = { _ in }
    ) throws -> OfflineClient {
        var configuration = OfflineClient.Configuration(session: .ephemeral)
        configuration.revalidationSpread = .zero
        configuration.onStoreFailure = { [failures] error in failures.withLock { $0.append(error) }
        }
        change(&configuration)
        // Whatever the load of the machine, the next request finds what was stored, and no write gives up: the time limits
        // of the tests are shorter.
        var patience = StorePatience()
        patience.lock = 3600
        if !whileLocked { patience.call = 3_600_000 }
        return try OfflineClient(
            store: place ?? .folder(folder), monitor: monitor, configuration: configuration,
            patience: patience, clock: clock
        ) { [self] in now }
    }
}

/// A server that sends the answers of a list, and repeats the last one.
final class ListedAnswers: Sendable {
    struct Answer: Sendable {
        var status = "200 OK"
        var headers: [String] = []
        var body = "new"
    }

    let server: HTTPServer
    private let answers: Lock<[Answer]>

    init(_ answers: [Answer]) throws {
        let list = Lock(answers)
        self.answers = list
        server = try HTTPServer { _, connection in
            let answer = list.withLock { list in list.count > 1 ? list.removeFirst() : list[0] }
            connection.send(
                status: answer.status, headers: answer.headers, body: Data(answer.body.utf8))
        }
    }

    /// Replaces the answers.
    func change(_ answers: [Answer]) { self.answers.withLock { $0 = answers } }

    var request: URLRequest { server.request("/page") }
    var requests: [HTTPServer.Request] { server.requests }
}

extension OfflineAnswer {
    var text: String { String(decoding: data, as: UTF8.self) }
    /// Why the stored answer was used; `nil` if it was not.
    var reason: Reason? {
        if case .stored(_, let reason) = source { reason } else { nil }
    }
}

/// A flag that can be raised once.
final class Flag: Sendable {
    private let state = Lock(false)

    /// Returns whether it was not raised before.
    func raise() -> Bool {
        state.withLock { isRaised in
            defer { isRaised = true }
            return !isRaised
        }
    }

    var isRaised: Bool { state.withLock(\.self) }
}

/// The number of threads that do something at the same time.
final class Busy: Sendable {
    private let state = Lock((now: 0, most: 0))

    func enter() {
        state.withLock { $0 = (now: $0.now + 1, most: max($0.most, $0.now + 1)) }
    }
    func leave() { state.withLock { $0.now -= 1 } }
    func reset() { state.withLock { $0 = (now: 0, most: 0) } }
    var most: Int { state.withLock(\.most) }
}

/// The programs of this package.
enum BuiltProgram {
    /// The folder of the products, which is that of the tests.
    static let folder: URL = {
        let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let executable = tests ?? URL(filePath: CommandLine.arguments[0])
        return executable.deletingLastPathComponent()
    }()

    static func path(_ name: String) -> String { folder.appending(path: name).path }
}
