// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What Scripts/compare-caches compares with other caches.
@Suite("A client as a black box", .timeLimit(.minutes(10)), .blocking)
struct CacheComparisonTests {
    private static let python = ["/usr/bin", "/usr/local/bin"].map { $0 + "/python3" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(
        "The client does what HTTP requires of a private cache, and as much as it allows",
        .enabled(if: python != nil, "needs python3, in which the rows are written"))
    func rows() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Scripts/compare-caches")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: try #require(Self.python))
        process.arguments = [
            "-B", script.path, "--alone", "--build", BuiltProgram.folder.path,
        ]
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(text)")
        let isComplete = text.contains("| **–** | | 0 |") && text.contains("| **✗** | | 0 |")
        #expect(isComplete, "\(text)")
    }
}
