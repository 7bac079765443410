// SPDX-License-Identifier: Apache-2.0

internal import CNetlink
internal import CNetlinkGeneric

/// What nl80211 says of one Wi-Fi interface (`NL80211_CMD_NEW_INTERFACE`).
package struct WirelessInterface: Hashable, Sendable {
    /// `NL80211_ATTR_IFINDEX`.
    package var index: UInt32
    /// `NL80211_ATTR_IFTYPE` (`enum nl80211_iftype`).
    package var mode: UInt32?
    /// `NL80211_ATTR_SSID`, the name of the network that it is in or makes: up to 32 bytes.
    package var ssid: [UInt8]?
    /// What the access point that it has joined says of the cost. (Not of this message: the scan
    /// results tell.)
    package var cost: NetworkCost?

    package init(
        index: UInt32, mode: UInt32? = nil, ssid: [UInt8]? = nil, cost: NetworkCost? = nil
    ) {
        self.index = index
        self.mode = mode
        self.ssid = ssid
        self.cost = cost
    }

    /// Reads one message, of which `bytes` holds the header and at least all it announces.
    ///
    /// - Returns: `nil` for a device without a network interface (P2P device, NAN).
    package init?(decoding bytes: RawSpan) throws(DecodingError) {
        var index: UInt32?
        var mode: UInt32?
        var ssid: [UInt8]?
        try bytes.forEachWirelessAttribute(of: cnlg_new_interface) {
            (type, value) throws(DecodingError) in
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
