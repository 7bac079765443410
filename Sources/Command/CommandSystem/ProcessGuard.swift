// SPDX-License-Identifier: Apache-2.0

internal import CCommandSystem
internal import Glibc
internal import LinuxSystem

/// The process that ends a group if this process dies (`ccs_start_guard`).
struct ProcessGuard: ~Copyable {
    let process: Int32
    /// The socket to the guard.
    let link: Int32

    private init(_ process: Int32, _ link: Int32) {
        self.process = process
        self.link = link
    }

    static func start() throws(SystemError) -> ProcessGuard {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw SystemError(operation: "make a pair of sockets", errno: errno)
        }
        let process = ccs_start_guard(ends[1])
        close(ends[1])
        guard process > 0 else {
            close(ends[0])
            throw SystemError(operation: "start a guard (fork)", errno: -process)
        }
        return ProcessGuard(process, ends[0])
    }

    deinit { close(link) }

    /// Sets the group that the guard is to end.
    func watch(_ group: Int32) {
        var group = group
        unsafe write(&group, MemoryLayout<Int32>.size)
    }

    /// Writes to the guard, without SIGPIPE if it was killed.
    private func write(_ bytes: UnsafeRawPointer, _ count: Int) {
        _ = unsafe send(link, bytes, count, Int32(MSG_NOSIGNAL))
    }

    /// Ends the guard, because the group is gone.
    func release() {
        var release: UInt8 = 1
        unsafe write(&release, 1)
        // A guard that was stopped does not read.
        kill(process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
