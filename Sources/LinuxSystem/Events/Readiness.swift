// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Waiting for descriptors (`poll(2)`): there are a handful, and each wait names them all.
package enum Readiness {
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

    /// What came of it.
    package struct Result: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// There is something to read, or to take an error from.
        package static let readable = Result(rawValue: 1)
        /// There is room to write.
        package static let writable = Result(rawValue: 2)
        /// The other end has gone (`POLLERR`, `POLLHUP`).
        package static let closed = Result(rawValue: 4)
    }

    /// Whether a descriptor has room to write now.
    package static func hasRoom(_ descriptor: Int32) -> Bool {
        wait([Interest(descriptor, writes: true)], milliseconds: 0) != [[]]
    }

    /// Waits until something is ready, or so many milliseconds.
    ///
    /// - Parameter milliseconds: `nil` to wait without an end.
    /// - Returns: a result for each interest; all are empty if the time was over, or a signal came.
    package static func wait(_ interests: [Interest], milliseconds: Int32?) -> [Result] {
        let count = interests.count
        return unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: count) { entries in
            for (position, interest) in interests.enumerated() {
                let events = (interest.reads ? POLLIN : 0) | (interest.writes ? POLLOUT : 0)
                unsafe entries.initializeElement(
                    at: position,
                    to: pollfd(fd: interest.descriptor, events: Int16(events), revents: 0))
            }
            var results = [Result](repeating: [], count: count)
            guard unsafe poll(entries.baseAddress, nfds_t(count), milliseconds ?? -1) > 0 else {
                return results
            }
            for position in results.indices {
                unsafe results[position] = Result(events: Int32(entries[position].revents))
            }
            return results
        }
    }
}

extension Readiness.Result {
    /// Reads what `poll(2)` says of a descriptor.
    fileprivate init(events: Int32) {
        self = []
        if events & (POLLIN | POLLERR | POLLHUP) != 0 { insert(.readable) }
        if events & POLLOUT != 0 { insert(.writable) }
        if events & (POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.closed) }
    }
}
