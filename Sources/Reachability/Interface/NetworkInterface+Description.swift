// SPDX-License-Identifier: Apache-2.0

extension NetworkInterface: CustomStringConvertible {
    /// The name, the type, the lack of a link, and the addresses: `wlan0 (wifi, 192.0.2.7/24)`.
    public var description: String {
        var parts = [type.rawValue]
        if !isUp {
            parts.append("off")
        } else if !hasCarrier {
            parts.append("no link")
        }
        parts += addresses.map(\.description)
        return "\(name) (\(parts.joined(separator: ", ")))"
    }
}
