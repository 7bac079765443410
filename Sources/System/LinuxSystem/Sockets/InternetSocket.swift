// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A socket that is connected to an address over one interface: for one datagram, or for a connection (udp(7), tcp(7)).
///
/// Nothing blocks: the owner waits for ``descriptor``.
package final class InternetSocket {
    /// The protocol.
    package enum Kind: Sendable, Hashable {
        /// UDP.
        case datagram
        /// TCP. The connection is made, or has failed, when the descriptor is writable.
        case stream
    }

    /// The descriptor to wait on.
    package let descriptor: Int32

    /// Opens a socket, and connects it.
    ///
    /// - Parameters:
    ///   - address: an IP address as text, with or without a zone.
    ///   - interface: the name of the interface by which packets leave (`SO_BINDTODEVICE`); `nil` for the kernel's choice. Before
    ///     Linux 5.7 only a privileged process may bind a socket to an interface; others leave the choice to the kernel.
    /// - Throws: ``SystemError`` if the socket cannot be made, or is refused at once: there is no route, for example.
    package init(
        _ kind: Kind, to address: String, port: UInt16, over interface: String?
    ) throws(SystemError) {
        let name = Self.name(address, over: interface)
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        unsafe hints.ai_socktype =
            kind == .datagram ? Int32(SOCK_DGRAM.rawValue) : Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(name, "\(port)", &hints, &list) == 0, let entry = unsafe list
        else {
            throw SystemError(operation: "connect to \(address)", errno: EADDRNOTAVAIL)
        }
        defer { unsafe freeaddrinfo(list) }
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        descriptor = unsafe socket(
            entry.pointee.ai_family, entry.pointee.ai_socktype | flags, entry.pointee.ai_protocol)
        guard descriptor >= 0 else {
            throw SystemError(operation: "open a socket", errno: errno)
        }
        // From here on, the deinitializer closes the descriptor.
        if let interface { try bind(to: interface) }
        let result = unsafe connect(descriptor, entry.pointee.ai_addr, entry.pointee.ai_addrlen)
        guard result == 0 || errno == EINPROGRESS else {
            throw SystemError(operation: "connect to \(address)", errno: errno)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The address with the zone that a link-local one needs.
    private static func name(_ address: String, over interface: String?) -> String {
        guard let interface, HostName.zone(of: address) == nil,
            let bytes = AddressText.parseIPv6(address), bytes.high >> 54 == 0xFE80 >> 6
        else { return address }
        return "\(address)%\(interface)"
    }

    private func bind(to interface: String) throws(SystemError) {
        let result = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface, socklen_t(interface.utf8.count))
        guard result == 0 || errno == EPERM else {
            throw SystemError(operation: "bind a socket to \(interface)", errno: errno)
        }
    }

    /// Sends one byte (`send(2)`).
    package func sendByte() throws(SystemError) {
        var byte: UInt8 = 0
        guard unsafe send(descriptor, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else {
            throw SystemError(operation: "send a datagram", errno: errno)
        }
    }

    /// Removes and returns the error number of the socket; 0 if there is none (`SO_ERROR`).
    package func takeError() -> Int32 {
        var number: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
        return result == 0 ? number : errno
    }
}
