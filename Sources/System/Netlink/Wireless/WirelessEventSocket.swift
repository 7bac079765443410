// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric

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
