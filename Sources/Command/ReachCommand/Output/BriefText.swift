// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// The line of `reach status --brief`: the path in a few words, for prompts and status bars.
///
/// `offline REASON` or `[vpn] CONNECTION [SSID] [metered] [CONNECTIVITY]`. The words are those of JSON. The name of a Wi-Fi network can
/// contain any word, so programs read the JSON.
struct BriefText: Sendable {
    /// The reason for an unsatisfied path; `nil` if the path is satisfied.
    var reason: NetworkPath.UnsatisfiedReason?
    var connection = NetworkPath.Connection.unavailable
    var ssid: String?
    var isVPN = false
    var isExpensive = false
    /// What was found out with `--validated`; `nil` if the internet answers, or nothing was found out.
    var doubt: NetworkPath.Connectivity.Value?

    var text: String {
        if let reason { return "offline \(reason.rawValue)" }
        var words = [connection.rawValue]
        if isVPN { words.insert("vpn", at: 0) }
        if connection == .wifi, let ssid, !ssid.isEmpty { words.append(ssid.escaped) }
        if isExpensive { words.append("metered") }
        if let doubt { words.append(doubt.rawValue) }
        return words.joined(separator: " ")
    }
}

extension BriefText {
    /// - Parameter isValidated: whether the path was checked.
    init(path: NetworkPath, isValidated: Bool) {
        self.init(
            reason: path.unsatisfiedReason, connection: path.connection, ssid: path.ssid,
            isVPN: path.isVPN, isExpensive: path.isExpensive)
        let value = path.connectivity.value
        if isValidated, value.doubt != nil { doubt = value }
    }
}

extension NetworkPath {
    /// The name of the Wi-Fi network that carries the path.
    var ssid: String? {
        (underlay + [primary].compactMap(\.self)).lazy.compactMap(\.ssid).first
    }
}
