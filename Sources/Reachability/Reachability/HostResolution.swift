// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// The state machine that decides when a host name is resolved, and keeps the result. Times are in
/// milliseconds.
struct HostResolution: Sendable {
    /// The addresses of the host, at least one, or why there are none.
    typealias Outcome = Result<[IPAddress], ResolutionError>

    /// The result of the last lookup; `nil` before the first one ends. It remains while the name is
    /// resolved again.
    private(set) var outcome: Outcome?
    /// The time of the next lookup; `nil` if none is needed.
    private(set) var due: Int64?
    private var isRunning = false
    /// Whether the network changed after the lookup started: it may have queried the wrong name
    /// servers.
    private var isOvertaken = false
    private var began: Int64?
    private var failures = 0

    /// The delay between a change of the network and the lookup. Changes come in groups: one lookup
    /// for each would be too many, and a lookup after the first change would be too early.
    static let settle: Int64 = 50
    /// The minimum time between the starts of two lookups.
    static let shortestInterval: Int64 = 100
    /// The delay after a failure.
    private static let delay = RetryDelay(first: 1000, longest: 30_000)
    /// How long a successful result is valid while nothing observes the network.
    static let lifetime: Int64 = 30_000

    /// Requests a lookup, because nothing is known about the network since the last one.
    mutating func refresh(now: Int64) {
        if !isRunning { call(now) }
    }

    /// Handles a change of the network.
    mutating func networkChanged(now: Int64) {
        failures = 0
        if isRunning { isOvertaken = true } else { call(now + Self.settle) }
    }

    /// Handles a read of the result while nothing observes the network.
    mutating func wasRead(now: Int64) {
        guard !isRunning else { return }
        let age = began.map { now - $0 }
        switch outcome {
        case nil: call(now)
        case .success: if age ?? .max >= Self.lifetime { call(now) }
        // After a failure, the next lookup keeps its time.
        case .failure: break
        }
    }

    private mutating func call(_ time: Int64) {
        let earliest = began.map { $0 + Self.shortestInterval } ?? time
        due = min(due ?? .max, max(time, earliest))
    }

    /// Starts a lookup if one is due.
    ///
    /// - Returns: whether the owner must resolve the name now.
    mutating func begin(now: Int64) -> Bool {
        guard !isRunning, let due, due <= now else { return false }
        isRunning = true
        isOvertaken = false
        began = now
        self.due = nil
        return true
    }

    /// Handles the end of a lookup.
    mutating func ended(_ result: HostResolver.Outcome, now: Int64) {
        isRunning = false
        let new = result.flatMap { texts -> Outcome in
            let addresses = texts.compactMap(IPAddress.init)
            return addresses.isEmpty ? .failure(Self.unusable) : .success(addresses)
        }
        switch new {
        case .success(let addresses):
            failures = 0
            // Name servers vary the order of addresses; a new order alone is not a change.
            if (try? outcome?.get()).map({ Set($0) }) != Set(addresses) { outcome = new }
            if isOvertaken { call(now) }
        case .failure where isOvertaken: call(now)
        case .failure:
            outcome = new
            failures += 1
            due = now + Self.delay.milliseconds(failures: failures)
        }
    }

    private static let unusable = ResolutionError(
        "the name of the host has no address that is usable here")
}

/// A resolver of host names: the system's, or a scripted one for tests.
package protocol HostResolving: Sendable {
    /// Starts to resolve a name, and calls the listener once with the result.
    ///
    /// The listener is called on another thread, or before this method returns if the result needs
    /// no waiting. The caller must not hold a lock.
    func resolve(_ host: HostName, _ listener: @escaping HostResolver.Listener)
}

extension HostResolver: HostResolving {}
