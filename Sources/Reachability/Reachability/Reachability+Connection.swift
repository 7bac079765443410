// SPDX-License-Identifier: Apache-2.0

extension Reachability {
    /// The medium that carries the traffic, below VPNs and stacked interfaces.
    ///
    /// Reachability.swift has only `.wifi`, `.cellular` and `.unavailable`, and reports Ethernet as
    /// `.wifi`. A switch that was written for it needs a `default` here.
    public enum Connection: Sendable, Hashable, CaseIterable {
        /// Wireless LAN.
        case wifi
        /// Cellular.
        case wwan
        /// Ethernet.
        case ethernet
        /// Bluetooth.
        case bluetooth
        /// Another medium, or an unknown one.
        case other
        /// There is no connection.
        case unavailable

        /// Reachability.swift's name for ``wwan``.
        public static var cellular: Connection { .wwan }

        /// The older name of ``unavailable`` in Reachability.swift.
        @available(*, deprecated, renamed: "unavailable")
        public static var none: Connection { .unavailable }
    }

    /// The kind of connection, with the names of Apple's sample code.
    public enum NetworkStatus: Sendable, Hashable, CaseIterable {
        /// There is no connection.
        case notReachable
        /// Over Wi-Fi, or over a medium that has no case here, as in Apple's sample code.
        case reachableViaWiFi
        /// Over a cellular network.
        case reachableViaWWAN
        /// Over Ethernet.
        case reachableViaEthernet
    }
}

extension Reachability.Connection {
    /// Converts the connection of a path.
    init(_ connection: NetworkPath.Connection) {
        switch connection {
        case .wifi: self = .wifi
        case .wwan: self = .wwan
        case .ethernet: self = .ethernet
        case .bluetooth: self = .bluetooth
        case .other: self = .other
        case .unavailable: self = .unavailable
        }
    }
}

extension Reachability.NetworkStatus {
    /// Converts a connection to Apple's status.
    init(_ connection: Reachability.Connection) {
        switch connection {
        case .wifi, .bluetooth, .other: self = .reachableViaWiFi
        case .wwan: self = .reachableViaWWAN
        case .ethernet: self = .reachableViaEthernet
        case .unavailable: self = .notReachable
        }
    }
}

extension Reachability.Connection: CustomStringConvertible {
    /// The name of the connection, as Reachability.swift prints it.
    public var description: String {
        switch self {
        case .wifi: "WiFi"
        case .wwan: "Cellular"
        case .ethernet: "Ethernet"
        case .bluetooth: "Bluetooth"
        case .other: "Other"
        case .unavailable: "No Connection"
        }
    }
}

extension Reachability.NetworkStatus: CustomStringConvertible {
    /// The name of the status, as Reachability.swift prints it.
    public var description: String {
        switch self {
        case .reachableViaWiFi: "WiFi"
        case .reachableViaWWAN: "Cellular"
        case .reachableViaEthernet: "Ethernet"
        case .notReachable: "No Connection"
        }
    }
}

/// Further members that Apple's sample code and Reachability.swift have.
extension Reachability {
    /// Whether there is a connection: ``connection-swift.property`` is not `unavailable`.
    public var isReachable: Bool { connection != .unavailable }

    /// Whether ``connection-swift.property`` is Wi-Fi.
    public var isReachableViaWiFi: Bool { connection == .wifi }

    /// Whether ``connection-swift.property`` is cellular.
    public var isReachableViaWWAN: Bool { connection == .wwan }

    /// Whether ``connection-swift.property`` is Ethernet.
    public var isReachableViaEthernet: Bool { connection == .ethernet }

    /// Whether a connection must be established first. Always `false` on Linux; Apple's sample code
    /// has this method.
    public func connectionRequired() -> Bool { false }

    /// The name of the current connection, as Reachability.swift prints it, such as `WiFi`.
    public var currentReachabilityString: String { connection.description }

    /// Creates a notifier for a host, with the argument label of Apple's sample code.
    ///
    /// It is the same as ``init(hostname:queueQoS:targetQueue:notificationQueue:)``.
    ///
    /// - Parameter hostName: the host's name, or an IP address.
    /// - Throws: ``ReachabilityError`` if the text cannot be a host name.
    public convenience init(hostName: String) throws(ReachabilityError) {
        try self.init(hostname: hostName)
    }

    /// The older name of ``allowsCellularConnection`` in Reachability.swift.
    @available(*, deprecated, renamed: "allowsCellularConnection")
    public var reachableOnWWAN: Bool {
        get { allowsCellularConnection }
        set { allowsCellularConnection = newValue }
    }
}

extension Reachability: CustomStringConvertible {
    /// The target and the connection to it: `www.ua.es: WiFi`.
    public var description: String { "\(driver.target): \(connection)" }
}
