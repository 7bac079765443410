// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import LinuxSystem

/// The service manager that started this process, if it asks for notifications (sd_notify(3)).
package enum ServiceManager {
    /// The socket that the service manager listens on for this process (sd_listen_fds(3)); `nil` if there is none.
    /// It does not block. Programs that are started later do not get it.
    package static func takeSocket() -> Int32? {
        defer {
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        }
        guard let process = ProcessEnvironment.value(of: "LISTEN_PID"), Int32(process) == getpid(),
            let count = ProcessEnvironment.value(of: "LISTEN_FDS").flatMap({ Int32($0) }),
            count >= 1
        else { return nil }
        let first: Int32 = 3
        let flags = fcntl(first, F_GETFL)
        guard flags >= 0, fcntl(first, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(first, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        return first
    }

    /// Whether systemd stops the services of this user when the user logs out: lingering is not enabled (loginctl(1)).
    package static var stopsAtLogout: Bool {
        guard geteuid() != 0, unsafe access("/run/systemd/system", F_OK) == 0,
            let user = ProcessEnvironment.value(of: "LOGNAME")
                ?? ProcessEnvironment.value(of: "USER"), !user.utf8.contains(UInt8(ascii: "/"))
        else { return false }
        return unsafe access("/var/lib/systemd/linger/\(user)", F_OK) != 0
    }

    /// Whether a service manager waits for notifications of this process.
    package static var isPresent: Bool {
        !(ProcessEnvironment.value(of: "NOTIFY_SOCKET") ?? "").isEmpty
    }

    /// Sends a notification, such as `READY=1`. Without a service manager nothing happens.
    package static func notify(_ state: String) {
        guard var path = ProcessEnvironment.value(of: "NOTIFY_SOCKET"), path.utf8.count > 1 else {
            return
        }
        // An abstract socket's name begins with a zero byte.
        if path.begins(with: "@") { path = "\0" + String(path.unicodeScalars.dropFirst()) }
        // The command does not fail if the service manager does not receive it.
        _ = sendDatagram(Array(state.utf8), to: path)
    }
}

/// Sends a message to a program of this machine that listens at a path (unix(7), `SOCK_DGRAM`), without waiting.
///
/// - Parameter path: the path of the socket; an abstract name begins with a zero byte.
/// - Returns: whether the receiver has it.
func sendDatagram(_ message: [UInt8], to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { return false }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size - room + name.count)
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return unsafe message.withUnsafeBytes { bytes in
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    descriptor, bytes.baseAddress, bytes.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address, length) == bytes.count
            }
        }
    }
}
