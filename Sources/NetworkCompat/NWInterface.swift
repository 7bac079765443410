// SPDX-License-Identifier: Apache-2.0

public import Reachability

/// The types of Linux: ``NWInterface/InterfaceType`` hides their name, and that of the module is also
/// the name of a class.
typealias KernelInterfaceType = InterfaceType

/// A network interface, as Apple's Network framework shows it: a thin value over
/// `NetworkInterface`.
public struct NWInterface: Sendable, Hashable {
    /// The types that Apple knows.
    public enum InterfaceType: Sendable, Hashable {
        /// A VPN, Bluetooth, or what cannot be told.
        case other
        /// Wireless LAN.
        case wifi
        /// Cellular.
        case cellular
        /// Ethernet, with a wire or virtual.
        case wiredEthernet
        /// The machine itself.
        case loopback
    }

    /// Its type.
    public let type: InterfaceType
    /// Its name, such as `eth0`.
    public let name: String
    /// The number by which the kernel knows it (`ifi_index`).
    public let index: Int

    /// Shows an interface in Apple's words.
    public init(_ interface: NetworkInterface) {
        type = InterfaceType(interface.type)
        name = interface.name
        index = interface.index
    }
}

extension NWInterface: CustomDebugStringConvertible {
    /// The name.
    public var debugDescription: String { name }
}

extension NWInterface.InterfaceType {
    /// The type that Apple has for one of Linux.
    init(_ type: KernelInterfaceType) {
        switch type {
        case .wifi: self = .wifi
        case .wwan: self = .cellular
        case .ethernet: self = .wiredEthernet
        case .loopback: self = .loopback
        case .bluetooth, .vpn, .other: self = .other
        }
    }

    /// The types of Linux that it stands for.
    var types: [KernelInterfaceType] {
        KernelInterfaceType.allCases.filter { Self($0) == self }
    }
}
