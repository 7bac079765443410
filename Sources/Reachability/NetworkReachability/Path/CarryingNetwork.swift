// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// A network that carries a path: what names it, seen through tunnels and stacked interfaces.
struct CarryingNetwork {
    /// The interface whose routes the packets take, and the interfaces below it that carry it.
    let interfaces: [NetworkState.Interface]
    /// The next hops of that interface.
    let routers: [NetworkPath.Gateway]
    /// The hardware addresses of next hops, as far as they were asked for.
    let hardwareAddresses: [NetworkPath.Gateway: HardwareAddress]

    /// Creates the network of an interface.
    ///
    /// - Parameters:
    ///   - index: the interface whose routes the packets take.
    ///   - interfaces: all interfaces.
    ///   - decision: the decision on the path, with its gateways.
    init(
        _ index: UInt32,
        of interfaces: InterfaceTable<NetworkState.Interface>,
        _ decision: NetworkPath.Decision
    ) {
        self.interfaces = ([index] + interfaces.carriers(of: index)).compactMap { interfaces[$0] }
        let name = self.interfaces.first?.name ?? ""
        routers = decision.gateways.filter { $0.interface.isSameText(as: name) }
        hardwareAddresses = decision.hardwareAddresses
    }

    /// The name of the Wi-Fi network, byte for byte; `nil` if it is none.
    var ssid: [UInt8]? { interfaces.lazy.compactMap { $0.wireless?.ssid }.first }

    /// Whether a next hop has an address.
    func has(_ gateway: GatewayAddress) -> Bool {
        switch gateway {
        case .ip(let address, let zone):
            routers.contains { router in
                router.address == address && zone.map(router.interface.isSameText) ?? true
            }
        case .hardware(let address): routers.contains { hardwareAddresses[$0] == address }
        }
    }
}

extension NetworkPlace {
    /// Whether the place has all of some networks. Of several, it is unknown which one carries the path.
    func has(_ networks: [CarryingNetwork]) -> Bool {
        !networks.isEmpty
            && networks.allSatisfy { network in
                self.networks.contains { $0.matches(network) }
            }
    }
}

extension NetworkPlace.Network {
    /// Whether all that is given matches a network.
    func matches(_ network: CarryingNetwork) -> Bool {
        (ssid.map { pattern in network.ssid?.matches(pattern: pattern) ?? false } ?? true)
            && (interface.map { pattern in
                network.interfaces.contains { $0.name.matches(pattern: pattern) }
            } ?? true)
            && (gateway.map(network.has) ?? true)
            && (connection.map { pattern in
                network.interfaces.contains { interface in
                    interface.inheritable.reports[ConnectionName.self]
                        .map { $0.bytes.matches(pattern: pattern) } ?? false
                }
            } ?? true)
    }
}

extension [NetworkPlace] {
    /// The name of the first place that has the networks which carry a path; `nil` if none has.
    func first(having networks: @autoclosure () -> [CarryingNetwork]) -> String? {
        if isEmpty { return nil }
        let networks = networks()
        return first { $0.has(networks) }?.name
    }

    /// Whether a place is known by the hardware address of a router.
    var needHardwareAddresses: Bool {
        contains { $0.networks.contains { $0.gateway?.isHardware ?? false } }
    }

    /// Whether a place is known by the name of NetworkManager's connection.
    var needConnectionNames: Bool {
        contains { $0.networks.contains { $0.connection != nil } }
    }
}

extension NetworkPath {
    /// The networks that carry the path, below tunnels: one, or several if it is unknown which of them does.
    var carryingNetworks: [CarryingNetwork] {
        decision.carriers.map { CarryingNetwork($0, of: seen, decision) }
    }
}
