// SPDX-License-Identifier: Apache-2.0

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
    public var description: String { "\(core.target): \(connection)" }
}
