// SPDX-License-Identifier: Apache-2.0

/// Why a ``Reachability`` cannot be made or started.
public enum ReachabilityError: Error, Sendable, Hashable {
    /// The name of the host is empty.
    case emptyHostName
    /// This can be neither the name of a host nor an address: letters, digits, hyphens and
    /// underscores between dots (RFC 1123). Other scripts must be in Punycode, and nothing of a URL
    /// may be there but the host.
    case malformedHostName(String)
    /// This is not an IP address.
    case malformedAddress(String)
    /// The system cannot be asked about its network.
    case noAccess(NetworkAccessError)
}

extension ReachabilityError: CustomStringConvertible {
    /// The error in words that a person understands.
    public var description: String {
        switch self {
        case .emptyHostName: "the name of the host is empty"
        case .malformedHostName(let text): "\(text.debugDescription) is not the name of a host"
        case .malformedAddress(let text): "\(text.debugDescription) is not an IP address"
        case .noAccess(let error): error.description
        }
    }
}
