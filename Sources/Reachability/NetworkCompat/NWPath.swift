// SPDX-License-Identifier: Apache-2.0

public import NetworkReachability

/// The path to the internet with the API of Apple's `NWPath`. It wraps a `NetworkPath`,
/// ``path``, which has more properties.
public struct NWPath: Sendable, Hashable {
    /// Whether there is a path to the internet.
    public enum Status: Sendable, Hashable {
        /// There is a live route.
        case satisfied
        /// There is no live route.
        case unsatisfied
        /// A connection must be established first. This case never occurs on Linux.
        case requiresConnection
    }

    /// The reason why a path is unsatisfied, as Apple's API has it. `NetworkPath.unsatisfiedReason`
    /// is more specific.
    public enum UnsatisfiedReason: Sendable, Hashable {
        /// No reason is available. This is the only case that occurs on Linux.
        case notAvailable
        /// The user denied access to cellular networks. This case never occurs on Linux.
        case cellularDenied
        /// The user denied access to Wi-Fi. This case never occurs on Linux.
        case wifiDenied
        /// The user denied access to the local network. This case never occurs on Linux.
        case localNetworkDenied
        /// A required VPN is not connected. This case never occurs on Linux.
        case vpnInactive
    }

    /// The wrapped value, which has more properties.
    public let path: NetworkPath

    /// Creates a value for a path.
    public init(_ path: NetworkPath) { self.path = path }

    /// Whether there is a path: a live route to the internet. No packet is sent to test it.
    public var status: Status {
        switch path.status {
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        }
    }

    /// The reason why the path is unsatisfied: on Linux always
    /// ``UnsatisfiedReason-swift.enum/notAvailable``, also for a satisfied path.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

    /// The interfaces with a live route to the internet, in the kernel's order of preference.
    public var availableInterfaces: [NWInterface] { path.availableInterfaces.map(NWInterface.init) }

    /// Whether the path is metered or probably metered.
    public var isExpensive: Bool { path.isExpensive }

    /// Whether the user wants little traffic on this path (Low Data Mode).
    ///
    /// It is `true` only if an override of the `PathMonitor` given to ``NWPathMonitor/init(_:)``
    /// says so.
    public var isConstrained: Bool { path.isConstrained }

    /// Whether the user wants the least traffic only on this path, as over a satellite.
    ///
    /// As ``isConstrained``, it is `true` only if an override of the `PathMonitor` says so: Linux does not report satellites.
    public var isUltraConstrained: Bool { path.isUltraConstrained }

    /// Whether there is a live route for IPv4.
    public var supportsIPv4: Bool { path.supportsIPv4 }

    /// Whether there is a live route for IPv6.
    public var supportsIPv6: Bool { path.supportsIPv6 }

    /// Whether there is a live route to a configured name server, or one runs on this machine.
    public var supportsDNS: Bool { path.supportsDNS }

    /// The gateways of the path, as hosts with port 0.
    public var gateways: [NWEndpoint] {
        let interfaces = path.interfaces.map(NWInterface.init)
        return path.gateways.map { NWEndpoint($0, interfaces) }
    }

    /// The local endpoint of a connection: always `nil`, because a monitor's path has no
    /// connection.
    public var localEndpoint: NWEndpoint? { nil }

    /// The remote endpoint of a connection: always `nil`, because a monitor's path has no
    /// connection.
    public var remoteEndpoint: NWEndpoint? { nil }

    /// Whether packets of the path use an interface of a type, also below VPNs and stacked
    /// interfaces.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        type.types.contains(where: path.usesInterfaceType)
    }
}

extension NWPath: CustomDebugStringConvertible {
    /// The status, with the interfaces that have a live route or with the reason: `satisfied
    /// (wlan0)`, `unsatisfied (no interface in use has a link)`.
    public var debugDescription: String { path.debugDescription }
}
