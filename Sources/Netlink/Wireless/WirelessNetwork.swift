// SPDX-License-Identifier: Apache-2.0

internal import CNetlinkGeneric

/// What nl80211 says of one network that a Wi-Fi interface has heard
/// (`NL80211_CMD_NEW_SCAN_RESULTS`).
package struct WirelessNetwork: Hashable, Sendable {
    /// Whether the interface is in it (`NL80211_BSS_STATUS`).
    package var isJoined = false
    /// Its name, from the information elements (IEEE 802.11, element 0).
    package var ssid: [UInt8]?
    /// What its access point says of the cost, if it says anything.
    package var cost: NetworkCost?

    /// A network of which nothing is known.
    package init() {}

    /// Reads one message, of which `bytes` holds the header and at least all it announces.
    package init(decoding bytes: RawSpan) throws(DecodingError) {
        try bytes.forEachWirelessAttribute(of: cnlg_new_scan_results) {
            (type, value) throws(DecodingError) in
            guard type == cnlg_attr_bss else { return }
            try value.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
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

    /// Reads the information elements. They come from the air: what is cut short ends them.
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
