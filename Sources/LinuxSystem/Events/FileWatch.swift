// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Tells when files may have changed (inotify(7)), to several that want to know of different ones: a user has 128
/// instances of inotify for all programs together.
///
/// Files are written in place, replaced by others of their name, and led to by symbolic links that are
/// changed; so the folder of each file and of each link on the way to it is watched, and the file itself.
/// Of a folder, everything in it is.
///
/// Where the system cannot watch files, they count as changed every ten seconds, and ``failure`` says why.
package final class FileWatch {
    /// Some files that somebody wants to know of.
    package struct Subject: Sendable, Hashable {
        fileprivate let index: Int
    }

    private struct Request {
        let paths: [String]
        /// What is told of files that are there.
        let changes: UInt32
        var isChanged = false
    }

    /// A file or folder that the kernel watches.
    private struct Place {
        /// The kernel's number.
        let watch: Int32
        let request: Int
        /// The name in a folder that counts; `nil` for any, and for the place itself.
        let name: String?
    }

    /// Why the files, or some of them, cannot be watched or read; `nil` if they can.
    package private(set) var failure: SystemError?

    private var descriptor: Int32 = -1
    private var requests: [Request] = []
    private var places: [Place] = []
    /// When the files count as changed although nothing was told, by ``MonotonicClock``.
    private var nextAttempt: Int64?

    /// How often files are looked at that cannot be watched, in milliseconds.
    private static let interval: Int64 = 10_000
    /// How many symbolic links the kernel follows.
    private static let maximumLinks = 40

    /// Begins with no files.
    package init() { open() }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Begins to watch files and folders, which need not be there.
    ///
    /// - Parameter seesWriting: whether each write is wanted, and not only when a file is closed: for
    ///   files that are appended to and kept open, and bear being read half written.
    package func add(_ paths: [String], seesWriting: Bool = false) -> Subject {
        let changes = clx_in_changes | (seesWriting ? clx_in_writing : 0)
        requests.append(Request(paths: paths, changes: changes))
        watch(requests.count - 1)
        return Subject(index: requests.count - 1)
    }

    /// Adds what to wait for.
    package func add(to ready: inout Readiness) {
        if descriptor >= 0 { ready.add(Readiness.Interest(descriptor, reads: true)) }
    }

    /// How long until there is something to ``take(from:)`` anyway; `nil` if files are watched.
    package var milliseconds: Int32? {
        nextAttempt.map(MonotonicClock.milliseconds(until:))
    }

    /// Takes in what was told. Whoever waits together calls it one after the other.
    ///
    /// - Parameter ready: what the wait found ready.
    package func take(from ready: borrowing Readiness) {
        if descriptor >= 0, ready.contains(descriptor) { receive() }
        if let nextAttempt, nextAttempt <= MonotonicClock.milliseconds { lookAgain() }
    }

    /// Whether one of the files may have changed, as far as was taken in and not asked before.
    package func takeChange(of subject: Subject) -> Bool {
        defer { requests[subject.index].isChanged = false }
        return requests[subject.index].isChanged
    }

    /// A changed file could not be read. It counts as changed again in a while.
    package func putOff(after failure: SystemError) { fail(failure) }

    private func open() {
        descriptor = inotify_init1(clx_in_nonblock_cloexec)
        guard descriptor < 0 else { return }
        fail(SystemError(operation: "watch files (inotify_init1)", errno: errno))
    }

    private func fail(_ error: SystemError) {
        failure = error
        nextAttempt = MonotonicClock.milliseconds + Self.interval
    }

    /// Tries again what failed. The files may have changed in the meantime.
    private func lookAgain() {
        failure = nil
        nextAttempt = nil
        if descriptor < 0 { open() }
        for index in requests.indices {
            requests[index].isChanged = true
            watch(index)
        }
    }

    /// Receives what the kernel tells.
    private func receive() {
        var told: [Int] = []
        var error: Int32 = 0
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 {
                    error = count == 0 ? EBADF : errno
                    break
                }
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = unsafe buffer.loadUnaligned(
                        fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = unsafe [UInt8](buffer[start..<min(start + Int(event.len), count)])
                        .prefix { $0 != 0 }
                    note(String(decoding: name, as: UTF8.self), of: event.wd, &told)
                    offset = start + Int(event.len)
                }
            }
        }
        // A file may be another one now, and lead elsewhere.
        for index in told {
            requests[index].isChanged = true
            watch(index)
        }
        if error != EAGAIN {
            // Somebody has closed the descriptor, or put another one in its place.
            descriptor = -1
            places = []
            fail(SystemError(operation: "watch files (read)", errno: error))
        }
    }

    /// Notes whose files an event is about. What has no name is about what is watched itself, which may have
    /// gone.
    private func note(_ name: String, of watch: Int32, _ told: inout [Int]) {
        for index in requests.indices where !told.contains(index) {
            let counts = places.contains { place in
                place.request == index && place.watch == watch
                    && (name.isEmpty || place.name == nil || place.name == name)
            }
            // Without a watch: events were lost (`IN_Q_OVERFLOW`).
            if counts || watch < 0 { told.append(index) }
        }
    }

    /// Has the kernel watch what leads to some files now, and no longer what led to them before.
    private func watch(_ index: Int) {
        guard descriptor >= 0 else { return }
        let before = places.filter { $0.request == index }
        places.removeAll { $0.request == index }
        for path in requests[index].paths { watch(path, index) }
        for old in before where !places.contains(where: { $0.watch == old.watch }) {
            inotify_rm_watch(descriptor, old.watch)
        }
    }

    /// Follows a path from its beginning, as the kernel does. What is not there yet, or leads elsewhere later, is
    /// told by the folder in which its name is looked up.
    private func watch(_ path: String, _ index: Int) {
        let changes = requests[index].changes
        var folder = path.hasPrefix("/") ? "/" : "."
        var names = path.names
        var links = 0
        while let name = names.popLast() {
            let place = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            if linkTarget(place) != nil {
                add(folder, name, index, changes)
                // It is read when its changes are told.
                if let target = linkTarget(place) {
                    links += 1
                    guard links <= Self.maximumLinks else { return }
                    if target.hasPrefix("/") { folder = "/" }
                    names += target.names
                    continue
                }
            }
            if names.isEmpty {
                add(folder, name, index, changes)
                add(place, nil, index, changes)
                return
            }
            if !fileExists(place) {
                add(folder, name, index, clx_in_appearances)
                // It may have come before that.
                guard fileExists(place) else { return }
            }
            folder = place
        }
    }

    private func add(_ place: String, _ name: String?, _ index: Int, _ events: UInt32) {
        let watch = unsafe inotify_add_watch(descriptor, place, events)
        if watch >= 0 {
            places.append(Place(watch: watch, request: index, name: name))
        } else if errno == ENOSPC || SystemError.isExhaustion(errno) {
            // Of the user's watches, say. Every other failure means that it is not there, or not for us.
            fail(SystemError(operation: "watch \(place) (inotify_add_watch)", errno: errno))
        }
    }
}

extension String {
    /// The names in a path, the last one first.
    fileprivate var names: [String] {
        split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }
}
