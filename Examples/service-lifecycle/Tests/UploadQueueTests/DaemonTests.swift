// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The daemon as a process.
@Suite(.timeLimit(.minutes(1))) struct DaemonTests {
    /// Next to the tests.
    private static let daemon = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(component: "upload-daemon")

    @Test("The daemon ends with 0 soon after SIGTERM, and says what became of each upload")
    func endsOnSIGTERM() async throws {
        let log = Pipe()
        let daemon = Process()
        daemon.executableURL = Self.daemon
        daemon.arguments = ["one", "two", "three"]
        daemon.standardError = log
        let end = AsyncStream.makeStream(of: Void.self)
        daemon.terminationHandler = { _ in end.continuation.finish() }
        try daemon.run()

        // Two can run, or all wait: that depends on the network of this machine.
        var text = ""
        while !text.contains("3 waiting"), !text.contains("1 waiting") {
            let data = log.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the daemon ended: \(text)")
            text += String(decoding: data, as: UTF8.self)
        }
        let clock = ContinuousClock()
        let start = clock.now
        daemon.terminate()
        text += String(decoding: try log.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        for await _ in end.stream {}
        #expect(daemon.terminationReason == .exit && daemon.terminationStatus == 0)
        #expect(clock.now - start < .seconds(30))
        for name in ["one", "two", "three"] { #expect(text.contains("\(name): unfinished")) }
    }
}
