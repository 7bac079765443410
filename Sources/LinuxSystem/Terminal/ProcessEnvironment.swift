// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The process's environment variables.
package enum ProcessEnvironment {
    /// The value of a variable (`secure_getenv(3)`).
    ///
    /// - Returns: `nil` for every variable if the program runs with more privileges than its user has
    ///   (set-user-ID, set-group-ID, file capabilities): the user chose the values, and the address of a
    ///   bus can name a command to run.
    package static func value(of name: String) -> String? {
        bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same as ``value(of:)``, byte for byte: folders need not have names that are valid UTF-8.
    package static func bytes(of name: String) -> [UInt8]? {
        guard let value = unsafe clx_secure_getenv(name) else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }
}
