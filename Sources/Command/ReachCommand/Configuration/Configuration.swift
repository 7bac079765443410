// SPDX-License-Identifier: Apache-2.0

package import NetworkReachability

/// The configuration: overrides for interfaces, the addresses that represent the internet, and who is asked whether it
/// answers.
package struct Configuration: Sendable, Hashable {
    /// The settings for interfaces and Wi-Fi networks.
    var overrides: [InterfaceOverride] = []
    /// The addresses that represent the internet.
    var probes = PathProbes.standard
    /// The check of `--validated`; `nil` to have NetworkManager check.
    package var connectivity: ConnectivitySettings?

    /// The question that the configuration asks about the path.
    package var question: PathQuestion { PathQuestion(probes: probes, overrides: overrides) }
}

// MARK: - JSON

extension Configuration: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case overrides, probes, connectivity
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        overrides =
            try values.decodeUnlessMissing([InterfaceOverride].self, forKey: .overrides) ?? []
        for (position, override) in overrides.enumerated() {
            try override.check(values.codingPath + [Key.overrides, ElementKey(position)])
        }
        probes = try values.decodeUnlessMissing(PathProbes.self, forKey: .probes) ?? .standard
        guard !probes.addresses.isEmpty else {
            throw ConfigurationError(
                values.codingPath + [Key.probes], "must have at least one address")
        }
        connectivity = try values.decodeUnlessMissing(
            ConnectivitySettings.self, forKey: .connectivity)
    }
}

extension InterfaceOverride {
    /// Checks that the override matches certain interfaces, and that it sets something.
    ///
    /// - Parameter path: the place of the override in the file.
    fileprivate func check(_ path: [any CodingKey]) throws(ConfigurationError) {
        for (key, value) in [("interface", interface), ("ssid", ssid)] where value == "" {
            throw ConfigurationError(path, member: key, "must not be empty")
        }
        guard interface != nil || ssid != nil else {
            throw ConfigurationError(path, "must have \"interface\", \"ssid\", or both")
        }
        guard isMetered != nil || isConstrained != nil else {
            throw ConfigurationError(path, "must have \"metered\", \"constrained\", or both")
        }
    }
}
