// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Tells when files may have changed (inotify(7)). Files are written in place, replaced by others of
/// their name, and led to by symbolic links that are changed; so the folders of each file and of
/// what it leads to are watched, and the file itself.
package struct FileWatch: ~Copyable {
    /// The descriptor to wait on.
    package let descriptor: Int32
    private let paths: [String]

    /// Begins to watch files, which need not be there.
    ///
    /// - Throws: ``SystemError`` where the system has no inotify instance to spare.
    package init(_ paths: [String]) throws(SystemError) {
        let descriptor = inotify_init1(clx_in_nonblock_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "watch files (inotify_init1)", errno: errno)
        }
        self.descriptor = descriptor
        self.paths = paths
        watch()
    }

    deinit {
        close(descriptor)
    }

    /// Takes away what was told. Folders see changes of other files too: the names decide.
    ///
    /// - Returns: whether one of the files may have changed.
    package borrowing func take() -> Bool {
        let names = Set(paths.flatMap { [$0] + (realPath($0).map { [$0] } ?? []) }.map(\.lastPart))
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
                    // What has no name is the file itself.
                    if name.isEmpty || names.contains(String(decoding: name, as: UTF8.self)) {
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

    /// Adds what is to be watched; the kernel knows what it watches already.
    private borrowing func watch() {
        for path in paths {
            for place in [path] + (realPath(path).map { [$0] } ?? []) {
                _ = unsafe inotify_add_watch(descriptor, place.folder, clx_in_changes)
                _ = unsafe inotify_add_watch(descriptor, place, clx_in_changes)
            }
        }
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
        "/" + split(separator: "/").dropLast().joined(separator: "/")
    }
}
