// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// The configuration: overrides for interfaces, and the addresses that represent the internet.
struct Configuration: Sendable, Hashable {
    /// The settings for interfaces and Wi-Fi networks.
    var overrides: [InterfaceOverride] = []
    /// The addresses that represent the internet.
    var probes = PathProbes.standard

    /// The question that the configuration asks about the path.
    var question: PathQuestion { PathQuestion(probes: probes, overrides: overrides) }
}

// MARK: - JSON

extension Configuration: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case overrides, probes
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        overrides =
            try values.decodeIfPresent([Override].self, forKey: .overrides)?.map(\.value) ?? []
        probes = try values.decodeIfPresent(Probes.self, forKey: .probes)?.value ?? .standard
    }
}

/// An element of `overrides`: `{"interface": "usb*", "metered": "yes"}`.
private struct Override: Decodable {
    var value: InterfaceOverride

    private enum Key: String, CodingKey, CaseIterable {
        case interface, ssid, metered, constrained
    }

    private enum YesOrNo: String, CaseIterable {
        case yes, no
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        value = InterfaceOverride(
            interface: try values.decodeIfPresent(String.self, forKey: .interface),
            ssid: try values.decodeIfPresent(String.self, forKey: .ssid),
            isConstrained: try values.decodeIfPresent(Bool.self, forKey: .constrained))
        if values.contains(.metered) {
            // The value may not even be a string.
            let text = try? values.decode(String.self, forKey: .metered)
            guard let answer = text.flatMap(YesOrNo.init) else {
                throw ConfigurationError(
                    values.codingPath + [Key.metered],
                    "must be \"yes\" or \"no\"" + (text.map { ", not \"\($0)\"" } ?? ""))
            }
            value.isMetered = answer == .yes
        }
        for key in [Key.interface, .ssid]
        where try values.decodeIfPresent(String.self, forKey: key) == "" {
            throw ConfigurationError(values.codingPath + [key], "must not be empty")
        }
        guard value.interface != nil || value.ssid != nil else {
            throw ConfigurationError(
                values.codingPath, "must have \"interface\", \"ssid\", or both")
        }
        guard value.isMetered != nil || value.isConstrained != nil else {
            throw ConfigurationError(
                values.codingPath, "must have \"metered\", \"constrained\", or both")
        }
    }
}

/// The value of `probes`: `{"ipv4": ["9.9.9.9"], "ipv6": []}`. A missing family keeps the default addresses.
private struct Probes: Decodable {
    var value: PathProbes

    private enum Key: String, CodingKey, CaseIterable {
        case ipv4, ipv6

        var family: IPAddress.Family {
            switch self {
            case .ipv4: .ipv4
            case .ipv6: .ipv6
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        let addresses = try Key.allCases.flatMap { key in
            guard let texts = try values.decodeIfPresent([String].self, forKey: key) else {
                return PathProbes.standard.addresses.filter { $0.family == key.family }
            }
            return try texts.enumerated().map { position, text in
                guard let address = IPAddress(text), address.family == key.family else {
                    throw ConfigurationError(
                        values.codingPath + [key, Position(position)],
                        "\"\(text)\" is not an \(key == .ipv4 ? "IPv4" : "IPv6") address")
                }
                return address
            }
        }
        guard !addresses.isEmpty else {
            throw ConfigurationError(values.codingPath, "must have at least one address")
        }
        value = PathProbes(addresses)
    }
}

/// The coding key of an array element.
private struct Position: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(_ position: Int) { intValue = position }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}

/// A coding key that accepts every string.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Returns the container of an object, and throws if the object has unknown keys.
    fileprivate func strictContainer<Key: CodingKey & CaseIterable>(
        keyedBy keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = keys.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys.sorted(by: {
            $0.stringValue < $1.stringValue
        }) where !known.contains(key.stringValue) {
            throw ConfigurationError(
                codingPath + [key],
                "unknown key; the keys are: " + known.joined(separator: ", "))
        }
        return try container(keyedBy: keys)
    }
}
