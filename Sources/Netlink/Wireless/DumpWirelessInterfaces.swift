// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric
internal import Glibc

extension NetlinkSocket {
    /// Every Wi-Fi interface of the namespace (`NL80211_CMD_GET_INTERFACE`), over a socket of the
    /// generic family. Where the kernel has no Wi-Fi, there is none.
    package borrowing func dumpWirelessInterfaces() throws(NetlinkError) -> [WirelessInterface] {
        errno = 0
        let family = unsafe genl_ctrl_resolve(handle, "nl80211")
        if family == -NLE_OBJ_NOTFOUND { return [] }
        guard family >= 0, let type = UInt16(exactly: family) else {
            throw .ofLibrary(.resolveWirelessFamily, result: family)
        }
        let request = Request(type: type, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(genlmsghdr(cmd: cnlg_get_interface, version: 0, reserved: 0))
        var interfaces: [WirelessInterface] = []
        try dump(request, .dumpWirelessInterfaces) {
            interfaces.removeAll(keepingCapacity: true)
        } _: { (message) throws(DecodingError) in
            if let interface = try WirelessInterface(decoding: message) {
                interfaces.append(interface)
            }
        }
        return interfaces
    }
}
