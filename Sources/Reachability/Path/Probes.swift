// SPDX-License-Identifier: Apache-2.0

/// The addresses that stand for the internet: a route to them is looked up, and nothing is sent.
public struct Probes: Sendable, Hashable {
    /// IPv4 addresses, in different halves of the address space.
    public var ipv4: [IPAddress]
    /// IPv6 addresses, of those given out to networks (2000::/3).
    public var ipv6: [IPAddress]

    /// Creates a set of addresses.
    public init(ipv4: [IPAddress], ipv6: [IPAddress]) {
        self.ipv4 = ipv4
        self.ipv6 = ipv6
    }

    /// Addresses that have been where they are for long and will stay: of the root name servers A
    /// and C, and of Quad9. VPNs that cover the internet by two halves (0.0.0.0/1 and 128.0.0.0/1)
    /// have one in each.
    public static let standard = Probes(
        ipv4: ["198.41.0.4", "9.9.9.9"].compactMap(IPAddress.init),
        ipv6: ["2001:500:2::c"].compactMap(IPAddress.init))

    /// The addresses of a family.
    func addresses(_ family: IPAddress.Family) -> [IPAddress] {
        switch family {
        case .ipv4: ipv4
        case .ipv6: ipv6
        }
    }
}
