// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric

/// The content of nl80211's message about one Wi-Fi interface (`NL80211_CMD_NEW_INTERFACE`).
package struct WirelessInterface: Hashable, Sendable {
    /// `NL80211_ATTR_IFINDEX`.
    package var index: UInt32
    /// `NL80211_ATTR_IFTYPE` (`enum nl80211_iftype`).
    package var mode: UInt32?
    /// `NL80211_ATTR_SSID`: the name of the network that the interface has joined or provides, up to 32 bytes.
    package var ssid: [UInt8]?
    /// The cost that the joined access point announces. It comes from the scan results, not from this message.
    package var cost: NetworkCost?

    package init(
        index: UInt32, mode: UInt32? = nil, ssid: [UInt8]? = nil, cost: NetworkCost? = nil
    ) {
        self.index = index
        self.mode = mode
        self.ssid = ssid
        self.cost = cost
    }

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    ///
    /// - Returns: `nil` for a device without a network interface (a P2P device, NAN).
    package init?(decoding bytes: RawSpan) throws(MessageDecodingError) {
        var index: UInt32?
        var mode: UInt32?
        var ssid: [UInt8]?
        try bytes.forEachGenericAttribute(of: cnlg_new_interface) {
            (type, value) throws(MessageDecodingError) in
            switch type {
            case cnlg_attr_ifindex: index = try value.value("NL80211_ATTR_IFINDEX")
            case cnlg_attr_iftype: mode = try value.value("NL80211_ATTR_IFTYPE")
            case cnlg_attr_ssid: ssid = value.array
            default: break
            }
        }
        guard let index else { return nil }
        self.init(index: index, mode: mode, ssid: ssid)
    }
}

/// The content of nl80211's message about one network that a Wi-Fi interface has heard
/// (`NL80211_CMD_NEW_SCAN_RESULTS`).
package struct WirelessNetwork: Hashable, Sendable {
    /// Whether the interface has joined the network (`NL80211_BSS_STATUS`).
    package var isJoined = false
    /// The network's name, from the information elements (IEEE 802.11, element 0).
    package var ssid: [UInt8]?
    /// The cost that the access point announces; `nil` if it announces none.
    package var cost: NetworkCost?

    /// Creates a message without attributes.
    package init() {}

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    package init(decoding bytes: RawSpan) throws(MessageDecodingError) {
        try bytes.forEachGenericAttribute(of: cnlg_new_scan_results) {
            (type, value) throws(MessageDecodingError) in
            guard type == cnlg_attr_bss else { return }
            try value.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
                switch type {
                case cnlg_bss_status:
                    let status: UInt32 = try value.value("NL80211_BSS_STATUS")
                    isJoined =
                        status == cnlg_bss_status_associated
                        || status == cnlg_bss_status_ibss_joined
                case cnlg_bss_information_elements: readElements(value)
                default: break
                }
            }
        }
    }

    /// Reads the information elements. They are received over the air, so that reading ends at the first that is cut
    /// short.
    private mutating func readElements(_ elements: RawSpan) {
        var position = 0
        while let identifier = elements.integer(at: position, as: UInt8.self),
            let length = elements.integer(at: position + 1, as: UInt8.self).map(Int.init),
            position + 2 + length <= elements.byteCount
        {
            let content = elements.extracting(position + 2..<position + 2 + length)
            switch identifier {
            case 0: ssid = ssid ?? content.array
            case NetworkCost.element: cost = cost ?? NetworkCost(vendorElement: content.array)
            default: break
            }
            position += 2 + length
        }
    }
}

/// The cost of a Wi-Fi network as its access point announces it, such as a phone that shares its connection.
///
/// It is Microsoft's network cost element ([MS-NCT] 2.2; "Network cost information element" of the Windows driver
/// documentation).
package enum NetworkCost: UInt8, Hashable, Sendable {
    /// Traffic costs nothing.
    case unrestricted = 1
    /// Traffic counts against a limit.
    case fixed = 2
    /// All traffic costs.
    case variable = 4

    /// The number of IEEE 802.11's vendor-specific element.
    static let element: UInt8 = 221
    /// Microsoft's organization identifier, and the type of its element.
    private static let identifier: [UInt8] = [0x00, 0x50, 0xf2, 0x11]

    /// Reads the content of a vendor-specific element: the identifier, then 32 bits in little-endian order, of
    /// which the lowest eight hold the cost.
    ///
    /// - Returns: `nil` if it is another element, or holds no known cost.
    init?(vendorElement content: [UInt8]) {
        guard content.count >= 8, content.starts(with: Self.identifier) else { return nil }
        self.init(rawValue: content[4])
    }
}

