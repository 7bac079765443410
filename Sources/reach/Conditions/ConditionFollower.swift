// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Reachability

/// Follows whether a condition holds: by the network, the configuration, and the host's addresses.
struct ConditionFollower: ~Copyable {
    private let condition: Condition
    private var configuration: FollowedConfiguration
    private var follower: PathFollower
    private var notices = ModeNotices()
    private let lookup: HostLookup?
    /// The host's addresses; `nil` while nothing is known.
    private var addresses: [String]?
    /// Why the last lookup of the host failed; `nil` if it did not.
    private var lookupFailure: ResolutionError?
    private var hasLapsed = false
    /// When the host is looked up again that has no address.
    private var nextLookup: Int64?

    /// Until when NetworkManager is waited for, by ``MonotonicClock``; `nil` once it has answered, or that is over.
    private var costDeadline: Int64?

    /// A host without an address is looked up again after so many milliseconds.
    private static let lookupInterval: Int64 = 10_000

    /// Looks for the first time.
    init(_ condition: Condition, _ file: ConfigurationFile) throws {
        let files = FileWatch()
        let configuration = try FollowedConfiguration(file, files)
        let lookup = try condition.host.map { try HostLookup($0) }
        lookup?.start()
        let question = condition.question(configuration.question, addresses: [])
        let follower = PathFollower([question], showsAll: false, files: files)
        if case .unavailable(let error) = follower.mode { throw error }
        if follower.awaitsCosts {
            costDeadline = MonotonicClock.milliseconds + CostNotice.patience
        } else if let path = follower.path(question) {
            CostNotice.tell(follower.unheardCosts, of: path)
        }
        self.condition = condition
        self.configuration = configuration
        self.follower = follower
        self.lookup = lookup
    }

    private var question: PathQuestion {
        condition.question(configuration.question, addresses: addresses ?? [])
    }

    /// The path that is asked about; `nil` if it leads to a host that has no address.
    var path: NetworkPath? {
        leadsNowhere ? nil : follower.path(question)
    }

    private var leadsNowhere: Bool { condition.host != nil && addresses?.isEmpty ?? true }

    /// Whether the condition holds now.
    var verdict: Verdict { condition.verdict(on: path, lookupFailure: lookupFailure) }

    /// What is missing, in words; that it is too early if nothing is.
    var lacks: String {
        if let awaited { return awaited }
        let verdict = verdict
        return verdict.holds ? "not for long enough" : verdict.text
    }

    /// Whether the condition failed to hold at some time since this was asked last, however short.
    mutating func takeLapse() -> Bool {
        defer { hasLapsed = false }
        return hasLapsed
    }

    /// What must be known before the first verdict and is still being asked for, in words; `nil` if nothing is.
    var awaited: String? {
        if lookup != nil && addresses == nil { return "the host's name is being looked up" }
        return costDeadline == nil
            ? nil : "NetworkManager is being asked whether the connection is metered"
    }

    /// Ends the waiting for NetworkManager if there is a reason to, and says what stays unknown.
    private mutating func awaitCosts() {
        guard let deadline = costDeadline else { return }
        if follower.awaitsCosts, deadline > MonotonicClock.milliseconds { return }
        costDeadline = nil
        if let path { CostNotice.tell(follower.unheardCosts, of: path) }
    }

    /// Waits for a change, or for something else.
    ///
    /// - Parameters:
    ///   - other: what else to wait for.
    ///   - milliseconds: how long at the most; `nil` for no end.
    mutating func wait(beside other: Readiness.Interest? = nil, milliseconds: Int64?) {
        notices.tell(follower)
        let now = MonotonicClock.milliseconds
        let due = [nextLookup, costDeadline].compactMap(\.self).min()
        let patience = [milliseconds, due.map { max(0, $0 - now) }].compactMap(\.self).min()
        var ready = Readiness()
        if let lookup { ready.add(Readiness.Interest(lookup.descriptor, reads: true)) }
        if let other { ready.add(other) }
        follower.wait(for: &ready, milliseconds: patience.map { Int32(clamping: $0) })
        if configuration.take(from: ready) { follower.follow([question]) }
        if let lookup, ready.contains(lookup.descriptor) { takeAddresses() }
        var isDifferent = false
        var hasLapsed = hasLapsed
        // It tells each path that differs, and one wait may see several.
        let (condition, question, leadsNowhere) = (condition, question, leadsNowhere)
        follower.advance(after: ready) { follower in
            isDifferent = true
            let path = leadsNowhere ? nil : follower.path(question)
            if !condition.verdict(on: path).holds { hasLapsed = true }
        }
        // Other addresses or another configuration may be why.
        self.hasLapsed = hasLapsed || !verdict.holds
        // The name servers may say something else by now.
        let isDue = nextLookup.map { $0 <= MonotonicClock.milliseconds } ?? false
        if isDifferent || isDue {
            nextLookup = nil
            lookup?.start()
        }
        awaitCosts()
    }

    private mutating func takeAddresses() {
        guard let outcome = lookup?.take() else { return }
        let found: [String]
        switch outcome {
        case .success(let addresses): (found, lookupFailure) = (addresses, nil)
        case .failure(let error): (found, lookupFailure) = ([], error)
        }
        nextLookup = found.isEmpty ? MonotonicClock.milliseconds + Self.lookupInterval : nil
        guard found != addresses else { return }
        addresses = found
        follower.follow([question])
    }
}
