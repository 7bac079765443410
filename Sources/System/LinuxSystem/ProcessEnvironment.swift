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

    /// A folder of the user (XDG Base Directory Specification). Relative paths are ignored, as it says.
    ///
    /// - Parameters:
    ///   - variable: the variable that names the folder, such as `XDG_STATE_HOME`.
    ///   - place: the path below `HOME` of the folder if the variable does not name one.
    /// - Returns: `nil` if neither names one.
    package static func folder(_ variable: String, inHome place: String) -> String? {
        func path(_ name: String) -> String? {
            value(of: name).flatMap { $0.begins(with: "/") ? $0 : nil }
        }
        return path(variable) ?? path("HOME").map { "\($0)/\(place)" }
    }

    /// Returns the variables that can name the proxy for a scheme, in lower case. The first that is not empty counts, as
    /// for libcurl.
    ///
    /// `HTTP_PROXY` is none of them: a CGI program is given it for a request's field `Proxy`.
    package static func proxyVariables(for scheme: String?) -> [String] {
        (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"])
            + ["all_proxy", "ALL_PROXY"]
    }

    /// The bytes of a variable's value, as ``value(of:)``. The name of a folder need not be valid UTF-8.
    package static func bytes(of name: String) -> [UInt8]? {
        guard let value = unsafe clx_secure_getenv(name) else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }
}
