// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Follows whether a condition holds while the network, the configuration and the addresses of the host change.
struct ConditionFollower: ~Copyable {
    private let condition: Condition
    private var configuration: FollowedConfiguration
    private var follower: ValidatedFollower
    private var notices = ModeNotices()
    private let lookup: HostLookup?
    /// The addresses of the host; `nil` before the first lookup has ended.
    private var addresses: [String]?
    /// Why the last lookup of the host failed; `nil` if it did not.
    private var lookupFailure: ResolutionError?
    private var hasLapsed = false
    /// When a host without an address is resolved again.
    private var nextLookup: Int64?

    /// The end of the wait for NetworkManager, by ``MonotonicClock``; `nil` if there is no wait.
    private var costDeadline: Int64?

    /// The interval between two lookups of a host without an address, in milliseconds.
    private static let lookupInterval: Int64 = 10_000

    /// Starts to follow a condition.
    init(_ condition: Condition, _ file: ConfigurationFile) throws {
        let files = FileWatch()
        let configuration = try FollowedConfiguration(file, files)
        let lookup = try condition.host.map { try HostLookup($0) }
        lookup?.start()
        let question = condition.question(configuration.question, addresses: [])
        let follower = try ValidatedFollower(
            question, configuration.configuration, file,
            isValidated: condition.constraints.requiresValidation, files: files)
        if follower.follower.awaitsAnswers {
            costDeadline = MonotonicClock.milliseconds + CostNotice.patience
        } else if let path = follower.path {
            CostNotice.notify(follower.follower.missingAnswerReason, of: path)
        }
        self.condition = condition
        self.configuration = configuration
        self.follower = follower
        self.lookup = lookup
    }

    private var question: PathQuestion {
        condition.question(configuration.question, addresses: addresses ?? [])
    }

    /// The path that decides the condition; `nil` if it leads to a host without an address.
    var path: NetworkPath? {
        leadsNowhere ? nil : follower.path
    }

    private var leadsNowhere: Bool { condition.host != nil && addresses?.isEmpty ?? true }

    /// Whether the condition holds now, with the reasons.
    var verdict: Verdict { condition.verdict(on: path, lookupFailure: lookupFailure) }

    /// Text that says why the wait continues.
    var lacks: String {
        if let awaited { return awaited }
        let verdict = verdict
        return verdict.holds ? "the conditions have not held for long enough" : verdict.text
    }

    /// Returns whether the condition was lost since the last call, even for a short time.
    mutating func readLapse() -> Bool {
        defer { hasLapsed = false }
        return hasLapsed
    }

    /// The information that is still missing for the first verdict, as text; `nil` if none is.
    var awaited: String? {
        if lookup != nil && addresses == nil { return "the name of the host is being resolved" }
        if costDeadline != nil {
            return follower.follower.awaitsNetworkManager
                ? "NetworkManager has not yet answered whether the path is metered"
                : "ModemManager has not yet answered whether the modem is roaming"
        }
        return isChecking ? "it is being checked whether the internet answers" : nil
    }

    /// Whether the connectivity of the path is being checked, and not known yet.
    var isChecking: Bool { follower.isPending }

    /// Ends the wait for NetworkManager and ModemManager if they have answered or the time is over, and reports what stays
    /// unknown.
    private mutating func awaitCosts() {
        guard let deadline = costDeadline else { return }
        if follower.follower.awaitsAnswers, deadline > MonotonicClock.milliseconds { return }
        costDeadline = nil
        if let path { CostNotice.notify(follower.follower.missingAnswerReason, of: path) }
    }

    /// Waits for a change, another descriptor, or the end of a time.
    ///
    /// - Parameters:
    ///   - other: another descriptor to wait for.
    ///   - end: when the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    mutating func wait(beside other: PollSet.Interest? = nil, until end: Int64?) {
        notices.notify(follower.follower)
        let due = MonotonicClock.earlier(nextLookup, costDeadline)
        var ready = PollSet()
        if let lookup { ready.add(PollSet.Interest(lookup.descriptor, reads: true)) }
        if let other { ready.add(other) }
        follower.wait(for: &ready, until: MonotonicClock.earlier(due, end))
        if configuration.reread() { follower.follow(question, configuration.configuration) }
        if let lookup, ready.contains(lookup.descriptor) { receiveAddresses() }
        var isDifferent = false
        // One wait may see several changes, and the condition may have lapsed by one of them alone.
        while let changed = follower.next() {
            isDifferent = true
            let path = leadsNowhere ? nil : changed
            if !condition.verdict(on: path).holds { hasLapsed = true }
        }
        // New addresses or a new configuration can be the reason.
        if !verdict.holds { hasLapsed = true }
        // The answer of the name servers may have changed.
        let isDue = nextLookup.map { $0 <= MonotonicClock.milliseconds } ?? false
        if isDifferent || isDue {
            nextLookup = nil
            lookup?.start()
        }
        awaitCosts()
    }

    private mutating func receiveAddresses() {
        guard let outcome = lookup?.receive() else { return }
        let found: [String]
        switch outcome {
        case .success(let addresses): (found, lookupFailure) = (addresses, nil)
        case .failure(let error): (found, lookupFailure) = ([], error)
        }
        nextLookup = found.isEmpty ? MonotonicClock.milliseconds + Self.lookupInterval : nil
        guard found != addresses else { return }
        addresses = found
        follower.follow(question)
    }
}
