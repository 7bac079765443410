// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Messages to programs of this machine that listen at a path (unix(7), `SOCK_DGRAM`).
enum LocalDatagram {
    /// Sends a message, without waiting.
    ///
    /// - Parameter path: the path of the socket; an abstract name begins with a zero byte.
    /// - Returns: whether the receiver has it.
    static func send(_ message: [UInt8], to path: String) -> Bool {
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
}
