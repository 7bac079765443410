// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Waiting for descriptors (`poll(2)`): there are a handful, and each wait names them all. One is made
/// for each wait.
package struct Readiness: ~Copyable {
    /// What to wait for.
    package struct Interest: Sendable, Hashable {
        /// The descriptor.
        package var descriptor: Int32
        /// For data to read; else for a failure only, such as a reader that has gone.
        package var reads: Bool
        /// For room to write.
        package var writes: Bool

        /// Creates an interest.
        package init(_ descriptor: Int32, reads: Bool = false, writes: Bool = false) {
            self.descriptor = descriptor
            self.reads = reads
            self.writes = writes
        }
    }

    /// What the kernel is given, and what it says. It lies on the stack: whoever wakes is to act at once, and
    /// not to count references.
    private var entries = InlineArray<16, pollfd>(repeating: pollfd())
    /// How many descriptors there are: to wait for, and then those that are ready.
    package private(set) var count = 0

    /// Begins with nothing to wait for.
    package init() {}

    /// Adds what to wait for.
    package mutating func add(_ interest: Interest) {
        precondition(count < entries.count, "too many descriptors")
        entries[count] = interest.entry
        count += 1
    }

    /// Waits until something is ready, or so many milliseconds; only what is ready is left then, and
    /// nothing if the time was over or a signal came.
    ///
    /// - Parameter milliseconds: `nil` to wait without an end.
    package mutating func wait(milliseconds: Int32?) {
        let (wanted, patience) = (nfds_t(count), milliseconds ?? -1)
        var span = entries.mutableSpan
        let found = unsafe span.withUnsafeMutableBufferPointer { entries in
            unsafe poll(entries.baseAddress, wanted, patience)
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

    /// Whether a descriptor is ready: there is what was waited for, or its other end has gone.
    package func contains(_ descriptor: Int32) -> Bool { events(of: descriptor) != 0 }

    /// Whether a descriptor's other end has gone (`POLLERR`, `POLLHUP`).
    package func isClosed(_ descriptor: Int32) -> Bool {
        events(of: descriptor) & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    }

    /// What was told of a descriptor.
    private func events(of descriptor: Int32) -> Int16 {
        var events: Int16 = 0
        for position in 0..<count {
            let entry = entries[position]
            if entry.fd == descriptor { events |= entry.revents }
        }
        return events
    }
}

extension Readiness {
    /// Whether a descriptor has room to write now.
    package static func hasRoom(_ descriptor: Int32) -> Bool {
        Interest(descriptor, writes: true).isMet(within: 0)
    }
}

extension Readiness.Interest {
    /// Waits for this alone.
    ///
    /// - Parameter milliseconds: how long at the most; `nil` to wait without an end.
    /// - Returns: whether it is ready, as opposed to the time being over or a signal having come.
    package func isMet(within milliseconds: Int32?) -> Bool {
        var entry = entry
        return unsafe poll(&entry, 1, milliseconds ?? -1) > 0
    }

    fileprivate var entry: pollfd {
        let events = (reads ? POLLIN : 0) | (writes ? POLLOUT : 0)
        return pollfd(fd: descriptor, events: Int16(events), revents: 0)
    }
}
