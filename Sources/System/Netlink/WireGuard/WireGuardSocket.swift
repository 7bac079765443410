// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric
internal import Glibc

/// A generic netlink socket to WireGuard.
package struct WireGuardSocket: ~Copyable {
    private let socket: NetlinkSocket
    /// The number of the generic netlink family.
    private let family: UInt16

    /// Opens a socket and resolves the family's number (`genl_ctrl_resolve`).
    package init() throws(NetlinkError) {
        let socket = try NetlinkSocket(.generic)
        errno = 0
        let number = unsafe genl_ctrl_resolve(socket.handle, WireGuardDevice.kind)
        guard number >= 0, let family = UInt16(exactly: number) else {
            throw .ofLibrary(.resolveWireGuardFamily, result: number)
        }
        self.family = family
        self.socket = socket
    }

    /// Reads the configuration of an interface (`WG_CMD_GET_DEVICE`). The kernel refuses it (`EPERM`)
    /// to processes without the capability `CAP_NET_ADMIN`.
    package borrowing func device(_ index: UInt32) throws(NetlinkError) -> WireGuardDevice {
        let request = Request(
            command: cnlg_wg_cmd_get_device, ofFamily: family,
            flags: cnl_nlm_f_request | cnl_nlm_f_dump, version: cnlg_wg_genl_version)
        request.append(cnlg_wgdevice_a_ifindex, index)
        let dump = try socket.dump(request, .readWireGuard) {
            (message) throws(MessageDecodingError) in
            try WireGuardMessage(decoding: message)
        }
        return WireGuardDevice(dump.elements)
    }
}
