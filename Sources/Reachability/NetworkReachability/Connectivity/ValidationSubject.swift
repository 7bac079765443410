// SPDX-License-Identifier: Apache-2.0

/// The part of a path that a connectivity check is about: the way that packets take.
///
/// What is found out over one way says nothing about another one. Other interfaces, costs and name servers do not matter.
package struct ValidationSubject: Sendable, Hashable {
    /// The name of the interface that packets are sent over.
    package var interface: String
    /// The index of the interface, because another one can get its name.
    package var index = 0
    /// The index of the interface of each address family; `nil` for a family that the path does not carry.
    var families = PerFamily<UInt32?>(nil)
    /// The names of the interfaces that carry the path, if it is a tunnel or stacked.
    var underlay: [String] = []
    /// The next hops, by their descriptions.
    var gateways: [String] = []
    /// The names of the Wi-Fi networks of the path. Two networks can have the same addresses.
    var networks: [String] = []
    /// The address of a captive portal that the network tells (RFC 8910); `nil` if it tells none.
    var portal: String?
}
