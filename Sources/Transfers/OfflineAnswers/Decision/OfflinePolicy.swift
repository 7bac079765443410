// SPDX-License-Identifier: Apache-2.0

/// The preferred source of the answer to a request: the server, or the store.
///
/// Every policy but ``networkOnly`` falls back to the stored answer when the network does not meet the constraints.
public struct OfflinePolicy: Sendable, Hashable {
    enum Preference: Sendable, Hashable {
        case fresh, network, stored, networkOnly, storedOnly
    }

    let preference: Preference
    /// How long the client waits for the server, if it may use a stored answer; `nil` for the timeout of the session.
    let patience: Duration?
    /// The minimum time since the last validation of a stored answer before it is validated again in the background.
    private(set) var minimumAge = Duration.zero
    /// Whether a stored answer is used although the server or the request forbids it.
    private(set) var overridesRestrictions = false

    private init(_ preference: Preference, within patience: Duration? = nil) {
        self.preference = preference
        self.patience = patience
    }

    /// Asks the server, and uses the stored answer if the server does not answer in time or fails, or if the path is lost.
    ///
    /// The request goes on after that time, and the client stores its answer. The server does not send a stored answer again
    /// if it has not changed (304).
    ///
    /// - Parameter patience: how long the client waits for the server. If no stored answer may be used, it waits until the
    ///   timeout of the session.
    public static func networkFirst(within patience: Duration) -> OfflinePolicy {
        OfflinePolicy(.network, within: patience)
    }

    /// Asks the server, and uses the stored answer if the server fails.
    public static let networkFirst = OfflinePolicy(.network)

    /// Uses the stored answer if it is fresh, and asks the server otherwise, as an HTTP cache does (RFC 9111).
    ///
    /// If the server allows it (`stale-while-revalidate`, RFC 5861), the client uses a stale answer, and validates it in the
    /// background.
    ///
    /// - Parameter patience: how long the client waits for the server, as in ``networkFirst(within:)``.
    public static func freshFirst(within patience: Duration) -> OfflinePolicy {
        OfflinePolicy(.fresh, within: patience)
    }

    /// Uses the stored answer if it is fresh, and asks the server otherwise, as an HTTP cache does (RFC 9111).
    ///
    /// If the server allows it (`stale-while-revalidate`, RFC 5861), the client uses a stale answer, and validates it in the
    /// background.
    public static let freshFirst = OfflinePolicy(.fresh)

    /// Uses the stored answer at once. An answer that is stale, or older than the request prefers (`max-age`, `min-fresh`), is
    /// revalidated in the background; the next call returns the result (`stale-while-revalidate`, RFC 5861).
    public static let storedFirst = OfflinePolicy(.stored)

    /// Uses the stored answer at once, and revalidates it in the background only if its last validation is older than a
    /// minimum age.
    ///
    /// So the client sends one request for all parts of a program that make the same request within this time.
    ///
    /// - Parameter minimumAge: the time since the server sent the stored answer, or confirmed that it is still valid.
    public static func storedFirst(minimumAge: Duration) -> OfflinePolicy {
        var policy = storedFirst
        policy.minimumAge = minimumAge
        return policy
    }

    /// Asks the server, and never uses the stored answer. The client stores the answer of the server.
    public static let networkOnly = OfflinePolicy(.networkOnly)

    /// Uses the stored answer, and never asks the server.
    public static let storedOnly = OfflinePolicy(.storedOnly)

    /// The same policy, which uses the stored answer even if the server forbids it (`no-cache`, `must-revalidate`, a limit of
    /// staleness).
    ///
    /// ``OfflineAnswer/overridden`` lists the restrictions of the server.
    public var overridingServer: OfflinePolicy {
        var policy = self
        policy.overridesRestrictions = true
        return policy
    }
}

extension OfflinePolicy: CustomStringConvertible {
    /// The policy in words: `network first within 3.0 seconds`.
    public var description: String {
        let words =
            switch preference {
            case .fresh: "fresh first"
            case .network: "network first"
            case .stored: "stored first"
            case .networkOnly: "network only"
            case .storedOnly: "stored only"
            }
        return words + (patience.map { " within \($0)" } ?? "")
            + (minimumAge > .zero ? ", validated after \(minimumAge)" : "")
            + (overridesRestrictions ? ", overriding the server" : "")
    }
}
