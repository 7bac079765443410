// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The process's environment variables.
package enum ProcessEnvironment {
    /// The value of a variable (`getenv(3)`).
    package static func value(of name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
