// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LinuxSystem

/// The files of locks, and private folders, with the real file system.
struct FileLockTests {
    @Test("A pipe is no lock, and opening it does not wait for its other end")
    func pipe() throws {
        let root = try TemporaryRoot()
        let path = root.path + "/lock"
        try #require(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: SystemError.self) { try FileLock.acquire(path, note: nil) }
        #expect(error?.description.contains("which is no regular file") == true)
        #expect(throws: SystemError.self) { try FileLock.share(path) }
        #expect(throws: SystemError.self) { try FileLock.wait(path, note: nil) }
        #expect(FileLock.isTaken(path) == nil)
    }

    @Test("A child that was forked does not keep a lock that is released, unless it is to keep it")
    func forked() throws {
        let root = try TemporaryRoot()
        for isBequeathed in [false, true] {
            let path = "\(root.path)/\(isBequeathed)"
            var child: Int32 = -1
            do {
                guard case .acquired(let lock) = try FileLock.acquire(path, note: nil) else {
                    Issue.record("a new lock is taken")
                    return
                }
                // What fork(2) does with the descriptor.
                child = fcntl(
                    isBequeathed ? lock.bequeath() : lock.descriptor, F_DUPFD_CLOEXEC, 0)
            }
            #expect(FileLock.isTaken(path) == isBequeathed)
            close(child)
            // A program that another test starts just now has the descriptor, too, until it is executed.
            let deadline = ContinuousClock.now + .seconds(600)
            while FileLock.isTaken(path) != false, ContinuousClock.now < deadline { usleep(1000) }
            #expect(FileLock.isTaken(path) == false)
        }
    }

    @Test("New folders on the path to a folder are their owner's alone", arguments: [0o700, 0o750])
    func parents(mode: UInt16) throws {
        let root = try TemporaryRoot()
        try PrivateFolder.make(root.path + "/state/reach/record", mode: mode)
        let modes = try ["/state", "/state/reach", "/state/reach/record"].map {
            try FileFacts.of(root.path + $0, followsLink: false)?.mode
        }
        #expect(modes == [0o700, 0o700, UInt32(mode)])
    }

    @Test("Of several files all are written, or none")
    func files() throws {
        let root = try TemporaryRoot()
        let path = root.path + "/private"
        try PrivateFolder.make(path)
        let folder = try PrivateFolder(opening: path)
        try folder.write([("a", [1]), ("b", [2])])
        #expect(try folder.read("a", limit: 9) == [1])
        #expect(throws: SystemError.self) { try folder.write([("c", [3]), ("b", [4])]) }
        #expect(try folder.names().sorted() == ["a", "b"])
        #expect(try folder.read("b", limit: 9) == [2], "it was there")
    }
}
