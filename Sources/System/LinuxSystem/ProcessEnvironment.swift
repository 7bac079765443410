// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The environment variables of the process.
package enum ProcessEnvironment {
    /// The value of a variable (`secure_getenv(3)`).
    ///
    /// - Returns: `nil` if the variable is not set; also if the program has more privileges than its user (set-user-ID,
    ///   set-group-ID, file capabilities). The user chose the value, and the address of a bus can name a command to run.
    package static func value(of name: String) -> String? {
        bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a variable's value, as ``value(of:)``. The name of a folder need not be valid UTF-8.
    package static func bytes(of name: String) -> [UInt8]? {
        guard let value = unsafe clx_secure_getenv(name) else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }
}
