// SPDX-License-Identifier: Apache-2.0

/// Whether traffic costs the user money, who says so, and in which words.
public struct Metered: Sendable, Hashable {
    /// The answer, with the certainty that NetworkManager's `NMMetered` has.
    public enum Value: String, Sendable, Hashable, Codable, CaseIterable {
        /// It costs.
        case yes
        /// It costs nothing.
        case no
        /// It probably costs.
        case guessYes
        /// It probably costs nothing.
        case guessNo
        /// There is nothing to go by.
        case unknown
    }

    /// Who says so.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The user.
        case override
        /// NetworkManager.
        case networkManager
        /// The DHCP server (vendor option ANDROID_METERED).
        case dhcp
        /// The Wi-Fi access point (network cost element).
        case accessPoint
        /// What the interface is: cellular, Bluetooth and PPP over a modem probably cost, Ethernet
        /// hardware probably does not.
        case interfaceType
        /// A phone shares its connection over USB.
        case tethering
        /// An interface below: that of a tunnel's packets, or the one that it is made on.
        case underlay
        /// Nobody (in JSON, `none`).
        case nobody = "none"
    }

    /// The answer.
    public let value: Value
    /// Who says so, of all those who may know: the strongest word counts. See <doc:MeteredAndWhatToTrust>.
    public let source: Source
    /// The reason in words that a person understands. Names of interfaces and networks stand in it as
    /// they are: whoever prints it escapes control characters.
    public let detail: String

    /// Makes an answer, as a test may need it.
    public init(_ value: Value, source: Source, detail: String) {
        self.value = value
        self.source = source
        self.detail = detail
    }

    /// Whether programs should hold back: yes, or probably (as NetworkManager advises; Apple's
    /// `isExpensive`).
    public var isExpensive: Bool {
        switch value {
        case .yes, .guessYes: true
        case .no, .guessNo, .unknown: false
        }
    }

    /// The answer where there is no path.
    static let noPath = Metered(.unknown, source: .nobody, detail: "no path")
}

extension Metered.Value {
    /// How much worse for the user's purse: of several interfaces the dearest one counts.
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

extension Metered: CustomStringConvertible {
    /// The answer and the reason: `metered: guessYes (a cellular network)`.
    public var description: String {
        "metered: \(value.rawValue)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}
