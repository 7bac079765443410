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

/// A socket that receives the kernel's events about Wi-Fi interfaces (nl80211's groups `config` and `mlme`).
///
/// An event says that an interface was added, removed or changed its mode, or that it joined or left a network.
package struct WirelessEventSocket: ~Copyable {
    private let socket: EventSocket

    /// The commands that announce such a change. The groups also announce much else, such as each step of joining a
    /// network.
    private static let commands: [UInt8] = [
        cnlg_new_interface, cnlg_set_interface, cnlg_del_interface, cnlg_join_ibss, cnlg_connect,
        cnlg_roam, cnlg_disconnect,
    ]

    /// Opens a socket and joins the groups.
    ///
    /// - Returns: `nil` if the kernel has no Wi-Fi (yet).
    package static func open(
        receiveBuffer: Int32
    ) throws(NetlinkError) -> WirelessEventSocket? {
        let asking = try NetlinkSocket(.generic)
        guard
            let configuration = try WirelessSocket.group("config", asking),
            let connection = try WirelessSocket.group("mlme", asking)
        else { return nil }
        return try WirelessEventSocket([configuration, connection], receiveBuffer)
    }

    private init(_ groups: [Int32], _ receiveBuffer: Int32) throws(NetlinkError) {
        let socket = try EventSocket(
            cnl_netlink_generic, groups: groups, receiveBuffer: receiveBuffer, .subscribeWireless)
        // struct genlmsghdr follows the header, and begins with the command.
        try socket.attach(
            [.loadByte(at: UInt32(MessageHeader.length))]
                + Self.commands.flatMap { command -> [FilterInstruction] in
                    [.ifEqual(UInt32(command), else: 1), .pass]
                } + [.drop])
        self.socket = socket
    }

    /// The file descriptor to poll.
    package var descriptor: Int32 { socket.descriptor }

    /// Receives the events that have arrived. They have no content: the caller dumps the interfaces again.
    ///
    /// - Returns: whether an event arrived, or one may have been lost.
    package borrowing func receive() throws(NetlinkError) -> Bool {
        var isChanged = false
        while true {
            let outcome = try socket.receive(onForeign: {}) { (_) throws(MessageDecodingError) in
                isChanged = true
            }
            switch outcome {
            case .drained: return isChanged
            case .overrun: isChanged = true
            case .more: break
            }
        }
    }
}
