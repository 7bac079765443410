// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Reachability

/// A network with one uplink and any number of other interfaces. It uses only declarations with
/// package access; internal declarations cannot be linked.
struct Network {
    /// The index of the uplink; the other interfaces follow.
    static let uplink: UInt32 = 2

    var state: NetworkState
    let routes = OneRoute()

    init(interfaces count: Int) {
        var loopback = LinkMessage(index: 1, hardwareType: 772, flags: [.up, .running, .lowerUp])
        loopback.name = "lo"
        state = NetworkState()
        _ = state.apply(.link(loopback))
        for index in Self.uplink..<(Self.uplink + UInt32(count)) {
            _ = state.apply(.link(Self.link(index, hasCarrier: index == Self.uplink)))
        }
        let address = IPAddress("192.0.2.7").map { InterfaceAddress(address: $0, prefixLength: 24) }
        state.set([address].compactMap(\.self), of: Self.uplink)
        state.resolver.nameServers = ["192.0.2.53"]
    }

    /// A wired interface.
    static func link(_ index: UInt32, hasCarrier: Bool, mtu: UInt32 = 1500) -> LinkMessage {
        var link = LinkMessage(index: index, hardwareType: 1)
        link.name = "eth\(index)"
        link.kind = "veth"
        link.mtu = mtu
        link.hardwareAddress = [2, 0, 0, 0, UInt8(index >> 8 & 0xFF), UInt8(index & 0xFF)]
        link.flags = hasCarrier ? [.up, .running, .lowerUp] : .up
        // IF_OPER_UP, IF_OPER_DOWN
        link.operationalState = hasCarrier ? 6 : 2
        return link
    }

    /// The current path.
    func path() throws -> NetworkPath { try NetworkPath.evaluate(state, oracle: routes) }
}

/// An oracle with one IPv4 default route over the uplink, and prepared answers: the time of the
/// kernel's answers is not measured.
struct OneRoute: RouteOracle {
    private let choice: RouteAnswer
    private let entry: RouteAnswer

    init() {
        let hop = RouteReply.NextHop(
            interface: Network.uplink, gateway: IPAddress("192.0.2.1")?.bytes)
        choice = .route(
            RouteReply(prefixLength: 32, source: IPAddress("192.0.2.7")?.bytes, nextHops: [hop]))
        entry = .route(RouteReply(prefixLength: 0, nextHops: [hop]))
    }

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        guard query.destination.family == .ipv4 else { return .refused(.noRoute) }
        return query.matchesEntry ? entry : choice
    }
}
