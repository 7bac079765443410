// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// An override is encoded as in the command's configuration file:
/// `{"interface": "usb*", "metered": "yes", "constrained": true}`. The value of `constrained` is `true`, `false` or
/// `"ultra"`.
///
/// A missing key is `nil`. The command accepts only overrides with `interface`, `ssid` or `place`, and with
/// `metered` or `constrained`.
extension InterfaceOverride: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case interface, ssid, place, metered, constrained
    }

    private enum Answer: String, CaseIterable {
        case yes, no
    }

    /// Decodes an override.
    ///
    /// - Throws: `DecodingError`, which names the key and the reason, if a key is unknown, or if a
    ///   value has another type or is not one of the known words.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        self.init(
            interface: try values.decodeUnlessMissing(String.self, forKey: .interface),
            ssid: try values.decodeUnlessMissing(String.self, forKey: .ssid),
            place: try values.decodeUnlessMissing(String.self, forKey: .place))
        if values.contains(.metered) {
            // The value may not even be a string.
            let text = try? values.decode(String.self, forKey: .metered)
            guard let answer = text.flatMap(Answer.init) else {
                throw DecodingError.invalid(
                    values.codingPath + [Key.metered],
                    "must be \"yes\" or \"no\"" + (text.map { ", not \"\($0)\"" } ?? ""))
            }
            isMetered = answer == .yes
        }
        guard values.contains(.constrained) else { return }
        if let isConstrained = try? values.decode(Bool.self, forKey: .constrained) {
            self.isConstrained = isConstrained
        } else {
            let text = try? values.decode(String.self, forKey: .constrained)
            guard text == Self.ultra else {
                throw DecodingError.invalid(
                    values.codingPath + [Key.constrained], "must be true, false or \"ultra\"")
            }
            (isConstrained, isUltraConstrained) = (true, true)
        }
    }

    private static let ultra = "ultra"

    /// Encodes an override.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(interface, forKey: .interface)
        try container.encodeIfPresent(ssid, forKey: .ssid)
        try container.encodeIfPresent(place, forKey: .place)
        let answer = isMetered.map { $0 ? Answer.yes : .no }
        try container.encodeIfPresent(answer?.rawValue, forKey: .metered)
        if constraint == .ultra {
            try container.encode(Self.ultra, forKey: .constrained)
        } else {
            try container.encodeIfPresent(isConstrained, forKey: .constrained)
        }
    }
}
