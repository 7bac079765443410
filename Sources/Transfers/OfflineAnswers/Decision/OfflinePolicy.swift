// SPDX-License-Identifier: Apache-2.0

/// The preferred source of the answer to a request: the server, or the store.
///
/// Every policy but ``networkOnly`` falls back to the stored answer when the network does not meet the constraints.
public struct OfflinePolicy: Sendable, Hashable {
    enum Preference: Sendable, Hashable {
        case fresh, network, stored, networkOnly, storedOnly
    }

    let preference: Preference
    /// How long the server is waited for, if there is a stored answer that may be used; `nil` for as long as the session
    /// waits.
    let patience: Duration?
    /// How long ago a stored answer must have been received or validated to be validated again in the background.
    private(set) var minimumAge = Duration.zero
    /// Whether a stored answer is used although the server, or the request, forbids it.
    private(set) var overridesRestrictions = false

    private init(_ preference: Preference, within patience: Duration? = nil) {
        self.preference = preference
        self.patience = patience
    }

    /// Asks the server, and uses the stored answer if the server does not answer in time or fails, or if the path is lost
    /// meanwhile. The request goes on after that time, and its answer is stored.
    ///
    /// The server does not send a stored answer again if that has not changed (304).
    ///
    /// - Parameter patience: how long the server is waited for. Without a stored answer that may be used it is waited for
    ///   as long as the session's timeout is.
    public static func networkFirst(within patience: Duration) -> OfflinePolicy {
        OfflinePolicy(.network, within: patience)
    }

    /// Asks the server, and uses the stored answer if the server fails.
    public static let networkFirst = OfflinePolicy(.network)

    /// Uses the stored answer if it is fresh, and asks the server else, as an HTTP cache does (RFC 9111). A stale one is used
    /// and validated in the background if the server has allowed that (`stale-while-revalidate`, RFC 5861).
    ///
    /// - Parameter patience: how long the server is waited for, as in ``networkFirst(within:)``.
    public static func freshFirst(within patience: Duration) -> OfflinePolicy {
        OfflinePolicy(.fresh, within: patience)
    }

    /// Uses the stored answer if it is fresh, and asks the server else, as an HTTP cache does (RFC 9111). A stale one is used
    /// and validated in the background if the server has allowed that (`stale-while-revalidate`, RFC 5861).
    public static let freshFirst = OfflinePolicy(.fresh)

    /// Uses the stored answer at once. If it is stale, the server is asked in the background, and the next call
    /// returns what the server says (`stale-while-revalidate`, RFC 5861).
    public static let storedFirst = OfflinePolicy(.stored)

    /// Uses the stored answer at once, as ``storedFirst`` does. The server is asked in the background only if the last answer
    /// of the server is older than a minimum age.
    ///
    /// Parts of a program that ask for the same within this time then send one request.
    ///
    /// - Parameter minimumAge: the time since the server has sent the stored answer, or has said that it is still valid.
    public static func storedFirst(minimumAge: Duration) -> OfflinePolicy {
        var policy = storedFirst
        policy.minimumAge = minimumAge
        return policy
    }

    /// Asks the server, and never uses the stored answer. What the server says is stored.
    public static let networkOnly = OfflinePolicy(.networkOnly)

    /// Uses the stored answer, and never asks the server.
    public static let storedOnly = OfflinePolicy(.storedOnly)

    /// The same policy, but the stored answer is used although the server forbids it (`no-cache`, `must-revalidate`, a limit
    /// of staleness). ``OfflineAnswer/overridden`` then says what was passed over.
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
