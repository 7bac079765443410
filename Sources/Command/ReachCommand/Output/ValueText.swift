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
    /// What makes a route doubtful; `nil` if nothing does.
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