/// The content of nl80211's message about one station that a Wi-Fi interface exchanges packets with
/// (`NL80211_CMD_NEW_STATION`).
package struct WirelessStation: Hashable, Sendable {
    /// The signal strength of the station's last packet in dBm (`NL80211_STA_INFO_SIGNAL`).
    package var signal: Int?
    /// The bit rate of the last packet to the station, in bit/s (`NL80211_STA_INFO_TX_BITRATE`);
    /// `nil` if the driver reports none.
    package var transmitRate: Int?
    /// Whether the station is another client of the same access point, and the packets between both do not pass it
    /// (`NL80211_STA_FLAG_TDLS_PEER`).
    package var isDirectPeer = false

    package init(signal: Int? = nil, transmitRate: Int? = nil, isDirectPeer: Bool = false) {
        self.signal = signal
        self.transmitRate = transmitRate
        self.isDirectPeer = isDirectPeer
    }

    /// Reads one message. `bytes` holds its header and at least the length that the header announces.
    package init(decoding bytes: RawSpan) throws(MessageDecodingError) {
        try bytes.forEachGenericAttribute(of: cnlg_new_station) {
            (type, value) throws(MessageDecodingError) in
            guard type == cnlg_attr_sta_info else { return }
            try value.forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
                switch type {
                case cnlg_sta_info_signal:
                    let signal: UInt8 = try value.value("NL80211_STA_INFO_SIGNAL")
                    self.signal = Int(Int8(bitPattern: signal))
                case cnlg_sta_info_tx_bitrate: transmitRate = try value.bitRate()
                case cnlg_sta_info_sta_flags:
                    // struct nl80211_sta_flag_update: mask, set
                    guard let mask = value.integer(at: 0, as: UInt32.self),
                        let set = value.integer(at: 4, as: UInt32.self)
                    else { throw .truncated("struct nl80211_sta_flag_update") }
                    isDirectPeer = mask & set & cnlg_sta_flag_tdls_peer != 0
                default: break
                }
            }
        }
    }
}

extension RawSpan {
    /// The bit rate in the attributes of `enum nl80211_rate_info`, in bit/s; `nil` if there is none.
    ///
    /// The kernel adds the attribute of 16 bits, for old programs, only if the rate fits.
    fileprivate func bitRate() throws(MessageDecodingError) -> Int? {
        var wide: UInt32?
        var narrow: UInt16?
        try forEachAttribute(from: 0) { (type, value) throws(MessageDecodingError) in
            switch type {
            case cnlg_rate_info_bitrate32: wide = try value.value("NL80211_RATE_INFO_BITRATE32")
            case cnlg_rate_info_bitrate: narrow = try value.value("NL80211_RATE_INFO_BITRATE")
            default: break
            }
        }
        // In units of 100 kbit/s.
        let rate = wide ?? narrow.map(UInt32.init) ?? 0
        return rate == 0 ? nil : Int(rate) * 100_000
    }
}

extension RawSpan {
    /// Calls `body` with each attribute of a message of generic netlink.
    ///
    /// - Parameter expected: the command that the message must have.
    func forEachGenericAttribute(
        of expected: UInt8,
        _ body: (UInt16, RawSpan) throws(MessageDecodingError) -> Void
    ) throws(MessageDecodingError) {
        let header = try MessageHeader(decoding: self)
        // struct genlmsghdr: command, version, reserved
        let content = extracting(MessageHeader.length..<header.messageLength)
        guard let command = content.integer(at: 0, as: UInt8.self), content.byteCount >= 4 else {
            throw .truncated("struct genlmsghdr")
        }
        guard command == expected else { throw .messageType(UInt16(command)) }
        try content.forEachAttribute(from: 4, body)
    }
}
