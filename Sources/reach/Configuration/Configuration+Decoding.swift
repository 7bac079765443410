// SPDX-License-Identifier: Apache-2.0

import Reachability

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

/// `{"interface": "usb*", "metered": "yes"}`
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
            // Not text either: true, say.
            let word = try? values.decode(String.self, forKey: .metered)
            guard let answer = word.flatMap(YesOrNo.init) else {
                throw ConfigurationError(
                    values.codingPath + [Key.metered],
                    "must be \"yes\" or \"no\"" + (word.map { ", not \"\($0)\"" } ?? ""))
            }
            value.isMetered = answer == .yes
        }
        for key in [Key.interface, .ssid]
        where try values.decodeIfPresent(String.self, forKey: key) == "" {
            throw ConfigurationError(values.codingPath + [key], "must not be empty")
        }
        guard value.interface != nil || value.ssid != nil else {
            throw ConfigurationError(
                values.codingPath, "must say \"interface\" or \"ssid\", or both")
        }
        guard value.isMetered != nil || value.isConstrained != nil else {
            throw ConfigurationError(
                values.codingPath, "must say \"metered\" or \"constrained\", or both")
        }
    }
}

/// `{"ipv4": ["9.9.9.9"], "ipv6": []}`: a family that is not there keeps the built-in addresses.
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
                        "\"\(text)\" is not an address of \(key == .ipv4 ? "IPv4" : "IPv6")")
                }
                return address
            }
        }
        guard !addresses.isEmpty else {
            throw ConfigurationError(values.codingPath, "must name at least one address")
        }
        value = PathProbes(addresses)
    }
}

/// A place in a list.
private struct Position: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(_ position: Int) { intValue = position }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}

/// Any key at all.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// The values of an object that may have no other keys.
    fileprivate func strictContainer<Key: CodingKey & CaseIterable>(
        keyedBy keys: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = keys.allCases.map(\.stringValue)
        for key in try container(keyedBy: AnyKey.self).allKeys.sorted(by: {
            $0.stringValue < $1.stringValue
        }) where !known.contains(key.stringValue) {
            throw ConfigurationError(
                codingPath + [key],
                "there is no such key; there are: " + known.joined(separator: ", "))
        }
        return try container(keyedBy: keys)
    }
}
