// SPDX-License-Identifier: Apache-2.0

import Dashboard
import Foundation
import Hummingbird
import NetworkReachability
import ReachabilityTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct DashboardTests {
    @Test("curl receives the path at once, and each path that follows")
    func events() async throws {
        let network = ScriptedNetwork()
        let ports = AsyncStream.makeStream(of: Int.self)
        let server = Application(
            router: dashboard(PathMonitor(network)),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { ports.continuation.yield($0.localAddress?.port ?? 0) })
        let running = Task { try await server.run() }
        let port = try #require(await ports.stream.first { _ in true })

        let curl = Curl(of: "http://127.0.0.1:\(port)/events")
        try curl.start()
        var lines = curl.lines.makeAsyncIterator()
        #expect(await lines.next() == "event: path")
        #expect(await lines.next()?.contains(#""status":"unsatisfied""#) == true)
        network.connect(.wifi, name: "wlan0")
        #expect(await lines.next() == "event: path")
        let data = try #require(await lines.next())
        #expect(data.hasPrefix("data: {") && data.contains(#""primary":"wlan0""#))

        // Without this server, no object keeps the connection open.
        running.cancel()
        while await lines.next() != nil {}
        _ = await running.result
    }
}

/// Reads lines from a server until it closes the connection. Empty lines are left out.
private final class Curl: Sendable {
    let lines: AsyncStream<String>
    private let process: Process

    init(of url: String) {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/curl")
        process.arguments = ["--silent", "--no-buffer", url]
        process.standardOutput = output
        self.process = process
        lines = AsyncStream { continuation in
            Thread {
                var rest = ""
                while true {
                    let data = output.fileHandleForReading.availableData
                    if data.isEmpty { break }
                    rest += String(decoding: data, as: UTF8.self)
                    while let end = rest.firstIndex(of: "\n") {
                        if end > rest.startIndex { continuation.yield(String(rest[..<end])) }
                        rest = String(rest[rest.index(after: end)...])
                    }
                }
                continuation.finish()
            }.start()
        }
    }

    func start() throws { try process.run() }

    deinit { if process.isRunning { process.terminate() } }
}
