// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// A server of another process, with the files and the behaviour that its URLs say (see Tests/Programs/hostile-server). It ends with
/// this value.
final class ServedFiles {
    private let server: Process
    private let input = Pipe()
    private let port: Int

    init() throws {
        let output = Pipe()
        server = Process()
        server.executableURL = BuiltProgram.url("hostile-server")
        server.standardInput = input
        server.standardOutput = output
        try server.run()
        // One line with two ports, which comes at once.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = try #require(line.split(separator: " ").first.flatMap { Int($0) })
    }

    deinit {
        try? input.fileHandleForWriting.close()
        server.waitUntilExit()
    }

    /// The address of a file.
    ///
    /// - Parameters:
    ///   - size: its length.
    ///   - rate: how many bytes the server sends in a second.
    func url(size: Int, rate: Int) throws -> URL {
        let key = UUID().uuidString
        let words = "size=\(size),pace=\(rate / 100)"
        return try #require(URL(string: "http://127.0.0.1:\(port)/\(key)/\(words)/\(words)/file"))
    }
}

/// `reach-transfer queue run` in a process of its own.
final class WorkerProcess {
    private let process = Process()

    init(store: URL) throws {
        process.executableURL = BuiltProgram.url("reach-transfer")
        process.arguments = ["queue", "run", "--store", store.path]
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit { end() }

    /// Ends the process by SIGKILL.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Ends the process by SIGTERM.
    func end() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}

/// The programs of this package.
enum BuiltProgram {
    /// The folder of the products, which is that of the tests.
    private static let folder: URL = {
        let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let executable = tests ?? URL(filePath: CommandLine.arguments[0])
        return executable.deletingLastPathComponent()
    }()

    static func url(_ name: String) -> URL { folder.appending(path: name) }
}
