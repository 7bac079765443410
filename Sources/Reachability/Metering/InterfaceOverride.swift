// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The user's own word on interfaces or Wi-Fi networks, which beats every other source.
///
/// Of several, the first one that fits an interface counts. One that fits the interface on top of a
/// path (a VPN, say) decides over everything below it.
public struct InterfaceOverride: Sendable, Hashable {
    /// The interfaces' names, as a pattern like the shell's (`usb*`, see fnmatch(3)); `nil` for any.
    public var interface: String?
    /// The name of the Wi-Fi network, which must be the same to the letter; `nil` for any, and for what
    /// is not Wi-Fi.
    public var ssid: String?
    /// Whether traffic costs money; `nil` to leave that to the other sources.
    public var isMetered: Bool?
    /// Whether little traffic is wanted (Apple's Low Data Mode); `nil` to leave that to what is said of
    /// the interfaces below.
    public var isConstrained: Bool?

    /// Overrides what is known of the interfaces that fit.
    ///
    /// - Parameters:
    ///   - interface: the interfaces' names, as a pattern; `nil` for any.
    ///   - ssid: the name of the Wi-Fi network; `nil` for any.
    ///   - isMetered: whether traffic costs money.
    ///   - isConstrained: whether little traffic is wanted.
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
    /// Whether it fits an interface.
    func fits(_ seen: NetworkState.Interface) -> Bool {
        (interface.map(seen.name.matches) ?? true)
            && (ssid.map { Array($0.utf8) == seen.wireless?.ssid } ?? true)
    }

    /// What it says of the cost.
    var statement: MeteredStatement? {
        isMetered.map { isMetered in
            MeteredStatement(
                rung: .override,
                metered: Metered(
                    isMetered ? .yes : .no, source: .override,
                    detail: "the user's word on \(subject)"))
        }
    }

    private var subject: String {
        switch (interface, ssid) {
        case (let interface?, let ssid?): "interface \(interface) in network “\(ssid)”"
        case (let interface?, nil): "interface \(interface)"
        case (nil, let ssid?): "network “\(ssid)”"
        case (nil, nil): "every interface"
        }
    }
}

extension InterfaceOverride: CustomStringConvertible {
    /// What it is about, and what it says: `interface usb*: metered, not constrained`.
    public var description: String {
        let words = [
            isMetered.map { $0 ? "metered" : "not metered" },
            isConstrained.map { $0 ? "constrained" : "not constrained" },
        ].compactMap(\.self)
        return "\(subject): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
    }
}
