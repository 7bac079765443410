// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

/// How a complete file gets its name.
@Suite("Publishing") struct PublishingTests {
    private let root: TemporaryRoot

    init() throws { root = try TemporaryRoot() }

    private var destination: String { root.path + "/file" }

    private func partial() throws -> PartialFile {
        let file = try PartialFile.create(at: root.path + "/.file.part")
        try file.write(Array("new".utf8).span.bytes, at: 0)
        return file
    }

    @Test(
        "What may not be replaced stays, and the partial file too",
        arguments: [
            (PartialFile.Naming.exclusive, "old"), (.exclusive, ""),
            (.claiming(mayBeTaken: false), "old"), (.claiming(mayBeTaken: false), ""),
            (.claiming(mayBeTaken: true), "old"),
        ])
    func taken(naming: PartialFile.Naming, content: String) throws {
        try root.write("/file", Array(content.utf8))
        let file = try partial()
        let error = #expect(throws: SystemError.self) {
            _ = try file.publish(at: destination, by: naming)
        }
        #expect(error?.isExisting == true)
        #expect(error?.description.contains(destination) == true)
        #expect(try String(contentsOfFile: destination, encoding: .utf8) == content)
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test(
        "A free name is taken in each way, and what a crash has left is replaced",
        arguments: [
            (PartialFile.Naming.exclusive, nil), (.replacing, nil), (.replacing, "old"),
            (.claiming(mayBeTaken: false), nil), (.claiming(mayBeTaken: true), nil),
            (.claiming(mayBeTaken: true), ""),
        ] as [(PartialFile.Naming, String?)])
    func free(naming: PartialFile.Naming, before: String?) throws {
        if let before { try root.write("/file", Array(before.utf8)) }
        let file = try partial()
        #expect(try file.publish(at: destination, by: naming))
        #expect(try String(contentsOfFile: destination, encoding: .utf8) == "new")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A claim whose file cannot be renamed is removed again, and the error names both files")
    func failure() throws {
        let file = try partial()
        try removeFile(file.path)
        let error = #expect(throws: SystemError.self) {
            _ = try file.publish(at: destination, by: .claiming(mayBeTaken: false))
        }
        #expect(error?.description.contains("rename \(file.path) to \(destination)") == true)
        #expect(!FileManager.default.fileExists(atPath: destination))
    }

    private func setAge(_ seconds: TimeInterval, of path: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now - seconds], ofItemAtPath: path)
    }

    @Test(
        "Only an empty file that is not older than the partial file counts as its claim",
        arguments: [
            ("", 0, true), ("", -3600, true), ("", 3600, false), ("old", 0, false),
        ] as [(String, TimeInterval, Bool)])
    func ownClaim(content: String, age: TimeInterval, isOwn: Bool) throws {
        try root.write("/file", Array(content.utf8))
        let file = try partial()
        try setAge(age, of: destination)
        if isOwn {
            #expect(try file.publish(at: destination, by: .claiming(mayBeTaken: true)))
            let other = try partial()
            try root.write("/file", [])
            try setAge(age, of: destination)
            try PartialFile.removeClaim(destination, of: other.path)
        } else {
            let error = #expect(throws: SystemError.self) {
                _ = try file.publish(at: destination, by: .claiming(mayBeTaken: true))
            }
            #expect(error?.isExisting == true)
            try PartialFile.removeClaim(destination, of: file.path)
        }
        #expect(FileManager.default.fileExists(atPath: destination) == !isOwn)
    }

    @Test("An empty file without a partial file stays, and so do folders")
    func noClaim() throws {
        try root.write("/file", [])
        try PartialFile.removeClaim(destination, of: root.path + "/.file.part")
        #expect(FileManager.default.fileExists(atPath: destination))
        let file = try partial()
        try PartialFile.removeClaim(root.path + "/missing", of: file.path)
        try PartialFile.removeClaim(root.path, of: file.path)
        #expect(FileManager.default.fileExists(atPath: root.path))
    }
}
