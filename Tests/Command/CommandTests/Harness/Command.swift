// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The output and the exit code of a program.
struct Outcome: Sendable {
    /// The exit code, or 128 plus the signal number, as in a shell.
    let status: Int32
    let output: Data
    let errors: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard output as one JSON value.
    var json: JSON {
        get throws {
            try JSONDecoder().decode(JSON.self, from: output)
        }
    }
}

/// Programs that the tests run.
enum Program {
    /// The folder of the products, which is that of the tests.
    private static let products: URL = {
        let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let executable = tests ?? URL(filePath: CommandLine.arguments[0])
        return executable.deletingLastPathComponent()
    }()

    /// The folder of the package.
    static let package = URL(filePath: #filePath)
        .appending(path: "../../../../..").standardized

    /// The command under test and the helper programs, as environment variables for scenarios.
    private static let variables = [
        "REACH": "reach",
        "TIMETABLE": "example-timetable",
        "TUN_READER": "tun-reader",
        "REFUSE_NETLINK": "refuse-netlink",
        "MONITOR_PROBE": "monitor-probe",
        "FORGE_LINK": "forge-link",
        "ADVERTISE_ROUTER": "advertise-router",
        "INTERRUPT_DUMPS": "interrupt-dumps",
        "FAKE_BUS": "fake-bus",
        "CRASH_AT": "crash-at",
        "HOSTILE_SERVER": "hostile-server",
        "PATH_MONITOR": "example-path-monitor",
        "NOTIFIER": "example-notifier",
        "ASYNC_AWAIT": "example-async-await",
        "DEFERRING_WORK": "example-deferring-work",
        "URL_SESSION": "example-url-session",
    ].mapValues { products.appending(path: $0).path }

    /// The path of a program of this package.
    static func path(_ name: String) -> String { products.appending(path: name).path }

    /// Runs a program until it ends, at most two minutes.
    static func run(
        _ words: [String],
        environment: [String: String] = [:],
        hasNonBlockingOutput: Bool = false
    ) async throws -> Outcome {
        await Turns.shared.take()
        defer { Task { await Turns.shared.giveBack() } }
        let output = Pipe()
        let errors = Pipe()
        if hasNonBlockingOutput {
            _ = fcntl(output.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK)
        }
        let program = try SpawnedProgram(
            "/usr/bin/env", ["--", "timeout", "--kill-after=5", "120"] + words,
            environment: ProcessInfo.processInfo.environment
                .filter { $0.key != "NO_COLOR" }
                .merging(variables) { $1 }
                // What the machine's user has set, and its NetworkManager says, is not for the tests.
                .merging([
                    "XDG_CONFIG_HOME": "/nonexistent",
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                ]) { $1 }
                .merging(environment) { $1 },
            output: output.fileHandleForWriting.fileDescriptor,
            errors: errors.fileHandleForWriting.fileDescriptor)
        // Only the program writes now, so reading ends when the program does.
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        async let text = output.fileHandleForReading.contents
        async let complaints = errors.fileHandleForReading.contents
        let status = await program.status
        return await Outcome(
            status: status, output: text, errors: String(decoding: complaints, as: UTF8.self))
    }
}

/// Limits the number of programs that run at the same time.
///
/// Hundreds of programs at once would miss their deadlines.
private actor Turns {
    static let shared = Turns()

    private var free = 4 * ProcessInfo.processInfo.activeProcessorCount
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until a program may start.
    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Lets the next program start.
    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

extension FileHandle {
    /// Returns everything up to the end of the file. Reads on a separate thread.
    fileprivate var contents: Data {
        get async {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(returning: self.readDataToEndOfFile())
                }
            }
        }
    }
}
