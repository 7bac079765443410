// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The kernel's routing, asked over a socket of its own.
final class KernelRoutes: RouteOracle {
    private let socket: NetlinkSocket
    /// The interfaces that answers named since the last observation.
    private(set) var named: Set<UInt32> = []

    init(_ socket: consuming NetlinkSocket) {
        self.socket = socket
    }

    /// Looks at the network as it is now.
    func observe() throws -> NetworkState {
        named = []
        return try NetworkObserver.observe(socket)
    }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        let answer = try socket.lookUp(lookup)
        if case .route(let reply) = answer { named.formUnion(reply.nextHops.map(\.interface)) }
        return answer
    }
}
