// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// What is to be reached.
package enum ReachabilityTarget: Sendable, Hashable {
    /// The internet.
    case internet
    /// A Wi-Fi network.
    case localWiFi
    /// An address.
    case address(IPAddress)
    /// A host that has a name.
    case host(HostName)

    /// Takes the name of a host, or an address.
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

    /// Takes an address in text.
    package init(address: String) throws(ReachabilityError) {
        guard let address = IPAddress(address) else { throw .malformedAddress(address) }
        self.init(address)
    }

    private init(_ address: IPAddress) {
        self = address.isUnspecified ? .internet : .address(address)
    }
}

extension ReachabilityTarget: CustomStringConvertible {
    /// The target in words.
    package var description: String {
        switch self {
        case .internet: "internet"
        case .localWiFi: "local Wi-Fi"
        case .address(let address): address.description
        case .host(let host): host.description
        }
    }
}
