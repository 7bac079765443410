// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The words for interface types, for messages.
enum TypeList {
    /// Returns the type that a word means or resembles; `nil` if there is none.
    static func guess(_ word: String, among types: [InterfaceType]) -> String? {
        let word = word.lowercased()
        let type =
            synonyms.first { $0.words.contains(word) }?.type.rawValue
            ?? Suggestions.nearest(to: word, among: types.map(\.rawValue)).first
        return types.map(\.rawValue).first { $0 == type }
    }

    private static let synonyms: [(type: InterfaceType, words: [String])] = [
        (
            .wwan,
            [
                "cellular", "mobile", "modem", "cell", "gsm", "umts", "lte", "2g", "3g", "4g", "5g",
                "broadband",
            ]
        ),
        (.wifi, ["wlan", "wireless", "wi-fi", "802.11"]),
        (.ethernet, ["wired", "lan", "cable", "eth"]), (.bluetooth, ["bt", "pan"]),
        (.vpn, ["tunnel", "wireguard", "wg", "tun", "openvpn"]),
    ]
}
