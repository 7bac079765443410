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
    /// Whether the network is metered; `nil` to let the other sources decide.
    public var isMetered: Bool?
    /// Whether the user wants little traffic (Apple's Low Data Mode); `nil` to let the overrides of
    /// the interfaces below decide.
    public var isConstrained: Bool?

    /// Creates an override.
    ///
    /// - Parameters:
    ///   - interface: a pattern for the names of interfaces; `nil` for any.
    ///   - ssid: the name of a Wi-Fi network; `nil` for any.
    ///   - isMetered: whether the network is metered; `nil` to let the other sources decide.
    ///   - isConstrained: whether the user wants little traffic; `nil` to let the overrides of the
    ///     interfaces below decide.
    public init(
        interface: String? = nil,
        ssid: String? = nil,
        isMetered: Bool? = nil,
        isConstrained: Bool? = nil
    ) {
        self.interface = interface
        self.ssid = ssid
        self.isMetered = isMetered
        self.isConstrained = isConstrained
    }
}

extension InterfaceOverride {
    /// Whether the override matches an interface.
    func fits(_ interface: NetworkState.Interface.Inheritable) -> Bool {
        (self.interface.map(interface.name.matches) ?? true)
            && (ssid.map { Array($0.utf8) == interface.wireless?.ssid } ?? true)
    }

    /// A description of the interfaces that the override matches.
    var subject: String {
        switch (interface, ssid) {
        case (let interface?, let ssid?): "interface \(interface) in network “\(ssid)”"
        case (let interface?, nil): "interface \(interface)"
        case (nil, let ssid?): "network “\(ssid)”"
        case (nil, nil): "every interface"
        }
    }
}

extension InterfaceOverride: CustomStringConvertible {
    /// The interfaces and the settings: `interface usb*: metered, not constrained`.
    public var description: String {
        let words = [
            isMetered.map { $0 ? "metered" : "not metered" },
            isConstrained.map { $0 ? "constrained" : "not constrained" },
        ].compactMap(\.self)
        return "\(subject): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
    }
}
