// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// The kernel's routing, asked over a socket of its own.
final class KernelRoutes: RouteOracle {
    private let socket: NetlinkSocket

    init(_ socket: consuming NetlinkSocket) {
        self.socket = socket
    }

    func lookUp(_ lookup: RouteLookup) throws(NetlinkError) -> RouteAnswer {
        try socket.lookUp(lookup)
    }
}
