// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// The result of a connectivity check: whether the internet answers over a path.
    ///
    /// A satisfied path is a live route, and a route is no proof of an answer: there may be a captive portal, or nothing
    /// at all behind the gateway. The library repeats what NetworkManager has found, if NetworkManager checks. The
    /// library sends no packet itself, unless the program gives a probe to a monitor (``PathMonitor/Configuration/validation``).
    public struct Connectivity: Sendable, Hashable {
        /// How far packets get, as in NetworkManager's `NMConnectivityState`.
        public enum Value: String, Sendable, Hashable, Codable, CaseIterable {
            /// It has not been checked.
            case unknown
            /// There is no connection to a network.
            case none
            /// Nothing answers as the internet would.
            case limited
            /// A captive portal answers: the user must log in.
            case portal
            /// The internet answers.
            case full
        }

        /// The program that made a connectivity check. Later versions can add sources.
        public struct Source: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
            /// The name of the source, as it is in JSON.
            public let rawValue: String

            /// Creates a source from its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// No source: the connectivity has not been checked (in JSON, `none`).
            public static let noSource = Source(rawValue: "none")

            /// The former name of ``noSource``.
            @available(*, deprecated, renamed: "noSource")
            public static var nobody: Source { noSource }

            /// NetworkManager, by its connectivity check.
            public static let networkManager = Source(rawValue: "networkManager")
            /// A probe of the program or of the command (``ConnectivityProbe``).
            public static let probe = Source(rawValue: "probe")

            /// xdg-desktop-portal, which is asked where a sandbox refuses netlink sockets.
            public static let desktopPortal = Source(rawValue: "desktopPortal")

            /// The sources of this version.
            public static var allCases: [Source] {
                [.networkManager, .probe, .desktopPortal, .noSource]
            }
        }

        /// The result.
        public let value: Value
        /// The program that made the check.
        public let source: Source
        /// The address of the captive portal, if the network announces it (RFC 8910); else `nil`.
        ///
        /// The network chooses this text. Do not open it without the user.
        public let portal: String?

        /// Creates a finding, for example for a test.
        public init(_ value: Value, source: Source, portal: String? = nil) {
            self.value = value
            self.source = source
            self.portal = portal
        }

        /// The connectivity has not been checked.
        static let unknown = Connectivity(.unknown, source: .noSource)
    }
}

extension NetworkPath.Connectivity.Value {
    /// The order of values. Of the address families of a path, the one with the highest rank decides.
    var rank: Int {
        switch self {
        case .unknown: 0
        case .none: 1
        case .limited: 2
        case .portal: 3
        case .full: 4
        }
    }
}

extension NetworkPath.Connectivity.Source: CustomStringConvertible {
    /// The name of the source.
    public var description: String { rawValue }
}

extension NetworkPath.Connectivity: CustomStringConvertible {
    /// The value: `connectivity: portal`.
    public var description: String { "connectivity: \(value.rawValue)" }
}
