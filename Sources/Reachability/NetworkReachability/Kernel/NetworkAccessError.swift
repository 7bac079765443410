// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// An error that is thrown when the system's network configuration cannot be read.
///
/// Typical reasons are a sandbox that refuses netlink (the kernel's interface for network
/// configuration) and a process without free file descriptors.
public struct NetworkAccessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The failed operation, the system's error with its number, and the kernel's message if there
    /// is one.
    public let description: String
    /// The system's error number (`errno`, see errno(3)); `nil` if there is none.
    public let errno: Int32?

    init(_ error: any Error) {
        switch error {
        case let error as NetworkAccessError: self = error
        case let error as NetlinkError:
            description = error.description
            errno = error.errno
        case let error as SystemError:
            description = error.description
            errno = error.errno
        default:
            description = "\(error)"
            errno = nil
        }
    }

    /// Runs `body`, and converts errors of the lower layers to this type.
    static func catching<Value>(
        _ body: () throws -> Value
    ) throws(NetworkAccessError) -> Value {
        do { return try body() } catch { throw NetworkAccessError(error) }
    }
}
