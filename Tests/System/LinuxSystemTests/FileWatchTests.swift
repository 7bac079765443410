// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// What the kernel reports about files, on a real file system.
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

    /// Some files, and their watch.
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

    /// What happens to files, and whether it changes what is watched.
    struct Story: Sendable, CustomTestStringConvertible {
        let name: String
        /// What is there before.
        var before: [String] = []
        let watched: String
        let steps: [(action: String, isChange: Bool)]

        var testDescription: String { name }
    }

    /// Does one of: `make FOLDER`, `put FILE`, `touch FILE`, `remove PATH`, `link PATH TARGET`; nothing for an empty text.
    private func act(_ action: String) throws {
        let words = action.split(separator: " ").map(String.init)
        switch words.first {
        case "make": try make(words[1])
        case "put": try put(words[1])
        case "touch": try touch(words[1])
        case "remove": try remove(words[1])
        case "link":
            try FileManager.default.createSymbolicLink(
                atPath: folder + words[1], withDestinationPath: folder + words[2])
        default: #expect(action.isEmpty)
        }
    }

    @Test(
        "A change of what a path leads to is reported once, and no other change",
        arguments: [
            Story(
                name: "a file that comes, is changed and goes", watched: "/file",
                steps: [
                    ("", false), ("put /file", true), ("", false), ("put /other", false),
                    ("put /file", true), ("remove /file", true),
                ]),
            Story(
                name: "a folder, and the folders above it", watched: "/a/b/leases",
                steps: [
                    ("make /a", true), ("make /a/b/leases", true), ("put /a/b/leases/3", true),
                    ("put /a/b/other", false), ("remove /a", true), ("make /a/b/leases", true),
                    ("put /a/b/leases/3", true),
                ]),
            Story(
                name: "the target of a symbolic link, and the link",
                before: ["make /target", "put /target/file", "link /link /target/file"],
                watched: "/link", steps: [("touch /target/file", true), ("remove /link", true)]),
            Story(
                name: "a file that the path no longer leads to",
                before: [
                    "make /old", "make /new", "put /old/file", "put /new/file",
                    "link /link /old/file", "watch", "remove /link", "link /link /new/file",
                ],
                watched: "/link",
                steps: [
                    ("", true), ("", false), ("touch /old/file", false), ("put /old/file", false),
                    ("touch /new/file", true),
                ]),
            Story(
                name: "a symbolic link within a chain",
                before: [
                    "make /a", "make /b", "make /c", "make /d", "put /c/file", "put /d/file",
                    "link /b/link /c", "link /a/link /b/link/file", "watch", "remove /b/link",
                    "link /b/link /d",
                ],
                watched: "/a/link",
                steps: [("", true), ("touch /d/file", true), ("touch /c/file", false)]),
        ])
    func stories(_ story: Story) throws {
        defer { try? remove("") }
        let parts = story.before.split(separator: "watch", omittingEmptySubsequences: false)
        for action in parts[0] { try act(action) }
        let watch = Watch([folder + story.watched])
        // Several changes at once are one change.
        for action in parts.dropFirst().joined() { try act(action) }
        for step in story.steps {
            try act(step.action)
            let isChanged = watch.take()
            #expect(isChanged == step.isChange, "\(step.action)")
        }
    }

    /// As dhclient does with its leases.
    @Test("A file that is appended to and kept open is changed")
    func appended() throws {
        defer { try? remove("") }
        try #require(FileManager.default.createFile(atPath: folder + "/leases", contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: folder + "/leases"))
        let watch = Watch([folder], seesWriting: true)
        _ = watch.take()
        try file.write(contentsOf: Data("x".utf8))
        let isChanged = watch.take()
        #expect(isChanged)
        try file.close()
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
        func changes() -> [Bool] { [one, other, both].map { $0.take() } }
        try touch("/one")
        #expect(changes() == [true, false, true])
        try put("/other")
        #expect(changes() == [false, true, true])
        #expect(files.failure == nil)
        #expect(files.due == nil)
    }

    @Test("A file that could not be read is read again, and the reason is known")
    func putOff() throws {
        defer { try? remove("") }
        let watch = Watch([folder + "/file"])
        let failure = SystemError(operation: "open a file", errno: EMFILE)
        let begin = MonotonicClock.milliseconds
        watch.files.retry(after: failure)
        #expect(watch.files.failure == failure)
        let due = try #require(watch.files.due)
        #expect((begin + 10_000...MonotonicClock.milliseconds + 10_000).contains(due))
    }
}
