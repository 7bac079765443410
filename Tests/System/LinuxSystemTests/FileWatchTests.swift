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
    /// hold an open file for a moment longer, and then its closing is reported late.
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

    /// Some files, and what tells of them.
    private struct Watch {
        let files: FileWatch
        let subject: FileWatch.Subject

        init(_ paths: [String], by files: FileWatch = FileWatch(), seesWriting: Bool = false) {
            self.files = files
            subject = files.add(paths, seesWriting: seesWriting)
        }

        /// Takes in what there is, without waiting.
        func take() -> Bool {
            var ready = PollSet()
            files.add(to: &ready)
            ready.wait(milliseconds: 0)
            files.receive(from: ready)
            return files.readChange(of: subject)
        }
    }

    private func expectChange(
        _ watch: Watch, at location: SourceLocation = #_sourceLocation
    ) {
        let isChanged = watch.take()
        #expect(isChanged, sourceLocation: location)
    }

    private func expectNoChange(
        _ watch: Watch, at location: SourceLocation = #_sourceLocation
    ) {
        let isChanged = watch.take()
        #expect(!isChanged, sourceLocation: location)
    }

    @Test func aFileThatComesIsChangedAndGoes() throws {
        defer { try? remove("") }
        let watch = Watch([folder + "/file"])
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
        let watch = Watch([folder + "/a/b/leases"])
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
        let watch = Watch([folder], seesWriting: true)
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
        let watch = Watch([folder + "/link"])
        try touch("/target/file")
        expectChange(watch)
        try remove("/link")
        expectChange(watch)
    }

    @Test("A file that a path no longer leads to is not watched")
    func formerTarget() throws {
        defer { try? remove("") }
        try make("/old")
        try make("/new")
        try put("/old/file")
        try put("/new/file")
        try link("/link", to: "/old/file")
        let watch = Watch([folder + "/link"])
        try remove("/link")
        try link("/link", to: "/new/file")
        expectChange(watch)
        expectNoChange(watch)
        try touch("/old/file")
        try put("/old/file")
        expectNoChange(watch)
        try touch("/new/file")
        expectChange(watch)
    }

    @Test("A symbolic link in the midst of a chain is watched")
    func chain() throws {
        defer { try? remove("") }
        for folder in ["/a", "/b", "/c", "/d"] { try make(folder) }
        try put("/c/file")
        try put("/d/file")
        try link("/b/link", to: "/c")
        try link("/a/link", to: "/b/link/file")
        let watch = Watch([folder + "/a/link"])
        try remove("/b/link")
        try link("/b/link", to: "/d")
        expectChange(watch)
        try touch("/d/file")
        expectChange(watch)
        try touch("/c/file")
        expectNoChange(watch)
    }

    @Test("Each watch reports its own files, and one instance of inotify serves all")
    func subjects() throws {
        defer { try? remove("") }
        try put("/one")
        try put("/other")
        let files = FileWatch()
        let one = Watch([folder + "/one"], by: files)
        let other = Watch([folder + "/other"], by: files)
        let both = Watch([folder + "/other", folder + "/one"], by: files)
        try touch("/one")
        expectNoChange(other)
        expectChange(one)
        expectChange(both)
        try put("/other")
        expectChange(other)
        expectChange(both)
        expectNoChange(one)
        #expect(files.failure == nil)
        #expect(files.due == nil)
    }

    @Test("A file that could not be read is looked at again, and the reason is known")
    func putOff() throws {
        defer { try? remove("") }
        let watch = Watch([folder + "/file"])
        let failure = SystemError(operation: "open a file", errno: EMFILE)
        watch.files.retry(after: failure)
        #expect(watch.files.failure == failure)
        let due = try #require(watch.files.due)
        #expect((1...10_000).contains(due - MonotonicClock.milliseconds))
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder + path, withDestinationPath: folder + target)
    }
}
