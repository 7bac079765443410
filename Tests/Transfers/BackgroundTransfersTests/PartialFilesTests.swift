// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LinuxSystem
import Testing
import TransferRules

@testable import BackgroundTransfers

/// What is found, named and removed of the files of downloads, where a name must be claimed.
@Suite("Partial files") struct PartialFilesTests {
    private let fixture: StoreFixture
    private var partial: TransferRecord.Partial

    init() throws {
        fixture = try StoreFixture()
        partial = TransferRecord.Partial(
            path: fixture.downloads + "/.file.part", destination: fixture.downloads + "/file")
        partial.isComplete = true
        partial.isClaimed = true
    }

    private mutating func make() throws -> PartialFile {
        let file = try PartialFiles.create(partial, length: nil, overwrites: false)
        try file.write(Array("content".utf8).span.bytes, at: 0)
        partial.identity = file.identity
        return file
    }

    @Test(
        "A file at the claimed name is the download's own by its number, or else only by a digest",
        arguments: [
            (true, "content", PartialFiles.Finding.committed), (false, "content", .unproven),
            (false, "foreign", .unproven), (false, "longer than it", .missing),
        ])
    mutating func crash(isSame: Bool, content: String, finding: PartialFiles.Finding) throws {
        let file = try make()
        #expect(try file.publish(at: partial.destination, by: .replacing))
        if !isSame {
            // The former file keeps its number while it is open.
            try removeFile(partial.destination)
            try Data(content.utf8).write(to: URL(filePath: partial.destination))
        }
        #expect(try PartialFiles.inspect(partial, total: 7) == finding)
        partial.isClaimed = nil
        #expect(
            try PartialFiles.inspect(partial, total: 7) == (isSame ? .committed : .missing))
        #expect(try PartialFiles.openNamed(partial).length == Int64(content.utf8.count))
    }

    @Test("A file that may only be read is read for its digest")
    mutating func readOnly() throws {
        let file = try make()
        #expect(try file.publish(at: partial.destination, by: .replacing))
        #expect(chmod(partial.destination, 0o400) == 0)
        let named = try PartialFiles.openNamed(partial)
        let wrong = ContentDigest(.sha256, Array(repeating: 1, count: 32))
        #expect(
            try PartialFiles.verify(named, [wrong], length: 7) { false } == .wrong(wrong))
    }

    @Test("An empty file that is older than the partial file stays", arguments: [true, false])
    mutating func removal(isOlder: Bool) throws {
        let file = try make()
        try Data().write(to: URL(filePath: partial.destination))
        if isOlder {
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now - 3600], ofItemAtPath: partial.destination)
        }
        try PartialFiles.remove(partial)
        #expect(!fileExists(file.path))
        #expect(fileExists(partial.destination) == isOlder)
    }

    @Test(
        "A claim that cannot be removed is named, and taken by the next commit",
        .enabled(if: AppendOnlyFolder.exist))
    mutating func appendOnly() throws {
        let file = try make()
        let folder = try #require(AppendOnlyFolder(fixture.downloads))
        for mayBeTaken in [false, true] {
            let failure = #expect(throws: FileError.self) {
                try PartialFiles.commit(
                    file, partial, mode: 0o644, overwrites: false, mayBeTaken: mayBeTaken)
            }
            guard case .claimLeft(let message) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(message.contains("the empty file \(partial.destination) is left"))
        }
        folder.end()
        try PartialFiles.commit(file, partial, mode: 0o644, overwrites: false, mayBeTaken: true)
        #expect(try PartialFiles.inspect(partial, total: 7) == .committed)
    }
}

/// A folder to which names can be added, and from which none can be removed (`chattr +a`). Only root can make it, and
/// not in all file systems.
private final class AppendOnlyFolder {
    private let path: String

    static var exist: Bool {
        let path = NSTemporaryDirectory() + "/append-only-\(UUID().uuidString)"
        guard mkdir(path, 0o700) == 0 else { return false }
        defer { rmdir(path) }
        return AppendOnlyFolder(path) != nil
    }

    init?(_ path: String) {
        self.path = path
        guard Self.run("+a", path) else { return nil }
    }

    deinit { end() }

    func end() { _ = Self.run("-a", path) }

    private static func run(_ mode: String, _ path: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/chattr")
        process.arguments = [mode, path]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
