// SPDX-License-Identifier: Apache-2.0

package import NetworkReachability
package import LinuxSystem

/// The target of a ``Reachability``.
package enum ReachabilityTarget: Sendable, Hashable {
    /// The internet.
    case internet
    /// The local Wi-Fi network.
    case localWiFi
    /// An IP address.
    case address(IPAddress)
    /// A host name.
    case host(HostName)

    /// Parses a host name or an IP address.
    package init(hostname: String) throws(ReachabilityError) {
        if let address = IPAddress(hostname) {
            self.init(address)
        } else if hostname.isEmpty {
            throw .emptyHostName
        } else if let host = HostName(hostname) {
            self = .host(host)
        } else {
            throw .malformedHostName(hostname)
        }
    }

    /// Parses an IP address.
    package init(address: String) throws(ReachabilityError) {
        guard let address = IPAddress(address) else { throw .malformedAddress(address) }
        self.init(address)
    }

    private init(_ address: IPAddress) {
        self = address.isUnspecified ? .internet : .address(address)
    }
}

extension ReachabilityTarget: CustomStringConvertible {
    /// The name of the target.
    package var description: String {
        switch self {
        case .internet: "internet"
        case .localWiFi: "local Wi-Fi"
        case .address(let address): address.description
        case .host(let host): host.description
        }
    }
}

/// The reason why a ``Reachability`` cannot be created or started.
public enum ReachabilityError: Error, Sendable, Hashable {
    /// The host name is empty.
    case emptyHostName
    /// The text is neither a host name nor an IP address.
    ///
    /// A host name consists of letters, digits, hyphens and underscores between dots (RFC 1123).
    /// Names in other scripts must be in Punycode. A URL is not a host name.
    case malformedHostName(String)
    /// The text is not an IP address.
    case malformedAddress(String)
    /// The system refused access to its network configuration.
    case noAccess(NetworkAccessError)
}

extension ReachabilityError: CustomStringConvertible {
    /// A description of the error for people, in English.
    public var description: String {
        switch self {
        case .emptyHostName: "the name of the host is empty"
        case .malformedHostName(let text): "\(text.debugDescription) is not the name of a host"
        case .malformedAddress(let text): "\(text.debugDescription) is not an IP address"
        case .noAccess(let error): error.description
        }
    }
}
