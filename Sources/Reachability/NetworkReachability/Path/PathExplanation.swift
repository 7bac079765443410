// SPDX-License-Identifier: Apache-2.0

/// A path with the evidence for it: the facts from which its status, types and costs follow.
public struct PathExplanation: Sendable, Hashable {
    /// The path that is explained.
    public let path: NetworkPath
    /// The answers, those for the path first, then those for each interface in the order of ``NetworkPath/interfaces``.
    ///
    /// The answers for the path are: its status; whether it is metered; whether the internet answers, if that has been
    /// checked; the address of the captive portal, if the network announces it; and whether the path is roaming, if a
    /// modem carries it. Those for an interface are: its type; whether it is metered; and whether its modem is roaming, if
    /// it has one.
    public let answers: [Answer]
    /// The answer of the captive portal's API; `nil` if it was not asked (only `reach explain --validated` does
    /// so), or does not answer.
    public internal(set) var captivePortal: CaptivePortal?
}

extension PathExplanation {
    /// An answer to one question about the path or an interface, with its evidence.
    public struct Answer: Sendable, Hashable {
        /// The subject of a question.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Question: String, Sendable, Hashable {
            /// What is the type of this interface?
            case type
            /// Is there a path to the internet, and over which route?
            case path
            /// Is this interface, or the path, metered?
            case metered
            /// Does the internet answer over the path?
            case connectivity
            /// Where is the captive portal of the network? The answer is its address, as the network tells it.
            case portal
            /// Does the captive portal of the network hold packets back? The answer is `yes` or `no`, as the portal's API
            /// says.
            case captive
            /// Is the modem of this interface, or below the path, roaming?
            case roaming
        }

        /// The name of the interface that the answer is about; `path` for the path.
        public let subject: String
        /// The index of the interface that the answer is about; `nil` for the path.
        ///
        /// Use the index to identify an interface: one can be named `path`, and names that differ only in bytes that
        /// are not UTF-8 have the same text.
        public let interface: Int?
        /// The question.
        public let question: Question
        /// The answer as one word, with the same value as in the path: `wifi`, `satisfied`,
        /// `guessYes`.
        public let answer: String
        /// The confidence of a type; `nil` for other questions.
        public let confidence: NetworkInterface.Confidence?
        /// The evidence, in the order in which it was collected.
        public let evidence: [Evidence]
    }

    /// A fact that was observed, and whether it decided the answer.
    public struct Evidence: Sendable, Hashable {
        /// The source of a fact. Later versions can add sources.
        public struct Source: RawRepresentable, Sendable, Hashable {
            /// The name of the source, as it is in JSON.
            public let rawValue: String

            /// Creates a source from its name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A message of the kernel's routing netlink (rtnetlink).
            public static let netlink = Source(rawValue: "netlink")
            /// WireGuard, the kernel's tunnel, over generic netlink.
            public static let wireGuard = Source(rawValue: "wireGuard")
            /// nl80211, the kernel's Wi-Fi configuration.
            public static let nl80211 = Source(rawValue: "nl80211")
            /// The `uevent` file of the device, in sysfs.
            public static let uevent = Source(rawValue: "uevent")
            /// Another file in sysfs.
            public static let sysfs = Source(rawValue: "sysfs")
            /// A file in procfs.
            public static let procfs = Source(rawValue: "procfs")
            /// NetworkManager, over the D-Bus system bus.
            public static let networkManager = Source(rawValue: "networkManager")
            /// A lease of a DHCP client, in a file.
            public static let dhcp = Source(rawValue: "dhcp")
            /// ModemManager, over the D-Bus system bus.
            public static let modemManager = Source(rawValue: "modemManager")
            /// xdg-desktop-portal, over the D-Bus session bus, where a sandbox refuses netlink sockets.
            public static let desktopPortal = Source(rawValue: "desktopPortal")
            /// The API of the network's captive portal (RFC 8908).
            public static let captivePortal = Source(rawValue: "captivePortal")
            /// A probe of the command, which asked whether the internet answers.
            public static let probe = Source(rawValue: "probe")
            /// A route query (`RTM_GETROUTE`).
            public static let lookup = Source(rawValue: "lookup")
            /// The configuration of the resolver (resolv.conf(5)).
            public static let resolver = Source(rawValue: "resolver")
            /// A conclusion from other facts: the types of other interfaces, or the reason why
            /// there is no path.
            public static let classification = Source(rawValue: "classification")
            /// A source of the metered state (in JSON, `ladder`). The fact names the source.
            public static let metering = Source(rawValue: "ladder")
        }

        /// The source of the fact.
        public let source: Source
        /// The fact, described for people, in English.
        ///
        /// The text changes between versions; programs should not parse it. It can contain names of
        /// interfaces and networks as the system reports them. Escape control characters before you
        /// print it.
        public let fact: String
        /// Whether the answer follows from this fact.
        public let decided: Bool
    }
}

extension PathExplanation: CustomStringConvertible {
    /// The path, then the answers with their evidence, one per line.
    public var description: String {
        (["\(path)"] + answers.map(\.description)).joined(separator: "\n")
    }
}

extension PathExplanation.Answer: CustomStringConvertible {
    /// The answer, then one line for each fact: `wlan0 type: wifi (confidence high)`.
    public var description: String {
        let sureness = confidence.map { " (confidence \($0.rawValue))" } ?? ""
        let answer = "\(subject) \(question.rawValue): \(answer)\(sureness)"
        return ([answer] + evidence.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension PathExplanation.Evidence: CustomStringConvertible {
    /// The source, the fact, and whether it decided the answer: `nl80211: Wi-Fi interface
    /// (decided)`.
    public var description: String { "\(source.rawValue): \(fact)" + (decided ? " (decided)" : "") }
}

extension PathExplanation.Evidence.Source: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
