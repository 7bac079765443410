// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A place that the user has given a name, such as home, and the networks by which it is known.
///
/// ```swift
/// let home = NetworkPlace(
///     "home",
///     networks: [.init(ssid: "Home"), .init(gateway: GatewayAddress("02:00:00:00:00:01"))])
/// let placed = try NetworkPath.current(.init(places: [home]))
/// let atHome = NetworkConstraints(places: ["home"])
/// ```
///
/// ``NetworkPath/place`` is the name of the first place that has the network which carries the path. An
/// ``InterfaceOverride`` and ``NetworkConstraints`` can name a place.
public struct NetworkPlace: Sendable, Hashable {
    /// The name of the place.
    public var name: String
    /// The networks of the place. One that matches suffices.
    public var networks: [Network]

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - name: the name of the place.
    ///   - networks: the networks of the place.
    public init(_ name: String, networks: [Network]) {
        self.name = name
        self.networks = networks
    }

    /// A description of a network. It matches if all given values do.
    ///
    /// The network is that of the interface which carries the path, seen through VPNs and stacked interfaces. Patterns are
    /// those of fnmatch(3), such as `Office*`.
    public struct Network: Sendable, Hashable {
        /// A pattern for the name (SSID) of a Wi-Fi network; `nil` for any network, and for interfaces other than Wi-Fi.
        public var ssid: String?
        /// A pattern for the name of the interface that carries the path, or of one below it; `nil` for any. Never a
        /// tunnel.
        public var interface: String?
        /// The address of one of the next hops; `nil` for any.
        public var gateway: GatewayAddress?
        /// A pattern for the name of NetworkManager's connection (`connection.id`); `nil` for any, and for interfaces
        /// without NetworkManager.
        public var connection: String?

        /// Creates a description.
        ///
        /// - Parameters:
        ///   - ssid: a pattern for the name of a Wi-Fi network; `nil` for any.
        ///   - interface: a pattern for the name of the interface; `nil` for any.
        ///   - gateway: the address of a next hop; `nil` for any.
        ///   - connection: a pattern for the name of NetworkManager's connection; `nil` for any.
        public init(
            ssid: String? = nil,
            interface: String? = nil,
            gateway: GatewayAddress? = nil,
            connection: String? = nil
        ) {
            self.ssid = ssid
            self.interface = interface
            self.gateway = gateway
            self.connection = connection
        }
    }
}

extension NetworkPlace: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

/// A network is encoded as in the command's configuration file: `{"gateway": "192.0.2.1", "interface": "e*"}`.
extension NetworkPlace.Network: Codable {
    private enum Key: String, CodingKey, CaseIterable {
        case ssid, interface, gateway, connection
    }

    /// Decodes a network. A missing key is `nil`.
    ///
    /// - Throws: `DecodingError`, which names the key and the reason, if a key is unknown, if a value has another type, or if
    ///   the gateway is not an address.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: Key.self)
        self.init(
            ssid: try values.decodeUnlessMissing(String.self, forKey: .ssid),
            interface: try values.decodeUnlessMissing(String.self, forKey: .interface),
            gateway: try values.decodeUnlessMissing(GatewayAddress.self, forKey: .gateway),
            connection: try values.decodeUnlessMissing(String.self, forKey: .connection))
    }

    /// Encodes a network.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(ssid, forKey: .ssid)
        try container.encodeIfPresent(interface, forKey: .interface)
        try container.encodeIfPresent(gateway, forKey: .gateway)
        try container.encodeIfPresent(connection, forKey: .connection)
    }
}
