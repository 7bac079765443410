// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// Any number of descriptors that are waited for through one (epoll(7)).
///
/// A thread adds ``descriptor`` to its ``PollSet``, and takes what is ready here once that is readable.
package final class ReadinessQueue {
    /// A descriptor that is ready.
    package struct Event: Sendable, Hashable {
        /// The descriptor.
        package var descriptor: Int32
        /// Whether there is data to read.
        package var reads: Bool
        /// Whether there is room to write.
        package var writes: Bool
        /// Whether the descriptor has an error, or its other end is closed.
        package var isClosed: Bool
    }

    /// The descriptor to wait on. It is readable while a descriptor of the queue is ready.
    package let descriptor: Int32

    /// Creates an empty queue.
    ///
    /// - Throws: ``SystemError`` if the process has too many open files.
    package init() throws(SystemError) {
        let descriptor = epoll_create1(clx_epoll_cloexec)
        guard descriptor >= 0 else {
            throw SystemError(operation: "wait for sockets (epoll_create1)", errno: errno)
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sets what to wait for on a descriptor, which may be in the queue already.
    ///
    /// - Throws: ``SystemError`` if the descriptor is closed, or the user watches too many.
    package func set(_ interest: PollSet.Interest) throws(SystemError) {
        let events = (interest.reads ? clx_epoll_in : 0) | (interest.writes ? clx_epoll_out : 0)
        if clx_epoll_set(descriptor, EPOLL_CTL_MOD, interest.descriptor, events) == 0 { return }
        guard errno == ENOENT,
            clx_epoll_set(descriptor, EPOLL_CTL_ADD, interest.descriptor, events) == 0
        else { throw SystemError(operation: "wait for a socket (epoll_ctl)", errno: errno) }
    }

    /// Removes a descriptor. One that is closed has been removed by the kernel.
    package func remove(_ descriptor: Int32) {
        _ = clx_epoll_set(self.descriptor, EPOLL_CTL_DEL, descriptor, 0)
    }

    /// Takes the descriptors that are ready, without waiting: at most 16, the others at the next call.
    package func ready(_ body: (Event) -> Void) {
        var entries = InlineArray<16, clx_epoll_ready>(repeating: clx_epoll_ready())
        var span = entries.mutableSpan
        let count = unsafe span.withUnsafeMutableBufferPointer { entries in
            unsafe clx_epoll_take(descriptor, entries.baseAddress, Int32(entries.count))
        }
        for position in 0..<max(0, Int(count)) {
            let entry = entries[position]
            body(
                Event(
                    descriptor: entry.descriptor, reads: entry.events & clx_epoll_in != 0,
                    writes: entry.events & clx_epoll_out != 0,
                    isClosed: entry.events & clx_epoll_failed != 0))
        }
    }
}
