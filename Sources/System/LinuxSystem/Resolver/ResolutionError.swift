// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why the name of a host could not be resolved.
package struct ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether a name server answered that the name has no address, as opposed to a lookup that failed.
    package let isAnswer: Bool
    /// The reason, without the name.
    package let reason: String
    /// The name, and the message of the resolver.
    package let description: String

    /// Creates an error from the result of `getaddrinfo(3)`, and the error number that it may have set.
    init(host: HostName, code: Int32, errno: Int32) {
        let message =
            unsafe code == EAI_SYSTEM
            ? String(cString: strerror(errno)) : String(cString: gai_strerror(code))
        isAnswer = [EAI_NONAME, Self.noData, Self.addressFamily].contains(code)
        // The C library does not say whether no name server answered, or one answered with a failure.
        reason = code == EAI_AGAIN ? "no usable answer from a name server" : message
        description = "cannot resolve \(host): \(message) (getaddrinfo)"
    }

    // `EAI_NODATA` and `EAI_ADDRFAMILY`, which are GNU extensions: the name exists, but has no address of a family that
    // was asked for.
    private static let noData: Int32 = -5
    private static let addressFamily: Int32 = -9

    /// The lookup could not be started.
    init(host: HostName, _ error: SystemError) {
        isAnswer = false
        reason = error.description
        description = "cannot resolve \(host): \(error)"
    }

    /// No name server answered in time.
    package init(host: HostName, seconds: Int32) {
        isAnswer = false
        reason = "no answer from a name server within \(seconds) s"
        description = "cannot resolve \(host): \(reason)"
    }

    /// Another resolver answered that the name has no address.
    package init(_ description: String) {
        isAnswer = true
        reason = description
        self.description = description
    }
}
