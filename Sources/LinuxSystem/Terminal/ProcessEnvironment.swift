// SPDX-License-Identifier: Apache-2.0

internal import CLinux

/// The process's environment variables.
package enum ProcessEnvironment {
    /// The value of a variable (`secure_getenv(3)`).
    ///
    /// - Returns: `nil` for every variable if the program runs with more privileges than its user has
    ///   (set-user-ID, set-group-ID, file capabilities): the user chose the values, and the address of a
    ///   bus can name a command to run.
    package static func value(of name: String) -> String? {
        unsafe clx_secure_getenv(name).map { unsafe String(cString: $0) }
    }
}
