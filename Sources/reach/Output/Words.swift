// SPDX-License-Identifier: Apache-2.0

import Reachability

extension NetworkPath.Connection {
    /// The medium in words.
    var words: String {
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

extension Metered.Value {
    /// The answer in a sentence.
    var words: String {
        switch self {
        case .yes: "metered"
        case .no: "not metered"
        case .guessYes: "probably metered"
        case .guessNo: "probably not metered"
        case .unknown: "cost unknown"
        }
    }

    /// The answer in a column.
    var shortWords: String {
        switch self {
        case .yes: "yes"
        case .no: "no"
        case .guessYes: "yes?"
        case .guessNo: "no?"
        case .unknown: "unknown"
        }
    }
}
