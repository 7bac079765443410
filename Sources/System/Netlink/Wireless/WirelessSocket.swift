// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric
internal import Glibc

/// A generic netlink socket to nl80211, the kernel's Wi-Fi configuration.
package struct WirelessSocket: ~Copyable {
    private let socket: NetlinkSocket
    /// The number of the generic netlink family; `nil` if the kernel has no Wi-Fi.
    private let family: UInt16?

    /// Opens a socket and resolves the family's number (`genl_ctrl_resolve`).
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

    /// Resolves the number of one of the family's multicast groups (`genl_ctrl_resolve_grp`).
    ///
    /// - Returns: `nil` if the kernel has no Wi-Fi.
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

    /// Returns every Wi-Fi interface of the namespace (`NL80211_CMD_GET_INTERFACE`).
    package borrowing func dumpInterfaces() throws(NetlinkError) -> Dump<WirelessInterface> {
        try dump(cnlg_get_interface, of: nil, .dumpWirelessInterfaces) {
            (message) throws(MessageDecodingError) in
            try WirelessInterface(decoding: message)
        }
    }

    /// Returns the networks that an interface has heard lately, the joined one among them
    /// (`NL80211_CMD_GET_SCAN`). The kernel starts no scan for it.
    package borrowing func dumpNetworks(
        heardBy index: UInt32
    ) throws(NetlinkError) -> Dump<WirelessNetwork> {
        try dump(cnlg_get_scan, of: index, .dumpWirelessNetworks) {
            (message) throws(MessageDecodingError) in
            try WirelessNetwork(decoding: message)
        }
    }

    /// Returns the stations that an interface exchanges packets with (`NL80211_CMD_GET_STATION`).
    /// If the interface has joined a network, these are the access point and direct peers (TDLS).
    package borrowing func dumpStations(
        heardBy index: UInt32
    ) throws(NetlinkError) -> Dump<WirelessStation> {
        try dump(cnlg_get_station, of: index, .dumpWirelessStations) {
            (message) throws(MessageDecodingError) in
            try WirelessStation(decoding: message)
        }
    }

    private borrowing func dump<Element>(
        _ command: UInt8,
        of index: UInt32?,
        _ operation: NetlinkError.Operation,
        _ decode: (RawSpan) throws(MessageDecodingError) -> Element?
    ) throws(NetlinkError) -> Dump<Element> {
        guard let family else { return Dump() }
        let request = Request(
            command: command, ofFamily: family, flags: cnl_nlm_f_request | cnl_nlm_f_dump)
        if let index { request.append(cnlg_attr_ifindex, index) }
        return try socket.dump(request, operation, decode)
    }
}
