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

/// The content of one message about a WireGuard interface (`WG_CMD_GET_DEVICE`).
///
/// The kernel spreads an interface with many peers over several messages. The first has the
/// interface's own attributes. A peer with many allowed IPs is continued in the next message, with its
/// public key and the rest of the allowed IPs. The keys of the interface and of the tunnel are secret,
/// and are not read.
package struct WireGuardMessage: Sendable {
    var mark: UInt32?
    var port: UInt16?
    private(set) var peers: [Part] = []

    /// A peer, or a part of it.
    struct Part: Sendable {
        /// `WGPEER_A_PUBLIC_KEY`.
        var publicKey: [UInt8] = []
        var peer = WireGuardDevice.Peer(endpoint: nil, allowedIPs: [])
    }

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    package init(decoding bytes: RawSpan) throws(MessageDecodingError) {
        try bytes.forEachGenericAttribute(of: cnlg_wg_cmd_get_device) {
            (type, value) throws(MessageDecodingError) in
            switch type {
            case cnlg_wgdevice_a_fwmark: mark = try value.value("WGDEVICE_A_FWMARK")
            case cnlg_wgdevice_a_listen_port: port = try value.value("WGDEVICE_A_LISTEN_PORT")
            case cnlg_wgdevice_a_peers:
                try value.forEachAttribute(from: 0) { (_, value) throws(MessageDecodingError) in
                    peers.append(try Part(decoding: value))
                }
            default: break
            }
        }
    }
}

extension WireGuardMessage.Part {
    fileprivate init(decoding attributes: RawSpan) throws(MessageDecodingError) {
        self.init()
        try attributes.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnlg_wgpeer_a_public_key: publicKey = value.array
            case cnlg_wgpeer_a_endpoint:
                peer.endpoint = try WireGuardDevice.Endpoint(decoding: value)
            case cnlg_wgpeer_a_allowedips:
                try value.forEachAttribute(from: 0) { (_, value) throws(MessageDecodingError) in
                    if let prefix = try WireGuardDevice.Prefix(decoding: value) {
                        peer.allowedIPs.append(prefix)
                    }
                }
            default: break
            }
        }
    }
}

extension WireGuardDevice.Endpoint {
    /// Reads a `struct sockaddr_in` or `struct sockaddr_in6`; `nil` for another family.
    fileprivate init?(decoding bytes: RawSpan) throws(MessageDecodingError) {
        guard let family = bytes.integer(at: 0, as: UInt16.self),
            let port = bytes.integer(at: 2, as: UInt16.self)
        else { throw .truncated("WGPEER_A_ENDPOINT") }
        guard let family = AddressBytes.Family(number: family) else { return nil }
        let start = family == .ipv4 ? 4 : 8
        guard bytes.byteCount >= start,
            let address = AddressBytes(
                family: family, bytes.extracting(start..<bytes.byteCount))
        else { throw .truncated("WGPEER_A_ENDPOINT") }
        let scope = family == .ipv6 ? bytes.integer(at: 24, as: UInt32.self) : nil
        self.init(
            address: address, port: UInt16(bigEndian: port), zone: scope == 0 ? nil : scope)
    }
}

extension WireGuardDevice.Prefix {
    /// Reads the attributes of an allowed IP; `nil` for another family.
    fileprivate init?(decoding attributes: RawSpan) throws(MessageDecodingError) {
        var number: UInt16?
        var bytes: [UInt8] = []
        var length: UInt8?
        try attributes.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnlg_wgallowedip_a_family: number = try value.value("WGALLOWEDIP_A_FAMILY")
            case cnlg_wgallowedip_a_ipaddr: bytes = value.array
            case cnlg_wgallowedip_a_cidr_mask:
                length = try value.value("WGALLOWEDIP_A_CIDR_MASK")
            default: break
            }
        }
        guard let family = number.flatMap(AddressBytes.Family.init(number:)) else { return nil }
        guard let length, let address = unsafe AddressBytes(family: family, bytes.span.bytes)
        else {
            throw .truncated("WGPEER_A_ALLOWEDIPS")
        }
        self.init(address, length: length)
    }
}

extension AddressBytes.Family {
    /// Creates the family from a number of 16 bits.
    fileprivate init?(number: UInt16) {
        guard let number = UInt8(exactly: number) else { return nil }
        self.init(rawValue: number)
    }
}

extension WireGuardDevice {
    /// Joins the messages about one interface.
    init(_ messages: [WireGuardMessage]) {
        self.init()
        var lastKey: [UInt8]?
        for message in messages {
            if let mark = message.mark { self.mark = mark }
            if let port = message.port { self.port = port }
            for part in message.peers {
                if part.publicKey == lastKey, let last = peers.indices.last {
                    peers[last].endpoint = peers[last].endpoint ?? part.peer.endpoint
                    peers[last].allowedIPs += part.peer.allowedIPs
                } else {
                    peers.append(part.peer)
                    lastKey = part.publicKey
                }
            }
        }
    }
}
