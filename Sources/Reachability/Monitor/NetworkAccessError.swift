// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The system cannot be asked about its network: netlink, the kernel's interface for that, is refused
/// (by a sandbox, say), or the process is out of file descriptors.
public struct NetworkAccessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation, the system's reason and number, and the kernel's own words if it has some.
    public let description: String
    /// The system's error number (`errno`, as in errno(3)), if there is one.
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

    /// Runs `body` with the errors of the lower layers turned into this one.
    static func catching<Value>(
        _ body: () throws -> Value
    ) throws(NetworkAccessError) -> Value {
        do { return try body() } catch { throw NetworkAccessError(error) }
    }
}
