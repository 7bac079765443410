// SPDX-License-Identifier: Apache-2.0

/// The folder below which the system's files are read: `/`, or a temporary folder in a test.
///
/// Symbolic links below it must be relative, as the kernel follows an absolute one from the real `/`.
package struct SystemRoot: Hashable, Sendable {
    /// The root of the file system.
    package static let system = SystemRoot("")

    private let prefix: String

    /// - Parameter folder: the path of a folder, without a slash at its end.
    package init(_ folder: String) { prefix = folder }

    /// Where a file is.
    ///
    /// - Parameter path: the absolute path of the file on a running system, such as `/etc/resolv.conf`.
    package func path(_ path: String) -> String { prefix + path }
}

extension SystemRoot {
    /// A number among the kernel's settings (`/proc/sys`, sysctl(8)); `nil` if there is no such setting, as for some
    /// in a namespace of an ordinary user.
    ///
    /// - Parameter name: the name with dots, such as `net.ipv6.route.gc_interval`.
    package func setting(_ name: String) -> Int64? {
        let file = "/proc/sys/" + name.pieces(separatedBy: ".").joined(separator: "/")
        let text = (try? readFile(path(file))) ?? nil
        return text.flatMap {
            Int64(String($0.unicodeScalars.prefix { ("0"..."9").contains($0) }))
        }
    }
}
