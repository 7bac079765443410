// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    internal import Glibc

    /// A failure of the connection to the system bus.
    package struct SystemBusError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What was attempted.
        package var operation: String
        /// The error number of `errno(3)`.
        package var errno: Int32

        /// Whether there is no bus at the address.
        package var isAbsence: Bool { errno == ENOENT || errno == ECONNREFUSED }

        package var description: String {
            unsafe "cannot \(operation): \(String(cString: strerror(errno)))"
        }

        /// Takes a result of sd-bus, which is a negative error number if it failed.
        @discardableResult
        static func check(_ result: Int32, _ operation: String) throws(SystemBusError) -> Int32 {
            guard result >= 0 else {
                throw SystemBusError(operation: operation, errno: -result)
            }
            return result
        }
    }
#endif
