// SPDX-License-Identifier: Apache-2.0

public import Reachability

/// The way to the internet, as Apple's Network framework shows it: a thin value over
/// `NetworkPath`, which ``path`` is and has more to say.
public struct NWPath: Sendable, Hashable {
    /// Whether there is a path.
    public enum Status: Sendable, Hashable {
        /// There is.
        case satisfied
        /// There is none.
        case unsatisfied
        /// One must be set up first. On Linux that is never so.
        case requiresConnection
    }

    /// Why there is no path, as far as Apple tells; `NetworkPath.unsatisfiedReason` tells more.
    public enum UnsatisfiedReason: Sendable, Hashable {
        /// No reason is given. On Linux that is always so.
        case notAvailable
        /// Cellular may not be used.
        case cellularDenied
        /// Wi-Fi may not be used.
        case wifiDenied
        /// The local network may not be used.
        case localNetworkDenied
        /// A VPN is not connected.
        case vpnInactive
    }

    /// How good the link is, as far as Apple tells.
    public enum LinkQuality: Sendable, Hashable {
        /// Nothing is known of it. On Linux that is always so.
        case unknown
        /// It hardly carries anything.
        case minimal
        /// It will do.
        case moderate
        /// It is good.
        case good
    }

    /// The path in this package's own words.
    public let path: NetworkPath

    /// Shows a path in Apple's words.
    public init(_ path: NetworkPath) { self.path = path }

    /// Whether there is a path: a live route. Whether anything answers is another question.
    public var status: Status {
        switch path.status {
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        }
    }

    /// Why there is no path, as far as Apple tells: on Linux always
    /// ``UnsatisfiedReason-swift.enum/notAvailable``, of a satisfied path too.
    public var unsatisfiedReason: UnsatisfiedReason { .notAvailable }

    /// The interfaces with a live route to the internet, in the kernel's order of preference.
    public var availableInterfaces: [NWInterface] { path.availableInterfaces.map(NWInterface.init) }

    /// Whether traffic costs the user money, for certain or probably.
    public var isExpensive: Bool { path.isExpensive }

    /// Whether the user asked for little traffic here (Low Data Mode), by an override of the
    /// `PathMonitor` that ``NWPathMonitor/init(_:)`` is given.
    public var isConstrained: Bool { path.isConstrained }

    /// Whether only very little traffic is possible, as over satellites: nothing on Linux tells of
    /// them, so that it is always `false`.
    public var isUltraConstrained: Bool { false }

    /// How good the link is: always ``LinkQuality-swift.enum/unknown``, for a path shows no more than
    /// what decides it. `NetworkInterface.signalStrength()` asks.
    public var linkQuality: LinkQuality { .unknown }

    /// Whether IPv4 packets have a way.
    public var supportsIPv4: Bool { path.supportsIPv4 }

    /// Whether IPv6 packets have a way.
    public var supportsIPv6: Bool { path.supportsIPv6 }

    /// Whether there is a live route to a configured name server, or one is on this machine.
    public var supportsDNS: Bool { path.supportsDNS }

    /// The routers that packets are handed to, with port 0.
    public var gateways: [NWEndpoint] {
        let interfaces = path.interfaces.map(NWInterface.init)
        return path.gateways.map { NWEndpoint($0, interfaces) }
    }

    /// The near end of a connection: always `nil`, as of every path of a monitor.
    public var localEndpoint: NWEndpoint? { nil }

    /// The far end of a connection: always `nil`, as of every path of a monitor.
    public var remoteEndpoint: NWEndpoint? { nil }

    /// Whether packets pass an interface of the type, seen through VPNs and stacked interfaces.
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool {
        type.types.contains(where: path.usesInterfaceType)
    }
}

extension NWPath: CustomDebugStringConvertible {
    /// The status, and the interfaces or the reason, as ``path`` prints them: `satisfied (wlan0)`,
    /// `unsatisfied (no interface has a link)`.
    public var debugDescription: String { path.debugDescription }
}
