// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Reads the configuration of WireGuard tunnels, where the process may.
///
/// WireGuard sends no message when an endpoint roams, or when `wg set` changes the configuration. So it is read again for
/// each evaluation of a path that leads through the tunnel.
final class WireGuardAccess {
    /// A socket. (A class, because a socket cannot be copied.)
    private final class Socket {
        let socket: WireGuardSocket

        init() throws(NetlinkError) { socket = try WireGuardSocket() }
    }

    private enum Access {
        case open(Socket)
        /// WireGuard cannot be asked. The value is the reason.
        case refused(String)
    }

    private let access: Access

    /// Opens a socket.
    init() throws(NetlinkError) {
        do throws(NetlinkError) {
            access = .open(try Socket())
        } catch {
            if error.isExhaustion { throw error }
            access = .refused(error.description)
        }
    }

    /// Reads the configuration of one interface.
    func read(_ index: UInt32) throws(NetlinkError) -> TunnelReading {
        switch access {
        case .refused(let reason): return .unreadable(reason)
        case .open(let open):
            do throws(NetlinkError) {
                return .device(try open.socket.device(index))
            } catch {
                if error.isExhaustion { throw error }
                return .unreadable(error.description)
            }
        }
    }
}

extension NetlinkError {
    /// Whether the system lacks memory or descriptors, which says nothing about what was asked.
    var isExhaustion: Bool { errno.map(SystemError.isExhaustion) == true }
}
