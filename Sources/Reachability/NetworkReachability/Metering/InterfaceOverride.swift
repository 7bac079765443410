// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// A user's setting for interfaces or Wi-Fi networks, which has priority over all other sources.
///
/// The first override that matches an interface applies. An override for the interface on top of a
/// path, such as a VPN, has priority over everything below it.
public struct InterfaceOverride: Sendable, Hashable {
    /// A pattern for the names of interfaces, such as `usb*` (see fnmatch(3)); `nil` for any
    /// interface.
    public var interface: String?
    /// The exact name (SSID) of a Wi-Fi network; `nil` for any network, and for interfaces other
    /// than Wi-Fi.
    public var ssid: String?
    /// The name of a place (``PathMonitor/Configuration/places``): the override applies to the interfaces that carry the
    /// path while ``NetworkPath/place`` is this one; `nil` for any place, and for none.
    public var place: String?
    /// Whether the network is metered; `nil` to let the other sources decide.
    public var isMetered: Bool?
    /// Whether the user wants little traffic (Apple's Low Data Mode); `nil` to let the overrides of
    /// the interfaces below decide.
    public var isConstrained: Bool?
    /// Whether the network is meant for the least traffic only, as a satellite link is (Apple's ultra-constrained networks).
    /// Such a network is constrained, whatever ``isConstrained`` says.
    public var isUltraConstrained: Bool

    /// Creates an override.
    ///
    /// - Parameters:
    ///   - interface: a pattern for the names of interfaces; `nil` for any.
    ///   - ssid: the name of a Wi-Fi network; `nil` for any.
    ///   - place: the name of a place; `nil` for any, and for none.
    ///   - isMetered: whether the network is metered; `nil` to let the other sources decide.
    ///   - isConstrained: whether the user wants little traffic; `nil` to let the overrides of the
    ///     interfaces below decide. An ultra-constrained network is always constrained.
    ///   - isUltraConstrained: whether the network is meant for the least traffic only.
    public init(
        interface: String? = nil,
        ssid: String? = nil,
        place: String? = nil,
        isMetered: Bool? = nil,
        isConstrained: Bool? = nil,
        isUltraConstrained: Bool = false
    ) {
        self.interface = interface
        self.ssid = ssid
        self.place = place
        self.isMetered = isMetered
        self.isConstrained = isUltraConstrained ? true : isConstrained
        self.isUltraConstrained = isUltraConstrained
    }
}

extension InterfaceOverride {
    /// Whether the override matches an interface, apart from its place.
    func fits(_ interface: NetworkState.Interface.Inheritable) -> Bool {
        (self.interface.map(interface.name.matches) ?? true)
            && (ssid.map { Array($0.utf8) == interface.wireless?.ssid } ?? true)
    }

    /// A description of the interfaces that the override matches.
    var subject: String {
        let networks =
            [interface.map { "interface \($0)" }, ssid.map { "network “\($0)”" }]
            .compactMap(\.self).joined(separator: " in ")
        let place = place.map { "place “\($0)”" }
        switch (networks.isEmpty, place) {
        case (false, let place?): return "\(networks) at \(place)"
        case (false, nil): return networks
        case (true, let place?): return place
        case (true, nil): return "every interface"
        }
    }
}

extension InterfaceOverride: CustomStringConvertible {
    /// The interfaces and the settings: `interface usb*: metered, not constrained`.
    public var description: String {
        let words = [
            isMetered.map { $0 ? "metered" : "not metered" },
            constraint.map {
                switch $0 {
                case .none: "not constrained"
                case .constrained: "constrained"
                case .ultra: "ultra-constrained"
                }
            },
        ].compactMap(\.self)
        return "\(subject): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
    }
}
