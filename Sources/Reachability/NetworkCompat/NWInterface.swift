// SPDX-License-Identifier: Apache-2.0

public import NetworkReachability

/// A network interface with the API of Apple's `NWInterface`. It wraps a `NetworkInterface`.
public struct NWInterface: Sendable, Hashable {
    /// The types of interfaces that Apple distinguishes.
    public enum InterfaceType: Sendable, Hashable {
        /// A VPN, Bluetooth, or an unknown type.
        case other
        /// Wireless LAN.
        case wifi
        /// Cellular.
        case cellular
        /// Ethernet, over a cable or virtual.
        case wiredEthernet
        /// The loopback interface.
        case loopback
    }

    /// The type of the interface.
    public let type: InterfaceType
    /// The name of the interface, such as `eth0`.
    public let name: String
    /// The index of the interface (`ifi_index`).
    public let index: Int

    /// Creates a value for an interface.
    public init(_ interface: NetworkInterface) {
        type = InterfaceType(interface.type)
        name = interface.name
        index = interface.index
    }
}

extension NWInterface: CustomDebugStringConvertible {
    /// The name of the interface.
    public var debugDescription: String { name }
}

extension NWInterface.InterfaceType {
    /// Converts a type of the module NetworkReachability.
    init(_ type: NetworkReachability.InterfaceType) {
        switch type {
        case .wifi: self = .wifi
        case .wwan: self = .cellular
        case .ethernet: self = .wiredEthernet
        case .loopback: self = .loopback
        case .bluetooth, .vpn, .other: self = .other
        }
    }

    /// The types of the module NetworkReachability that correspond to this one.
    var types: [NetworkReachability.InterfaceType] {
        NetworkReachability.InterfaceType.allCases.filter { Self($0) == self }
    }
}
