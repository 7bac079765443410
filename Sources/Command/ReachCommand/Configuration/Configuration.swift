// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
package import NetworkReachability

/// The configuration: overrides for interfaces, places, the addresses that represent the internet, and the server that is asked
/// whether the internet answers.
package struct Configuration: Sendable, Hashable {
    /// The settings for interfaces and Wi-Fi networks.
    var overrides: [InterfaceOverride] = []
    /// The places, in the order of the file. The first one that matches counts.
    package var places: [NetworkPlace] = []
    /// The data plans. The first one that matches an interface counts.
    package var plans: [DataPlan] = []
    /// The addresses that represent the internet.
    package var probes = PathProbes.standard
    /// The check of `--validated`; `nil` for that of NetworkManager, or of its files.
    package var connectivity: ConnectivitySettings?

    /// The question that the configuration asks about the path.
    package var question: PathQuestion {
        PathQuestion(
            probes: probes, overrides: overrides, places: places, plans: DataPlans(plans))
    }
}

// MARK: - JSON

extension Configuration: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case overrides, places, plans, probes, connectivity
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        places =
            try values.decodeUnlessMissing(PlaceList.self, forKey: .places)?.places ?? []
        overrides =
            try values.decodeUnlessMissing([InterfaceOverride].self, forKey: .overrides) ?? []
        for (position, override) in overrides.enumerated() {
            try override.check(
                values.codingPath + [Key.overrides, ElementKey(position)], places)
        }
        plans = try values.decodeUnlessMissing([DataPlan].self, forKey: .plans) ?? []
        try plans.check(values.codingPath + [Key.plans], places)
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
    /// - Parameters:
    ///   - path: the place of the override in the file.
    ///   - places: the places of the file.
    fileprivate func check(
        _ path: [any CodingKey], _ places: [NetworkPlace]
    ) throws(ConfigurationError) {
        for (key, value) in [("interface", interface), ("ssid", ssid)] where value == "" {
            throw ConfigurationError(path, member: key, "must not be empty")
        }
        if let place, let fault = places.fault(ofName: place) {
            throw ConfigurationError(path, member: "place", fault)
        }
        guard interface != nil || ssid != nil || place != nil else {
            throw ConfigurationError(
                path, "must have \"interface\", \"ssid\" or \"place\", or several of them")
        }
        guard isMetered != nil || isConstrained != nil else {
            throw ConfigurationError(path, "must have \"metered\", \"constrained\", or both")
        }
    }
}

/// The connectivity check of the configuration (`connectivity`).
package struct ConnectivitySettings: Sendable, Hashable {
    /// The address of the server.
    package var url: String
    /// The text that the server answers with; `nil` for status 204.
    package var expectedText: String?
    /// The rules that say when a path is checked.
    package var rules = ValidationMachine.Rules()
    /// The file of NetworkManager's configuration that has the address; `nil` for an address of reach's configuration.
    package var networkManagerFile: String?

    /// Whether the address is one of NetworkManager's configuration.
    package var isOfNetworkManager: Bool { networkManagerFile != nil }
}

// MARK: - JSON

extension ConnectivitySettings: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case url, expect, interval, onMetered
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        func fail(_ key: Key, _ reason: String) -> ConfigurationError {
            ConfigurationError(values.codingPath + [key], reason)
        }
        guard let url = try values.decodeUnlessMissing(String.self, forKey: .url) else {
            throw ConfigurationError(values.codingPath, "must have \"url\"")
        }
        do throws(ProbeAddress.Fault) {
            self.url = try ProbeAddress(url).text
        } catch {
            throw fail(.url, error.explanation)
        }
        if values.contains(.expect) {
            if let text = try? values.decode(String.self, forKey: .expect) {
                guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
                    throw fail(.expect, "must not be empty")
                }
                guard text.utf8.count <= 64 << 10 else {
                    throw fail(.expect, "must not be longer than 64 KiB")
                }
                expectedText = text
            } else if (try? values.decode(Int.self, forKey: .expect)) != 204 {
                throw fail(.expect, "must be a string or 204")
            }
        }
        if let text = try values.decodeUnlessMissing(String.self, forKey: .interval) {
            guard let interval = TimeSpan(argument: text) else {
                throw fail(.interval, "must be a duration, such as \(TimeSpan.examples)")
            }
            guard interval.milliseconds >= 1000 else {
                throw fail(.interval, "must be at least 1s")
            }
            rules.interval = interval.milliseconds
        }
        rules.onMetered =
            try values.decodeUnlessMissing(Bool.self, forKey: .onMetered) ?? false
    }
}

/// An error in a configuration, with its place.
struct ConfigurationError: Error, Hashable {
    /// The path of keys or the line; empty if the error is about the whole file.
    var place: String
    /// The reason as text.
    var reason: String

    /// Creates an error about the value at a path of keys.
    init(_ path: [any CodingKey], _ reason: String) {
        place = path.reduce(into: "") { place, key in
            if let position = key.intValue {
                place += "[\(position)]"
            } else {
                place += (place.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self.reason = reason
    }

    /// Creates an error about a member of the object at a path of keys.
    init(_ path: [any CodingKey], member: String, _ reason: String) {
        self.init(path, reason)
        place += ".\(member)"
    }

    /// Creates an error about text that is not JSON.
    init(line: Int, _ reason: String) {
        place = "line \(line)"
        self.reason = reason
    }

    /// Creates an error from the error of a decoder.
    init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let wanted =
                switch type {
                case is String.Type: "a string"
                case is Bool.Type: "true or false"
                case is [Any].Type: "an array"
                default: "an object"
                }
            self.init(context.codingPath, "must be \(wanted)")
        case .keyNotFound(_, let context), .dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription.lowercasedFirst.withoutPeriod)
        @unknown default: self.init([], "\(error)")
        }
    }
}

extension ConfigurationError: CustomStringConvertible {
    var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
    fileprivate var withoutPeriod: String {
        ends(with: ".") ? String(unicodeScalars.dropLast()) : self
    }
}
