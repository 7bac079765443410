// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Tells when files may have changed (inotify(7)). Files are written in place, replaced by others of
/// their name, and led to by symbolic links that are changed; so the folders of each file and of
/// what it leads to are watched, and the file itself. Of a folder, everything in it is.
package final class FileWatch {
    /// The descriptor to wait on.
    package let descriptor: Int32
    private let paths: [String]
    /// What is told of files that are there.
    private let changes: UInt32
    /// By the kernel's number of each watch the names that count there; `nil` for any.
    private var watched: [Int32: Set<String>?] = [:]

    /// Begins to watch files and folders, which need not be there.
    ///
    /// - Parameter seesWriting: whether each write is wanted, and not only when a file is closed: for
    ///   files that are appended to and kept open, and bear being read half written.
    /// - Throws: ``SystemError`` where the system has no inotify instance to spare.
    package init(_ paths: [String], seesWriting: Bool = false) throws(SystemError) {
        let descriptor = inotify_init1(clx_in_nonblock_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "watch files (inotify_init1)", errno: errno)
        }
        self.descriptor = descriptor
        self.paths = paths
        changes = clx_in_changes | (seesWriting ? clx_in_writing : 0)
        watch()
    }

    deinit {
        close(descriptor)
    }

    /// Takes away what was told.
    ///
    /// - Returns: whether one of the files may have changed.
    package func take() -> Bool {
        var isChanged = false
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if count <= 0 { break }
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = unsafe buffer.loadUnaligned(
                        fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = unsafe [UInt8](buffer[start..<min(start + Int(event.len), count)])
                        .prefix { $0 != 0 }
                    if counts(String(decoding: name, as: UTF8.self), of: event.wd) {
                        isChanged = true
                    }
                    offset = start + Int(event.len)
                }
            }
        }
        // A file may be another one now, and lead elsewhere.
        if isChanged { watch() }
        return isChanged
    }

    /// Whether an event counts: what has no name is about what is watched itself, which may have gone.
    private func counts(_ name: String, of watch: Int32) -> Bool {
        guard !name.isEmpty, let names = watched[watch] ?? nil else { return true }
        return names.contains(name)
    }

    /// Adds what is to be watched; the kernel knows what it watches already.
    private func watch() {
        watched = [:]
        for path in paths {
            for place in [path] + (realPath(path).map { [$0] } ?? []) {
                add(place, for: nil, changes)
                guard !add(place.folder, for: place.lastPart, changes) else { continue }
                // Where there is no folder either, the nearest one above tells when there is.
                var above = place.folder
                while above != "/", above != ".",
                    !add(above.folder, for: above.lastPart, clx_in_appearances)
                {
                    above = above.folder
                }
            }
        }
    }

    /// - Returns: whether there is something to watch.
    @discardableResult
    private func add(_ place: String, for name: String?, _ events: UInt32) -> Bool {
        let watch = unsafe inotify_add_watch(descriptor, place, events)
        guard watch >= 0 else { return false }
        if let name {
            guard let names = watched[watch, default: []] else { return true }
            watched[watch] = names.union([name])
        } else {
            watched[watch] = .some(nil)
        }
        return true
    }
}

/// Where a path leads when all symbolic links are followed (`realpath(3)`).
private func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

extension String {
    fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }

    fileprivate var folder: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
