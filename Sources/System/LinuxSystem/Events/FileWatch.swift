// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Notices when files may have changed (inotify(7)).
///
/// One watch serves several users with different files, because a user of the system has only 128 instances of inotify
/// for all programs together.
///
/// Programs write files in place, replace them by others of the same name, or change a symbolic link on the path to
/// them. So the kernel watches the file itself, its folder, and the folder of each link on the path. In a folder that
/// is watched, every file counts.
///
/// If the system cannot watch files, they count as changed every ten seconds, and ``failure`` has the reason.
package final class FileWatch {
    /// The files of one call of ``add(_:seesWriting:)``.
    package struct Subject: Sendable, Hashable {
        fileprivate let index: Int
    }

    private struct Request {
        let paths: [String]
        /// The inotify events that count for files that exist.
        let changes: UInt32
        var isChanged = false
    }

    /// A file or folder that the kernel watches.
    private struct Place {
        /// The watch descriptor.
        let watch: Int32
        let request: Int
        /// The only name in a folder that counts; `nil` if all do, and for a file.
        let name: String?
    }

    /// Why files cannot be watched or read; `nil` if all can.
    package private(set) var failure: SystemError?

    private var descriptor: Int32 = -1
    private var requests: [Request] = []
    private var places: [Place] = []
    /// When all files count as changed although no event came, by ``MonotonicClock``.
    private var nextAttempt: Int64?

    /// After how many milliseconds what failed is tried again.
    private static let interval: Int64 = 10_000
    /// The maximum number of symbolic links that the kernel follows on a path.
    private static let maximumLinks = 40

    /// Creates a watch of no files.
    package init() { open() }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Adds files and folders, which need not exist yet.
    ///
    /// - Parameter seesWriting: whether every write counts, and not only the closing of a file: for files that programs
    ///   append to and keep open, and that can be read half written.
    package func add(_ paths: [String], seesWriting: Bool = false) -> Subject {
        let changes = clx_in_changes | (seesWriting ? clx_in_writing : 0)
        requests.append(Request(paths: paths, changes: changes))
        watch(requests.count - 1)
        return Subject(index: requests.count - 1)
    }

    /// Adds the descriptor to wait for.
    package func add(to pollSet: inout PollSet) {
        if descriptor >= 0 { pollSet.add(PollSet.Interest(descriptor, reads: true)) }
    }

    /// When ``receive(from:)`` must be called even if no descriptor is ready, by ``MonotonicClock``; `nil` if all files
    /// are watched.
    package var due: Int64? { nextAttempt }

    /// Receives the events. Of several users that wait together, each may call it.
    ///
    /// - Parameter ready: the descriptors that are ready after the wait.
    package func receive(from ready: borrowing PollSet) {
        if descriptor >= 0, ready.contains(descriptor) { readEvents() }
        if let nextAttempt, nextAttempt <= MonotonicClock.milliseconds { retry() }
    }

    /// Whether one of the files may have changed since the last call, by the events that were received.
    package func readChange(of subject: Subject) -> Bool {
        guard requests[subject.index].isChanged else { return false }
        requests[subject.index].isChanged = false
        return true
    }

    /// Has all files count as changed again in ten seconds, because one could not be read.
    package func retry(after failure: SystemError) { fail(failure) }

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
    private func retry() {
        failure = nil
        nextAttempt = nil
        if descriptor < 0 { open() }
        for index in requests.indices {
            requests[index].isChanged = true
            watch(index)
        }
    }

    /// Reads the events of the kernel.
    private func readEvents() {
        var changed: [Int] = []
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
                    note(String(decoding: name, as: UTF8.self), of: event.wd, &changed)
                    offset = start + Int(event.len)
                }
            }
        }
        // A path may lead to another file now.
        for index in changed {
            requests[index].isChanged = true
            watch(index)
        }
        if error != EAGAIN {
            // Other code of the program has closed the descriptor, or opened another file in its place.
            descriptor = -1
            places = []
            fail(SystemError(operation: "watch files (read)", errno: error))
        }
    }

    /// Finds the requests that an event concerns. An event without a name concerns the watched file or folder itself,
    /// which may be gone.
    private func note(_ name: String, of watch: Int32, _ changed: inout [Int]) {
        for index in requests.indices where !changed.contains(index) {
            let counts = places.contains { place in
                place.request == index && place.watch == watch
                    && (name.isEmpty || place.name == nil || place.name == name)
            }
            // An event without a watch: others were lost (`IN_Q_OVERFLOW`).
            if counts || watch < 0 { changed.append(index) }
        }
    }

    /// Watches the current paths to the files of a request, and no longer the former ones.
    private func watch(_ index: Int) {
        guard descriptor >= 0 else { return }
        let before = places.filter { $0.request == index }
        places.removeAll { $0.request == index }
        for path in requests[index].paths { watch(path, index) }
        for old in before where !places.contains(where: { $0.watch == old.watch }) {
            inotify_rm_watch(descriptor, old.watch)
        }
    }

    /// Resolves a path name by name, as the kernel does. The folder in which a name is looked up has an event when the
    /// name appears or leads elsewhere.
    private func watch(_ path: String, _ index: Int) {
        let changes = requests[index].changes
        var folder = path.begins(with: "/") ? "/" : "."
        var names = path.names
        var links = 0
        while let name = names.popLast() {
            let place = folder.ends(with: "/") ? folder + name : folder + "/" + name
            if linkTarget(place) != nil {
                add(folder, name, index, changes)
                // It is read after it is watched, so that no change is missed.
                if let target = linkTarget(place) {
                    links += 1
                    guard links <= Self.maximumLinks else { return }
                    if target.begins(with: "/") { folder = "/" }
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
                // It may have appeared before the folder was watched.
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
            // Of the user's watches, for example. Every other error means that the file does not exist, or that
            // this process may not read it.
            fail(SystemError(operation: "watch \(place) (inotify_add_watch)", errno: errno))
        }
    }
}

extension String {
    /// The names in a path, the last one first.
    fileprivate var names: [String] {
        pieces(separatedBy: "/").filter { $0 != "." }.map(String.init).reversed()
    }
}
