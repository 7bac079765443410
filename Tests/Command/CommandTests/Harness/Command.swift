// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The output and the exit code of a program.
struct Outcome: Sendable {
    /// The exit code, or 128 plus the signal number, as in a shell.
    let status: Int32
    let output: Data
    let errors: String
    /// The seconds of processor time that it and the children that it has waited for have used.
    var processorTime: Double = 0

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard output as one JSON value.
    var json: JSON {
        get throws {
            try JSON(output)
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

    /// The folders of programs. Those of the system come first: a version manager's `python3` has other modules, and
    /// starts slowly.
    static let folders =
        ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)

    /// Returns the path of a program that is installed, by its name or path.
    static func find(_ program: String) -> String? {
        let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The environment of each program. What the machine's user has set, and its NetworkManager says, is not for the tests.
    private static let environment = ProcessInfo.processInfo.environment
        .filter { $0.key != "NO_COLOR" }
        .merging(variables) { $1 }
        .merging([
            "PATH": folders.joined(separator: ":"),
            "XDG_CONFIG_HOME": "/nonexistent",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
        ]) { $1 }

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

    /// Returns the path of a program of this package.
    static func path(_ name: String) -> String { products.appending(path: name).path }

    /// Hundreds of programs at once would miss their deadlines. With too few, the processors rest while programs wait.
    private static let queue = ThreadQueue(threads: 6)

    /// Runs a program until it ends and no process can write to its output any more, at most ten minutes.
    static func run(
        _ words: [String],
        environment: [String: String] = [:],
        hasNonBlockingOutput: Bool = false
    ) async throws -> Outcome {
        let test = Test.current
        let isSlow = test?.tags.contains(.slow) == true
        return try await withCheckedThrowingContinuation { continuation in
            queue.add(first: isSlow) {
                let start = ContinuousClock.now
                let outcome = Result {
                    try SpawnedProgram.run(
                        words, environment: Self.environment.merging(environment) { $1 },
                        hasNonBlockingOutput: hasNonBlockingOutput)
                }
                if let time = try? outcome.get().processorTime {
                    note((ContinuousClock.now - start) / .seconds(1), time, of: test)
                }
                continuation.resume(with: outcome)
            }
        }
    }

    /// The file that gets a line for each program: its seconds, its seconds of processor time, and the test
    /// (`REACH_TESTS_COSTS`).
    private static let costs = ProcessInfo.processInfo.environment["REACH_TESTS_COSTS"].map {
        open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }

    private static func note(_ time: Double, _ processorTime: Double, of test: Test?) {
        guard let costs else { return }
        let name = test.map { "\($0.sourceLocation.fileName) \($0.name)" } ?? "no test"
        let line = String(format: "%.2f %.2f %@\n", time, processorTime, name)
        _ = Array(line.utf8).withUnsafeBytes { write(costs, $0.baseAddress, $0.count) }
    }
}

extension Tag {
    /// A test that takes more than five seconds. Its program starts before those of other tests.
    @Tag static var slow: Self
}
