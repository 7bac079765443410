// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// When the name of a host is resolved, and what came of it. Times are in milliseconds.
struct HostResolution: Sendable {
    /// What came of the last lookup.
    enum Outcome: Sendable, Hashable {
        /// The host's addresses; never none.
        case addresses([IPAddress])
        /// It has none, for this reason.
        case failure(String)
    }

    /// What is known; `nil` if nothing has been heard yet. While it is looked up anew it stays.
    private(set) var outcome: Outcome?
    /// When it is to be looked up next; `nil` if nothing asks for it.
    private(set) var due: Int64?
    private var isRunning = false
    /// Whether the network changed since the lookup began: it may have asked the wrong name servers.
    private var isOvertaken = false
    private var began: Int64?
    private var failures = 0

    /// Changes of the network come in swarms: a lookup for each would be too many, and the first of
    /// them too early.
    static let settle: Int64 = 50
    /// From the beginning of one to that of the next.
    static let shortestInterval: Int64 = 100
    /// After the first failure; after each further one twice as long.
    static let firstRetry: Int64 = 1000
    static let longestRetry: Int64 = 30_000
    /// For how long a success is believed while nobody follows the network.
    static let lifetime: Int64 = 30_000

    /// It is to be known as it is now, and nothing is known about what happened to the network.
    mutating func refresh(now: Int64) {
        if !isRunning { call(now) }
    }

    /// The network changed.
    mutating func networkChanged(now: Int64) {
        failures = 0
        if isRunning { isOvertaken = true } else { call(now + Self.settle) }
    }

    /// Somebody asks for it while nobody follows the network.
    mutating func wasRead(now: Int64) {
        guard !isRunning else { return }
        let age = began.map { now - $0 }
        switch outcome {
        case nil: call(now)
        case .addresses: if age ?? .max >= Self.lifetime { call(now) }
        // When it is due, if nothing else is.
        case .failure: break
        }
    }

    private mutating func call(_ time: Int64) {
        let earliest = began.map { $0 + Self.shortestInterval } ?? time
        due = min(due ?? .max, max(time, earliest))
    }

    /// Whether a lookup is to begin now; then it has.
    mutating func begin(now: Int64) -> Bool {
        guard !isRunning, let due, due <= now else { return false }
        isRunning = true
        isOvertaken = false
        began = now
        self.due = nil
        return true
    }

    /// A lookup has ended.
    mutating func ended(_ result: HostResolver.Outcome, now: Int64) {
        isRunning = false
        let new = Outcome(result)
        switch new {
        case .addresses(let addresses):
            failures = 0
            // Name servers shuffle them, which is no news.
            if outcome.map({ $0.addresses != Set(addresses) }) ?? true { outcome = new }
            if isOvertaken { call(now) }
        case .failure:
            if isOvertaken {
                call(now)
            } else {
                outcome = new
                due = now + min(Self.firstRetry << min(failures, 10), Self.longestRetry)
                failures += 1
            }
        }
    }
}

extension HostResolution.Outcome {
    /// The addresses, whatever their order.
    fileprivate var addresses: Set<IPAddress> {
        switch self {
        case .addresses(let addresses): Set(addresses)
        case .failure: []
        }
    }

    init(_ result: HostResolver.Outcome) {
        switch result {
        case .success(let texts):
            let addresses = texts.compactMap(IPAddress.init)
            self =
                addresses.isEmpty
                ? .failure("the name of the host has no address that is usable here")
                : .addresses(addresses)
        case .failure(let error): self = .failure(error.description)
        }
    }
}
