// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// Decides which names are looked up next. It does no I/O.
///
/// A name server that does not answer blocks a lookup for half a minute. So a lookup that takes long gives up its
/// place, and the names after it are looked up.
struct LookupQueue: Sendable {
    /// Why a name is looked up. Names without a result go first, and names whose last lookup failed go last.
    enum Urgency: Int, Sendable, CaseIterable {
        /// Nothing is known of the name, or a transfer asks for it now.
        case new
        /// The addresses may be others in another network.
        case known
        /// The last lookup failed.
        case failed
    }

    /// The highest number of lookups that run at the same time, without the slow ones.
    static let limit = 32
    /// The highest number of lookups that run at the same time, with the slow ones. Each has a thread.
    static let absoluteLimit = 256
    /// After so many milliseconds a lookup is a slow one.
    static let slowness: Int64 = 300

    /// Names in the order in which they came. Some of them may have got another urgency since.
    private struct Line {
        var names: [HostName] = []
        var first = 0

        mutating func popFirst() -> HostName? {
            guard first < names.count else { return nil }
            defer { first += 1 }
            if first > 1000, first > names.count / 2 {
                names.removeFirst(first)
                first = 0
            }
            return names[first]
        }
    }

    private var lines = [Line](repeating: Line(), count: Urgency.allCases.count)
    /// The urgency of each name that waits in a line.
    private var waiting: [HostName: Urgency] = [:]
    /// When each running lookup began, by ``MonotonicClock``.
    private var running: [HostName: Int64] = [:]
    /// The names that are looked up once more when their running lookup has ended.
    private var repeated: [HostName: Urgency] = [:]

    /// Whether a name waits for its lookup.
    func isWaiting(_ host: HostName) -> Bool { waiting[host] != nil || repeated[host] != nil }

    /// Adds a name. One that is being looked up is looked up once more, because the network may be another one by now.
    mutating func add(_ host: HostName, _ urgency: Urgency) {
        guard running[host] == nil else {
            repeated[host] = urgency
            return
        }
        if let former = waiting[host], former.rawValue <= urgency.rawValue { return }
        waiting[host] = urgency
        lines[urgency.rawValue].names.append(host)
    }

    /// Removes a name that waits.
    mutating func remove(_ host: HostName) {
        waiting[host] = nil
        repeated[host] = nil
    }

    /// Notes that a lookup has ended.
    mutating func ended(_ host: HostName) {
        running[host] = nil
        if let urgency = repeated.removeValue(forKey: host) { add(host, urgency) }
    }

    /// Returns the names whose lookups begin now.
    mutating func start(now: Int64) -> [HostName] {
        guard !waiting.isEmpty else { return [] }
        var places = places(now: now)
        var started: [HostName] = []
        for urgency in Urgency.allCases {
            while places > 0, let host = lines[urgency.rawValue].popFirst() {
                guard waiting[host] == urgency else { continue }
                waiting[host] = nil
                running[host] = now
                started.append(host)
                places -= 1
            }
        }
        return started
    }

    /// How many lookups may begin.
    private func places(now: Int64) -> Int {
        let quick = running.values.count { now - $0 < Self.slowness }
        return min(Self.limit - quick, Self.absoluteLimit - running.count)
    }

    /// When ``start(now:)`` has something to return although no lookup ends, by ``MonotonicClock``; `nil` for never.
    func due(now: Int64) -> Int64? {
        guard !waiting.isEmpty, running.count < Self.absoluteLimit else { return nil }
        let ends = running.values.map { $0 + Self.slowness }.filter { $0 > now }
        return ends.count < Self.limit ? now : ends.min()
    }
}
