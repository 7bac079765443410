// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Reads the configuration of WireGuard tunnels, where the process may.
///
/// WireGuard sends no message when an endpoint roams, or when `wg set` changes the configuration. So it is read again for
/// each evaluation of a path that leads through the tunnel.
enum WireGuardAccess: ~Copyable {
    case open(WireGuardSocket)
    /// WireGuard cannot be asked. The value is the reason.
    case refused(String)

    /// Opens a socket.
    init() throws(NetlinkError) {
        do throws(NetlinkError) {
            self = .open(try WireGuardSocket())
        } catch {
            if error.isExhaustion { throw error }
            self = .refused(error.description)
        }
    }

    /// Reads the configuration of one interface.
    borrowing func read(_ index: UInt32) throws(NetlinkError) -> TunnelReading {
        switch self {
        case .refused(let reason): return .unreadable(reason)
        case .open(let socket):
            do throws(NetlinkError) {
                return .device(try socket.device(index))
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
