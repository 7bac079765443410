// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The descriptors that a thread waits for (`poll(2)`), and after the wait those that are ready.
///
/// Every wait has a set of its own, of at most 16 descriptors.
package struct PollSet: ~Copyable {
    /// A descriptor, and what to wait for on it.
    package struct Interest: Sendable, Hashable {
        /// The descriptor.
        package var descriptor: Int32
        /// Whether to wait for data to read. Errors and hang-ups are waited for in any case.
        var reads: Bool
        /// Whether to wait for room to write.
        var writes: Bool

        /// Creates an interest.
        package init(_ descriptor: Int32, reads: Bool = false, writes: Bool = false) {
            self.descriptor = descriptor
            self.reads = reads
            self.writes = writes
        }
    }

    /// The entries that are passed to the kernel, which writes its answers to them. They are on the stack, so that a
    /// wake-up costs no allocation.
    private var entries = InlineArray<16, pollfd>(repeating: pollfd())
    /// The number of descriptors: before the wait all of them, after it those that are ready.
    package private(set) var count = 0

    /// Creates an empty set.
    package init() {}

    /// Adds a descriptor to wait for.
    package mutating func add(_ interest: Interest) {
        precondition(count < entries.count, "too many descriptors")
        entries[count] = interest.entry
        count += 1
    }

    /// Throws an error if this process may not wait for descriptors: a sandbox can refuse poll(2).
    package static func checkAvailability() throws(SystemError) {
        guard Glibc.poll(nil, 0, 0) != 0, errno != EINTR else { return }
        throw SystemError(operation: "wait for descriptors (poll)", errno: errno)
    }

    /// Waits until a descriptor is ready, and keeps only those that are. The set is empty if the time is over or a
    /// signal interrupted the wait. Where the system refuses poll(2), the set is empty after at most 1 s.
    ///
    /// - Parameter milliseconds: the maximum time; `nil` for no limit.
    package mutating func wait(milliseconds: Int32?) {
        let (entryCount, timeout) = (nfds_t(count), milliseconds ?? -1)
        var span = entries.mutableSpan
        let found = unsafe span.withUnsafeMutableBufferPointer { entries in
            unsafe Self.poll(entries.baseAddress, entryCount, timeout)
        }
        var ready = 0
        for position in 0..<(found > 0 ? count : 0) {
            let entry = entries[position]
            if entry.revents == 0 { continue }
            entries[ready] = entry
            ready += 1
        }
        count = ready
    }

    /// Calls poll(2). If that fails, a caller that goes on waiting must not use the processor without a pause.
    fileprivate static func poll(
        _ entries: UnsafeMutablePointer<pollfd>?, _ count: nfds_t, _ timeout: Int32
    ) -> Int32 {
        let found = unsafe Glibc.poll(entries, count, timeout)
        guard found < 0, errno != EINTR else { return found }
        let pause = timeout < 0 ? 1000 : min(timeout, 1000)
        usleep(useconds_t(pause) * 1000)
        return found
    }

    /// Whether a descriptor is ready, or its other end is closed.
    package func contains(_ descriptor: Int32) -> Bool { events(of: descriptor) != 0 }

    /// Whether the other end of a descriptor is closed (`POLLERR`, `POLLHUP`, `POLLNVAL`).
    package func isClosed(_ descriptor: Int32) -> Bool {
        events(of: descriptor) & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }

    /// The events of a descriptor, which may be in the set more than once.
    private func events(of descriptor: Int32) -> Int16 {
        var events: Int16 = 0
        for position in 0..<count {
            let entry = entries[position]
            if entry.fd == descriptor { events |= entry.revents }
        }
        return events
    }
}

extension PollSet.Interest {
    /// Waits for this descriptor alone.
    ///
    /// - Parameter milliseconds: the maximum time; `nil` for no limit.
    /// - Returns: whether the descriptor is ready; `false` if the time is over or a signal interrupted the wait,
    ///   or the system refuses poll(2).
    package func isMet(within milliseconds: Int32?) -> Bool {
        var entry = entry
        return unsafe PollSet.poll(&entry, 1, milliseconds ?? -1) > 0
    }

    fileprivate var entry: pollfd {
        let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
        return pollfd(fd: descriptor, events: Int16(events), revents: 0)
    }
}

/// Wakes a thread that waits in a ``PollSet``, from any other thread (eventfd(2)).
package final class WakeUpEvent: Sendable {
    /// The descriptor to wait on.
    package let descriptor: Int32

    /// Creates an event that has not been signaled.
    ///
    /// - Throws: ``SystemError`` if the process has too many open files.
    package init() throws(SystemError) {
        let descriptor = eventfd(0, clx_efd_nonblock_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "wait for a wake-up (eventfd)", errno: errno)
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Signals the event: the wait for its descriptor that is under way ends, or else the next one.
    package func wake() {
        // It fails only if the counter is full, and then the thread wakes anyway.
        _ = eventfd_write(descriptor, 1)
    }

    /// Resets the event, so that the next wait does not end at once.
    package func reset() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
