// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem

/// A file that other programs may read at any time. It is replaced as a whole. The name `-` is standard output.
struct ReplacedFile {
    /// The path of the file, as the user has named it.
    let path: String

    /// Whether the text goes to standard output.
    var isStandardOutput: Bool { path == "-" }

    /// Checks that the path can name a file.
    ///
    /// - Parameters:
    ///   - option: the option that names the file.
    ///   - json: whether JSON goes to standard output.
    func validate(option: String, json: Bool = false) throws {
        if path.isEmpty || path.ends(with: "/") {
            throw ValidationError("\(option) needs the name of a file")
        }
        if json, isStandardOutput {
            throw ValidationError(
                "\(option) - and --json exclude each other: both are standard output")
        }
    }

    /// Replaces the file. Every user may read it.
    ///
    /// A link to a regular file is followed. Anything else (a device, a pipe, a folder, a link to one or to nothing) is not
    /// touched.
    ///
    /// - Throws: ``Failure`` with exit code 73 (EX_CANTCREAT) if the entry must not be replaced, else 74 (EX_IOERR).
    func write(_ text: [UInt8]) throws {
        guard !isStandardOutput else {
            return try StandardStream.output.write(text)
        }
        var obstacle: String?
        do throws(SystemError) {
            switch try look() {
            case .nothing: try replace(path, with: text)
            case .file(let place): try replace(place, with: text)
            case .other(let what): obstacle = what
            }
        } catch {
            throw Failure(error.description.escaped, exitCode: 74)
        }
        if let obstacle {
            throw Failure(
                "\(path.escaped) is \(obstacle), and is not replaced (- is standard output)",
                exitCode: 73)
        }
    }

    /// Replaces the file by a picture.
    ///
    /// - Throws: ``Failure`` as for ``write(_:)``, which names the picture.
    func writePicture(_ text: String) throws {
        do { try write(Array(text.utf8)) } catch let failure as Failure {
            throw Failure(
                "the picture cannot be written to \(path.escaped): \(failure.reason)",
                exitCode: failure.exitCode)
        }
    }

    /// The entry of the folder before the file is written.
    private enum Entry {
        case nothing
        /// A regular file, at this path without links.
        case file(String)
        /// Something else.
        case other(String)
    }

    private func look() throws(SystemError) -> Entry {
        // The kernel follows the links here, so that it refuses those that others have put into a folder such as /tmp
        // (fs.protected_symlinks). realpath(3) follows them itself, and finds another file if they have just changed.
        guard let facts = try FileFacts.of(path, followsLink: true) else {
            let entry = try FileFacts.of(path, followsLink: false)
            return entry == nil ? .nothing : .other("a link to nothing")
        }
        guard facts.kind == .regular else {
            return .other(facts.kind == .folder ? "a folder" : "not a regular file")
        }
        let place = try resolvedPath(path)
        guard try FileFacts.of(place, followsLink: false)?.identity == facts.identity else {
            return .other("a file that has no place")
        }
        return .file(place)
    }

    /// - Parameter place: a path at which there is a regular file, or nothing. A user who can put something else there
    ///   meanwhile can remove the file, too.
    private func replace(_ place: String, with text: [UInt8]) throws(SystemError) {
        // Its name begins with a dot and does not end like that of the file, so that readers of the folder leave it alone.
        let next = "\(place.folderPrefix).\(place.lastPathComponent ?? "").\(processIdentifier)"
        // A process of the same number may have been killed.
        try removeFile(next)
        let file = try TemporaryFile(path: next)
        do throws(SystemError) {
            try file.append(text)
            try file.setMode(0o644)
            try file.publish()
            try file.rename(to: place)
        } catch {
            try? file.remove()
            throw error
        }
    }
}
