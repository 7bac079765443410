// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// What the kernel tells of files, on a real file system.
@Suite struct FileWatchTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/watch-\(UUID().uuidString)"

    init() throws { try make("") }

    private func make(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder + path, withIntermediateDirectories: true)
    }

    /// Puts something new in a place. Nothing is opened for that: other tests start programs, which
    /// hold an open file for a moment longer, and then its closing is told late.
    private func put(_ path: String) throws {
        try? remove(path)
        try make(path)
    }

    private func touch(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder + path)
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: folder + path)
    }

    private func expectChange(
        _ watch: FileWatch, at location: SourceLocation = #_sourceLocation
    ) {
        let isChanged = watch.take()
        #expect(isChanged, sourceLocation: location)
    }

    private func expectNoChange(
        _ watch: FileWatch, at location: SourceLocation = #_sourceLocation
    ) {
        let isChanged = watch.take()
        #expect(!isChanged, sourceLocation: location)
    }

    @Test func aFileThatComesIsChangedAndGoes() throws {
        defer { try? remove("") }
        let watch = try FileWatch([folder + "/file"])
        expectNoChange(watch)
        try put("/file")
        expectChange(watch)
        expectNoChange(watch)
        try put("/other")
        expectNoChange(watch)
        try put("/file")
        expectChange(watch)
        try remove("/file")
        expectChange(watch)
    }

    @Test func everythingInAFolder() throws {
        defer { try? remove("") }
        let watch = try FileWatch([folder + "/a/b/leases"])
        try make("/a")
        expectChange(watch)
        try make("/a/b/leases")
        expectChange(watch)
        try put("/a/b/leases/3")
        expectChange(watch)
        try put("/a/b/other")
        expectNoChange(watch)
        try remove("/a")
        expectChange(watch)
        try make("/a/b/leases")
        expectChange(watch)
        try put("/a/b/leases/3")
        expectChange(watch)
    }

    /// As dhclient does with its leases.
    @Test func aFileThatIsAppendedToAndKeptOpen() throws {
        defer { try? remove("") }
        try #require(FileManager.default.createFile(atPath: folder + "/leases", contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: folder + "/leases"))
        let watch = try FileWatch([folder], seesWriting: true)
        _ = watch.take()
        try file.write(contentsOf: Data("x".utf8))
        expectChange(watch)
        try file.close()
    }

    @Test func whereASymbolicLinkLeads() throws {
        defer { try? remove("") }
        try make("/target")
        try put("/target/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/link", withDestinationPath: folder + "/target/file")
        let watch = try FileWatch([folder + "/link"])
        try touch("/target/file")
        expectChange(watch)
        try remove("/link")
        expectChange(watch)
    }
}
