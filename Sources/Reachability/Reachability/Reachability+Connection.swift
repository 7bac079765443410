// SPDX-License-Identifier: Apache-2.0

extension Reachability {
    /// The medium that packets leave by, seen through VPNs and stacked interfaces.
    ///
    /// Reachability.swift knows `.wifi`, `.cellular` and `.unavailable`: a switch over these needs a
    /// `default` here. What is `.ethernet` here is `.wifi` there.
    public enum Connection: Sendable, Hashable, CaseIterable {
        /// Wireless LAN.
        case wifi
        /// Cellular.
        case wwan
        /// Ethernet.
        case ethernet
        /// Bluetooth.
        case bluetooth
        /// Something else, or what cannot be told.
        case other
        /// There is no way.
        case unavailable

        /// Reachability.swift's name for ``wwan``.
        public static var cellular: Connection { .wwan }

        /// An older name of ``unavailable``.
        @available(*, deprecated, renamed: "unavailable")
        public static var none: Connection { .unavailable }
    }

    /// How something is reached, in the words of Apple's sample code.
    public enum NetworkStatus: Sendable, Hashable, CaseIterable {
        /// It is not.
        case notReachable
        /// By Wi-Fi; or, as Apple has it, by anything that is not cellular and has no name here.
        case reachableViaWiFi
        /// By a cellular network.
        case reachableViaWWAN
        /// By Ethernet.
        case reachableViaEthernet
    }
}

extension Reachability.Connection {
    /// The connection that a path has.
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
    /// The status that a connection means.
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
    /// The connection in words, those of Reachability.swift.
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
    /// The status in words, those of Reachability.swift.
    public var description: String {
        switch self {
        case .reachableViaWiFi: "WiFi"
        case .reachableViaWWAN: "Cellular"
        case .reachableViaEthernet: "Ethernet"
        case .notReachable: "No Connection"
        }
    }
}
