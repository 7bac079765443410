// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why the name of a host has no address, for the time being.
package struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether a name server answered that the name has no address, as opposed to a lookup that failed.
    package let isAnswer: Bool
    /// What went wrong, without the name.
    package let reason: String
    /// The name, and the resolver's own words.
    package let description: String

    /// Takes what `getaddrinfo(3)` returned, and the error number that it may have left.
    init(host: HostName, code: Int32, errno: Int32) {
        let words =
            unsafe code == EAI_SYSTEM
            ? String(cString: strerror(errno)) : String(cString: gai_strerror(code))
        isAnswer = [EAI_NONAME, Self.noData, Self.addressFamily].contains(code)
        // The C library does not say whether nobody answered, or somebody that he could not.
        reason = code == EAI_AGAIN ? "no usable answer from a name server" : words
        description = "cannot resolve \(host): \(words) (getaddrinfo)"
    }

    /// `EAI_NODATA` and `EAI_ADDRFAMILY`, which the C library has as GNU extensions: the name exists,
    /// and has no address of a family that is wanted.
    private static let noData: Int32 = -5
    private static let addressFamily: Int32 = -9

    /// Nobody could be asked.
    init(host: HostName, _ error: SystemError) {
        isAnswer = false
        reason = error.description
        description = "cannot resolve \(host): \(error)"
    }

    /// Nobody answered in time.
    init(host: HostName, seconds: Int32) {
        isAnswer = false
        reason = "no answer from a name server within \(seconds) s"
        description = "cannot resolve \(host): \(reason)"
    }

    /// Takes the words of somebody else who resolves.
    package init(_ description: String) {
        isAnswer = true
        reason = description
        self.description = description
    }
}
