// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric
internal import Glibc

/// nl80211, the kernel's Wi-Fi configuration, over a generic netlink socket.
package struct WirelessSocket: ~Copyable {
    private let socket: NetlinkSocket
    /// The number that the kernel gave the family; `nil` if it has no Wi-Fi.
    private let family: UInt16?

    /// Opens a socket and asks for the family's number (`genl_ctrl_resolve`).
    package init() throws(NetlinkError) {
        let socket = try NetlinkSocket(.generic)
        errno = 0
        let number = unsafe genl_ctrl_resolve(socket.handle, "nl80211")
        if number == -NLE_OBJ_NOTFOUND {
            family = nil
        } else if let number = UInt16(exactly: number) {
            family = number
        } else {
            throw .ofLibrary(.resolveWirelessFamily, result: number)
        }
        self.socket = socket
    }

    /// The number of one of the family's multicast groups (`genl_ctrl_resolve_grp`); `nil` if the kernel
    /// has no Wi-Fi.
    static func group(
        _ name: String,
        _ socket: borrowing NetlinkSocket
    ) throws(NetlinkError) -> Int32? {
        errno = 0
        let number = unsafe genl_ctrl_resolve_grp(socket.handle, "nl80211", name)
        if number == -NLE_OBJ_NOTFOUND { return nil }
        guard number >= 0 else { throw .ofLibrary(.resolveWirelessFamily, result: number) }
        return number
    }

    /// Every Wi-Fi interface of the namespace (`NL80211_CMD_GET_INTERFACE`).
    package borrowing func dumpInterfaces() throws(NetlinkError) -> Dump<WirelessInterface> {
        try dump(cnlg_get_interface, of: nil, .dumpWirelessInterfaces) {
            (message) throws(DecodingError) in
            try WirelessInterface(decoding: message)
        }
    }

    /// The networks that an interface has heard lately (`NL80211_CMD_GET_SCAN`), the one it is in
    /// among them. Nothing is sent into the air.
    package borrowing func dumpNetworks(
        heardBy index: UInt32
    ) throws(NetlinkError) -> Dump<WirelessNetwork> {
        try dump(cnlg_get_scan, of: index, .dumpWirelessNetworks) {
            (message) throws(DecodingError) in
            try WirelessNetwork(decoding: message)
        }
    }

    /// How strong the signal is of each station that an interface exchanges packets with
    /// (`NL80211_CMD_GET_STATION`), in dBm: where it is a station itself, of its access point.
    package borrowing func dumpSignals(heardBy index: UInt32) throws(NetlinkError) -> Dump<Int> {
        try dump(cnlg_get_station, of: index, .dumpWirelessStations) {
            (message) throws(DecodingError) in
            try WirelessStation(decoding: message).signal
        }
    }

    private borrowing func dump<Element>(
        _ command: UInt8,
        of index: UInt32?,
        _ operation: NetlinkError.Operation,
        _ decode: (RawSpan) throws(DecodingError) -> Element?
    ) throws(NetlinkError) -> Dump<Element> {
        guard let family else { return Dump() }
        let request = Request(type: family, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        request.append(genlmsghdr(cmd: command, version: 0, reserved: 0))
        if let index { request.append(cnlg_attr_ifindex, index) }
        return try socket.dump(request, operation, decode)
    }
}
