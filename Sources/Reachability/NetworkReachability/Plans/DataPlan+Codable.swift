// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A plan is encoded as in the command's configuration file:
/// `{"name": "LTE", "interface": "wwan*", "limit": "2GB", "warning": "80%", "renews": "monthly on 5"}`.
///
/// An encoded plan has its amounts in bytes: `"limit": "2000000000B"`.
extension DataPlan: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case name, interface, ssid, place, limit, warning, renews, counts
    }

    /// Decodes a plan.
    ///
    /// - Throws: `DecodingError`, which names the key and the reason, if a key is unknown or missing, if the plan names no
    ///   network, or if a value is not a valid one.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        func fail(_ key: Key, _ reason: String) -> DecodingError {
            .invalid(values.codingPath + [key], reason)
        }
        func text(_ key: Key) throws -> String? {
            let text = try values.decodeUnlessMissing(String.self, forKey: key)
            if text == "" { throw fail(key, "must not be empty") }
            return text
        }
        func needed(_ key: Key) throws -> String {
            guard let text = try text(key) else {
                throw DecodingError.invalid(values.codingPath, "must have \"\(key.rawValue)\"")
            }
            return text
        }
        let name = try needed(.name)
        let networks: [Key: String] = try [.interface, .ssid, .place].reduce(into: [:]) {
            $0[$1] = try text($1)
        }
        guard !networks.isEmpty else {
            throw DecodingError.invalid(
                values.codingPath, "must have \"interface\", \"ssid\" or \"place\"")
        }
        guard let limit = ByteAmount(try needed(.limit))?.bytes else {
            throw fail(.limit, "must be an amount, such as \(ByteAmount.examples)")
        }
        guard limit > 0 else { throw fail(.limit, "must be more than 0") }
        var warning: Int64?
        if let text = try text(.warning) {
            warning = ByteAmount(text, of: limit)?.bytes
            guard let warning else {
                throw fail(.warning, "must be a share or an amount, such as 80% or 1.5GB")
            }
            guard warning > 0 else { throw fail(.warning, "must be more than 0") }
            guard warning <= limit else { throw fail(.warning, "must not be over the limit") }
        }
        var renewal = Renewal.never
        if let text = try text(.renews) {
            guard let value = Renewal(text) else {
                throw fail(.renews, "must be one of: \(Renewal.examples)")
            }
            renewal = value
        }
        var counts = Counts.both
        if let text = try text(.counts) {
            guard let value = Counts(rawValue: text) else {
                throw fail(.counts, "must be one of: both, received, sent")
            }
            counts = value
        }
        self.init(
            name: name, interface: networks[.interface], ssid: networks[.ssid],
            place: networks[.place], limit: limit, warning: warning, renewal: renewal,
            counts: counts)
    }

    /// Encodes a plan.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(interface, forKey: .interface)
        try container.encodeIfPresent(ssid, forKey: .ssid)
        try container.encodeIfPresent(place, forKey: .place)
        try container.encode("\(limit)B", forKey: .limit)
        try container.encode("\(warning)B", forKey: .warning)
        try container.encode(renewal.description, forKey: .renews)
        try container.encode(counts, forKey: .counts)
    }
}
