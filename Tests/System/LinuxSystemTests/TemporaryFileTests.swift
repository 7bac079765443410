// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// Files that get their name when they are complete, and those on file systems that cannot do that.
@Suite struct TemporaryFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
    private var path: String { folder.appendingPathComponent("film").path }
    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    @Test(
        "A file gets its name when it is published, with all that was written and for its owner only"
    )
    func publishes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try TemporaryFile(path: path)
        try file.append(Data("wrong".utf8).bytes)
        try file.empty()
        try file.append(Data("hel".utf8).bytes)
        #expect(names == [])
        try file.append(Data("lo".utf8).bytes)
        try file.publish()
        try file.publish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("hello".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "Where a file has its name from the beginning, it is for its owner only from the beginning")
    func named() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try TemporaryFile(path: path, isNamed: true)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try file.append(Data("hello".utf8).bytes)
        try file.publish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("hello".utf8))
    }

    @Test("A file that was not published leaves nothing", arguments: [false, true])
    func removes(isNamed: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try TemporaryFile(path: path, isNamed: isNamed)
        try file.append(Data("hello".utf8).bytes)
        try file.remove()
        try file.remove()
        #expect(names == [])
    }

    @Test(
        "An existing entry with the name is kept, and so is its target", arguments: [false, true])
    func replacesNothing(isNamed: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other")
        let error = #expect(throws: SystemError.self) {
            let file = try TemporaryFile(path: path, isNamed: isNamed)
            defer { try? file.remove() }
            try file.publish()
        }
        #expect(error == SystemError(operation: "make \(path)", errno: EEXIST))
        #expect(names == ["film"])
    }

    @Test("A missing folder is named") func missingFolder() throws {
        try FileManager.default.removeItem(at: folder)
        let error = #expect(throws: SystemError.self) { try TemporaryFile(path: path) }
        #expect(error == SystemError(operation: "make \(path)", errno: ENOENT))
    }
}
