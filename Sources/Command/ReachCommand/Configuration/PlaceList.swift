// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
package import NetworkReachability

/// The places of the configuration (`places`), in the order of the file, which the decoder of `JSONValue` keeps.
struct PlaceList: Decodable {
    let places: [NetworkPlace]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: MemberKey.self)
        places = try values.allKeys.map { try Self.place($0, values) }
    }

    private static func place(
        _ key: MemberKey, _ values: KeyedDecodingContainer<MemberKey>
    ) throws -> NetworkPlace {
        let path = values.codingPath + [key]
        if key.stringValue.isEmpty {
            throw ConfigurationError(values.codingPath, "the name of a place must not be empty")
        }
        let networks = try values.decode([NetworkPlace.Network].self, forKey: key)
        guard !networks.isEmpty else {
            throw ConfigurationError(path, "must have at least one network")
        }
        for (position, network) in networks.enumerated() {
            try network.check(path + [ElementKey(position)])
        }
        return NetworkPlace(key.stringValue, networks: networks)
    }
}

extension NetworkPlace.Network {
    /// Checks that the network has a member, and that its patterns can match.
    ///
    /// - Parameter path: the place of the network in the file.
    fileprivate func check(_ path: [any CodingKey]) throws(ConfigurationError) {
        for (key, pattern) in [
            ("ssid", ssid), ("interface", interface), ("connection", connection),
        ] {
            guard let fault = pattern?.patternFault else { continue }
            throw ConfigurationError(path, member: key, fault.explanation)
        }
        if let fault = gateway?.fault {
            throw ConfigurationError(path, member: "gateway", fault)
        }
        guard self != NetworkPlace.Network() else {
            throw ConfigurationError(
                path,
                "must have \"ssid\", \"interface\", \"gateway\" or \"connection\", or several of them"
            )
        }
    }
}

extension Configuration {
    /// Makes sure that there are the places that a condition names.
    ///
    /// - Throws: ``Failure`` with exit code 78.
    package func check(_ condition: Condition) throws {
        for (option, place) in condition.placeOptions {
            guard let fault = places.fault(ofName: place) else { continue }
            throw Failure.configuration("\(option): \(fault.escaped)")
        }
    }
}

extension [NetworkPlace] {
    /// The reason why no place has a name, as the end of a sentence; `nil` if one has it.
    func fault(ofName name: String) -> String? {
        guard !contains(where: { $0.name.isSameText(as: name) }) else { return nil }
        let names = map { "\"\($0.name)\"" }.joined(separator: ", ")
        return isEmpty
            ? "there is no place \"\(name)\": the configuration has no places"
            : "there is no place \"\(name)\"; the places are: \(names)"
    }
}
