// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

extension NetworkPath.Connection {
    /// The connection as text.
    var text: String {
        switch self {
        case .wifi: "Wi-Fi"
        case .wwan: "cellular"
        case .ethernet: "Ethernet"
        case .bluetooth: "Bluetooth"
        case .other: "an unknown medium"
        case .unavailable: "nothing"
        }
    }
}

extension NetworkPath.Connectivity.Value {
    /// The doubt about a route as text; `nil` if there is none.
    var doubt: String? {
        switch self {
        case .unknown, .full: nil
        case .none: "not connected"
        case .limited: "the internet does not answer"
        case .portal: "behind a captive portal"
        }
    }
}

extension Metered.Value {
    /// The metered value in a table, in the words of the sentences.
    var shortText: String {
        switch self {
        case .yes: "yes"
        case .no: "no"
        case .guessYes: "probably"
        case .guessNo: "probably not"
        case .unknown: "unknown"
        }
    }
}

extension LinkQuality {
    /// The link of an interface as text: the Wi-Fi network, the signal and the speed; empty if nothing is known.
    func text(ssid: String?) -> String {
        [
            ssid.map { "“\($0)”" }, signal.map { "\($0) dBm" }, speed.map(Self.speedText),
        ].compactMap(\.self).joined(separator: " ")
    }

    /// A speed in bit/s as text with two or three digits: `72 Mbit/s`, `2.5 Gbit/s`.
    static func speedText(_ speed: Int) -> String {
        let units = [("Gbit/s", 1_000_000_000), ("Mbit/s", 1_000_000), ("kbit/s", 1000)]
        for (unit, size) in units {
            // An amount that the next smaller unit would round to 1000 is 1 of this unit.
            guard speed + size / 2000 >= size else { continue }
            let value = Double(speed) / Double(size)
            // Below 10, to one decimal.
            let tenths = (value * 10).rounded()
            if tenths >= 100 { return "\(Int(value.rounded())) \(unit)" }
            let (whole, tenth) = Int(tenths).quotientAndRemainder(dividingBy: 10)
            return tenth == 0 ? "\(whole) \(unit)" : "\(whole).\(tenth) \(unit)"
        }
        return "\(speed) bit/s"
    }
}
