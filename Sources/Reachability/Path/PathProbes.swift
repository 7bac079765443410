// SPDX-License-Identifier: Apache-2.0

/// The addresses that stand for the internet: a route to them is looked up, and nothing is sent.
public struct PathProbes: Sendable, Hashable {
    /// The addresses, in the order in which they are asked about.
    public var addresses: [IPAddress]

    /// Chooses the addresses: of IPv4 in different halves of the address space, of IPv6 such as are
    /// given out to networks (2000::/3). A family without an address has no way.
    public init(_ addresses: [IPAddress]) {
        self.addresses = addresses
    }

    /// Addresses that have been where they are for long and will stay: of the root name servers A
    /// and C, and of Quad9. VPNs that cover the internet by two halves (0.0.0.0/1 and 128.0.0.0/1)
    /// have one in each.
    public static let standard = PathProbes(
        ["198.41.0.4", "9.9.9.9", "2001:500:2::c"].compactMap(IPAddress.init))
}
