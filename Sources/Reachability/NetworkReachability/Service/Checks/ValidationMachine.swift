// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The state machine that decides when a path is checked, and which result counts.
///
/// A path is checked while a result is awaited: at once when the way of the packets changes, again with growing
/// intervals while the internet does not answer, and at a fixed interval while it does. What was found before a suspend is
/// forgotten. The owner performs the actions, and
/// reports what happens with the time. Times are in milliseconds of a monotonic clock.
package struct ValidationMachine: Sendable {
    /// The settings of the user.
    package struct Rules: Sendable, Hashable {
        /// The time from a check that found ``NetworkPath/Connectivity/Value/full`` until the next one.
        package var interval: Int64
        /// Whether metered paths are checked.
        package var onMetered: Bool

        /// Creates rules.
        package init(interval: Int64 = 300_000, onMetered: Bool = false) {
            self.interval = interval
            self.onMetered = onMetered
        }
    }

    /// A check of a path.
    package struct Attempt: Sendable, Hashable {
        /// The number of the check. No two checks of a machine have the same.
        package var number: Int
        /// The name of the interface to check over.
        package var interface: String
        /// The address of the network's captive portal, which may be that of its API (RFC 8908); `nil` if there is none.
        package var portal: String?
    }

    /// Something that the owner must do.
    enum Action: Sendable, Hashable {
        /// Check the path, and report the result to ``answered(_:_:now:)``.
        case check(Attempt)
        /// End the check that is under way. Its result no longer counts.
        case cancel
    }

    /// How long a check may take.
    static let patience: Int64 = 10_000
    /// The time until a repetition after a result other than `full`.
    private static let delay = RetryDelay(first: 5_000, longest: 300_000)

    private let rules: Rules
    /// The part of the path that a check is about; `nil` if there is no path.
    private(set) var subject: ValidationSubject?
    private var isMetered = false
    /// Whether an answer on what the path costs is waited for. The path counts as metered until it comes.
    private var awaitsCost = false
    private var isAwaited = false
    private var lastNumber = 0
    /// The check that is under way, and when it has taken too long.
    private var running: (attempt: Attempt, end: Int64)?
    /// When the path is to be checked again; `nil` for at once.
    private var next: Int64?
    /// The number of results in a row that were not `full`.
    private var failures = 0
    /// The last result about the current path.
    private(set) var answer: ConnectivityAnswer?

    /// Creates a machine without a path, whose result is not awaited.
    init(_ rules: Rules = Rules()) { self.rules = rules }

    /// Whether the path may be checked, and the result is awaited.
    private var isWanted: Bool { isAwaited && isAllowed }

    private var isAllowed: Bool {
        subject != nil && (rules.onMetered || !isMetered && !awaitsCost)
    }

    /// Whether the result is awaited, and the first one about the path is still to come.
    var isPending: Bool {
        isAwaited && (isAllowed || subject != nil && awaitsCost) && answer == nil
    }

    /// The number of the check that is under way; `nil` if there is none.
    var runningNumber: Int? { running?.attempt.number }

    /// When to call ``timeCame(now:)``; `nil` for never.
    var due: Int64? { isWanted ? running?.end ?? next : nil }

    /// Replaces the path.
    ///
    /// - Parameters:
    ///   - subject: the part of the path that a check is about; `nil` if there is no path.
    ///   - isMetered: whether the path is metered.
    ///   - awaitsCost: whether an answer on what the path costs is waited for.
    ///   - hasSlept: whether the machine was suspended since the last call, so that the path counts as another one.
    mutating func pathChanged(
        _ subject: ValidationSubject?, isMetered: Bool, awaitsCost: Bool = false,
        hasSlept: Bool = false, now: Int64
    ) -> [Action] {
        let isOther = subject != self.subject
        self.subject = subject
        self.isMetered = isMetered
        self.awaitsCost = awaitsCost
        // A path that may not be checked any more cannot be found to have changed.
        return (isOther || hasSlept || !isAllowed ? forget() : []) + check(now)
    }

    /// Starts or stops the checks of the path.
    ///
    /// - Parameter isAwaited: whether results are awaited.
    mutating func setAwaited(_ isAwaited: Bool, now: Int64) -> [Action] {
        guard isAwaited != self.isAwaited else { return [] }
        self.isAwaited = isAwaited
        // A result that would have been replaced by now is out of date.
        if isOutdated(now) { return forget() + check(now) }
        return isAwaited ? check(now) : cancel()
    }

    /// Handles the end of a suspend. Its time is not counted, and everything may have changed in it.
    mutating func slept(now: Int64) -> [Action] { forget() + check(now) }

    /// Handles the result of a check. The result of a cancelled check is ignored.
    mutating func answered(
        _ number: Int, _ answer: ConnectivityAnswer, now: Int64
    ) -> [Action] {
        guard running?.attempt.number == number else { return [] }
        running = nil
        take(answer, now)
        return []
    }

    /// Handles the time that ``due`` gave.
    mutating func timeCame(now: Int64) -> [Action] {
        guard let running else { return check(now) }
        guard running.end <= now else { return [] }
        take(
            ConnectivityAnswer(.limited, detail: "no answer within \(Self.patience / 1000) s"), now)
        return cancel()
    }

    /// The connectivity of a path by the results; `nil` if there is none, so that the path's own one counts.
    ///
    /// While the first result is awaited, nothing is known, whatever NetworkManager has found.
    func connectivity(now: Int64) -> NetworkPath.Connectivity? {
        if isPending { return .unknown }
        guard let answer, isAwaited || !isOutdated(now) else { return nil }
        return NetworkPath.Connectivity(answer.value, source: .probe)
    }

    private func isOutdated(_ now: Int64) -> Bool { next.map { $0 <= now } ?? false }

    /// Forgets the results, which are about another path or another time.
    private mutating func forget() -> [Action] {
        answer = nil
        next = nil
        failures = 0
        return cancel()
    }

    private mutating func cancel() -> [Action] {
        defer { running = nil }
        return running == nil ? [] : [.cancel]
    }

    /// Checks the path if that is due.
    private mutating func check(_ now: Int64) -> [Action] {
        guard isWanted, running == nil, next.map({ $0 <= now }) ?? true, let subject else {
            return []
        }
        lastNumber += 1
        let attempt = Attempt(
            number: lastNumber, interface: subject.interface, portal: subject.portal)
        running = (attempt, now + Self.patience)
        return [.check(attempt)]
    }

    private mutating func take(_ answer: ConnectivityAnswer, _ now: Int64) {
        self.answer = answer
        if answer.value == .full {
            failures = 0
            next = now + rules.interval
        } else {
            failures += 1
            next = now + Self.delay.milliseconds(failures: failures)
        }
    }
}

/// The part of a path that a connectivity check is about: the way that packets take.
///
/// A finding over one way says nothing about another way. Other interfaces, costs and name servers do not matter.
package struct ValidationSubject: Sendable, Hashable {
    /// The name of the interface that packets are sent over.
    package var interface: String
    /// The index of the interface, because another one can get its name.
    package var index = 0
    /// The index of the interface of each address family; `nil` for a family that the path does not carry.
    var families = PerFamily<UInt32?>(nil)
    /// The names of the interfaces that carry the path, if it is a tunnel or stacked.
    var underlay: [String] = []
    /// The next hops, by their descriptions.
    var gateways: [String] = []
    /// The names of the Wi-Fi networks of the path. Two networks can have the same addresses.
    var networks: [String] = []
    /// The address of a captive portal that the network announces (RFC 8910); `nil` if it announces none.
    var portal: String?
}
