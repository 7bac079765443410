// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// A router that packets are handed to, the next hop of a route (`RTA_GATEWAY`, `RTA_VIA`).
    public struct Gateway: Sendable, Hashable {
        /// Its address on the link.
        public let address: IPAddress
        /// The name of the interface that leads to it.
        public let interface: String

        /// Names a router.
        public init(address: IPAddress, interface: String) {
            self.address = address
            self.interface = interface
        }
    }
}

extension NetworkPath.Gateway: CustomStringConvertible {
    /// The address; a link-local one with its zone, as in `fe80::1%eth0` (RFC 4007).
    public var description: String {
        let text = address.description
        return address.isLinkLocal && address.family == .ipv6 ? "\(text)%\(interface)" : text
    }
}
