// SPDX-License-Identifier: Apache-2.0

/// Whether a network is metered, that is, traffic costs the user money; with the source and the
/// reason.
public struct Metered: Sendable, Hashable {
    /// The certainty that a network is metered, as in NetworkManager's `NMMetered`.
    public enum Value: String, Sendable, Hashable, Codable, CaseIterable {
        /// The network is metered.
        case yes
        /// The network is not metered.
        case no
        /// The network is probably metered.
        case guessYes
        /// The network is probably not metered.
        case guessNo
        /// No source knows whether the network is metered.
        case unknown
    }

    /// The source of a value. Later versions can add sources.
    public struct Source: RawRepresentable, Sendable, Hashable, Codable, CaseIterable {
        /// The name of the source, as it is in JSON.
        public let rawValue: String

        /// Creates a source from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No source (in JSON, `none`).
        public static let noSource = Source(rawValue: "none")

        /// The former name of ``noSource``.
        @available(*, deprecated, renamed: "noSource")
        public static var nobody: Source { noSource }

        /// xdg-desktop-portal, which is asked where a sandbox refuses netlink sockets.
        public static let desktopPortal = Source(rawValue: "desktopPortal")

        /// The sources of this version.
        public static var allCases: [Source] {
            MeteringSource.all.map(\.name) + [.desktopPortal, .noSource]
        }
    }

    /// Whether the network is metered, and how certain that is.
    public let value: Value
    /// The source that decided: the one with the highest priority that knows an answer. See
    /// <doc:MeteredAndWhatToTrust>.
    public let source: Source
    /// The reason, described for people, in English.
    ///
    /// It can contain names of interfaces and networks as the system reports them. Escape control
    /// characters before you print it.
    public let detail: String

    /// Creates a value, for example for a test.
    public init(_ value: Value, source: Source, detail: String) {
        self.value = value
        self.source = source
        self.detail = detail
    }

    /// Whether the network is metered or probably metered, so that programs should avoid traffic
    /// (Apple's `isExpensive`). As NetworkManager recommends, `unknown` counts as not metered.
    public var isExpensive: Bool {
        switch value {
        case .yes, .guessYes: true
        case .no, .guessNo, .unknown: false
        }
    }

    /// The value of an unsatisfied path.
    static let noPath = Metered(.unknown, source: .noSource, detail: "no path")
}

extension Metered.Value {
    /// The order of values by cost: of several interfaces, the one with the highest rank decides.
    var rank: Int {
        switch self {
        case .yes: 4
        case .guessYes: 3
        case .unknown: 2
        case .guessNo: 1
        case .no: 0
        }
    }
}

extension Metered.Source: CustomStringConvertible {
    /// The name of the source.
    public var description: String { rawValue }
}

extension Metered: CustomStringConvertible {
    /// The value and the reason: `metered: guessYes (a cellular network)`.
    public var description: String {
        "metered: \(value.rawValue)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}
