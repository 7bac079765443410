// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import LinuxSystem

/// A temporary folder that stands for `/`.
final class TemporaryRoot {
    /// The path of the folder.
    let path = FileManager.default.temporaryDirectory.path + "/root-\(UUID().uuidString)"

    var root: SystemRoot { SystemRoot(path) }

    init() throws { try makeFolder("") }

    /// Makes files with their contents.
    convenience init(_ files: [String: String]) throws {
        try self.init()
        for (path, text) in files { try write(path, Array(text.utf8)) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: self.path + path, withIntermediateDirectories: true)
    }

    func write(_ path: String, _ bytes: [UInt8]) throws {
        try makeFolder((path as NSString).deletingLastPathComponent)
        try Data(bytes).write(to: URL(fileURLWithPath: self.path + path))
    }

    /// Makes a symbolic link.
    func link(_ path: String, to destination: String) throws {
        try makeFolder((path as NSString).deletingLastPathComponent)
        try FileManager.default.createSymbolicLink(
            atPath: self.path + path, withDestinationPath: destination)
    }

    /// Gives a file a second name.
    func hardLink(_ path: String, to existing: String) throws {
        try makeFolder((path as NSString).deletingLastPathComponent)
        try FileManager.default.linkItem(atPath: self.path + existing, toPath: self.path + path)
    }
}
