// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why the name of a host has no address, for the time being.
package struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name, and the resolver's own words.
    package let description: String

    /// Takes what `getaddrinfo(3)` returned, and the error number that it may have left.
    init(host: HostName, code: Int32, errno: Int32) {
        let reason =
            unsafe code == EAI_SYSTEM
            ? String(cString: strerror(errno)) : String(cString: gai_strerror(code))
        description = "cannot resolve \(host): \(reason) (getaddrinfo)"
    }

    /// Nobody could be asked.
    init(host: HostName, _ error: SystemError) {
        description = "cannot resolve \(host): \(error)"
    }

    /// Takes the words of somebody else who resolves.
    package init(_ description: String) { self.description = description }
}
