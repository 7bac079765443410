// SPDX-License-Identifier: Apache-2.0

internal import CNetlinkGeneric

/// What nl80211 says of one station that a Wi-Fi interface exchanges packets with
/// (`NL80211_CMD_NEW_STATION`).
package struct WirelessStation: Hashable, Sendable {
    /// The strength of its last packet's signal in dBm (`NL80211_STA_INFO_SIGNAL`).
    package var signal: Int?

    /// Reads one message, of which `bytes` holds the header and at least all it announces.
    package init(decoding bytes: RawSpan) throws(DecodingError) {
        try bytes.forEachWirelessAttribute(of: cnlg_new_station) {
            (type, value) throws(DecodingError) in
            guard type == cnlg_attr_sta_info else { return }
            try value.forEachAttribute(from: 0) { (type, value) throws(DecodingError) in
                guard type == cnlg_sta_info_signal else { return }
                let signal: UInt8 = try value.value("NL80211_STA_INFO_SIGNAL")
                self.signal = Int(Int8(bitPattern: signal))
            }
        }
    }
}
