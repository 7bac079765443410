// SPDX-License-Identifier: Apache-2.0

/// What else the compatible APIs have.
extension Reachability {
    /// Whether there is a connection.
    public var isReachable: Bool { connection != .unavailable }

    /// Whether the connection is a Wi-Fi network.
    public var isReachableViaWiFi: Bool { connection == .wifi }

    /// Whether the connection is a cellular network.
    public var isReachableViaWWAN: Bool { connection == .wwan }

    /// Whether the connection is Ethernet.
    public var isReachableViaEthernet: Bool { connection == .ethernet }

    /// Whether a connection must be set up first (Apple's sample code). On Linux that is never so.
    public func connectionRequired() -> Bool { false }

    /// ``connection`` in words.
    public var currentReachabilityString: String { connection.description }

    /// Whether a host can be reached, with the label that Apple's sample code has: see
    /// ``init(hostname:queueQoS:targetQueue:notificationQueue:)``.
    ///
    /// - Throws: ``ReachabilityError`` where this cannot be the name of a host.
    public convenience init(hostName: String) throws(ReachabilityError) {
        try self.init(hostname: hostName)
    }

    /// An older name of ``allowsCellularConnection``.
    @available(*, deprecated, renamed: "allowsCellularConnection")
    public var reachableOnWWAN: Bool {
        get { allowsCellularConnection }
        set { allowsCellularConnection = newValue }
    }
}

extension Reachability: CustomStringConvertible {
    /// What is to be reached, and how it is: "www.ua.es: WiFi".
    public var description: String { "\(core.target): \(connection)" }
}
