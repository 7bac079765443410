// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import NetworkReachability

/// Decides what a recorder writes about traffic, and when: a pure state machine. `RecordDriver` performs it.
///
/// Each byte counts once. An interface counts from the counters of its last row. Counters that fell, another index and
/// another boot are a new device, which counts from 0.
struct RecordMachine {
    /// The last row of each interface, by index, with the network that it has now.
    private var accounts: [Int: TrafficRow] = [:]
    /// The time between two counts of all interfaces, in milliseconds.
    private let interval: Int64
    /// When the next one is due at the latest, in milliseconds since the boot.
    private var nextCount: Int64 = 0
    /// Returns when the next sum ends after a time: the one of a month, or of the period of a plan. In milliseconds
    /// since 1970.
    private var nextBoundary: (Int64) -> Int64
    private var boundary: Int64 = 0
    /// The time at the last reading of the clock, in milliseconds since 1970.
    private var lastTime: Int64 = 0

    /// A count that is made this many milliseconds after the end of a sum still belongs to it.
    private static let lateness: Int64 = 2000

    /// - Parameters:
    ///   - interval: the longest time between two counts, in milliseconds.
    ///   - nextBoundary: returns the next time after another one at which a sum ends.
    init(interval: Int64, nextBoundary: @escaping (Int64) -> Int64) {
        self.interval = interval
        self.nextBoundary = nextBoundary
    }

    // MARK: Time

    /// Replaces the times at which sums end, because the plans have changed.
    mutating func setBoundaries(_ nextBoundary: @escaping (Int64) -> Int64) {
        self.nextBoundary = nextBoundary
        boundary = nextBoundary(lastTime)
    }

    /// Returns how many milliseconds from now the next count of all interfaces is due.
    func delay(_ now: RecordMoment) -> Int64 {
        max(0, min(nextCount - now.uptime, boundary - now.time))
    }

    /// Returns the moment for which all interfaces are to be counted, if a count is due: now, or the end of a month that
    /// has just passed, so that its bytes belong to it.
    mutating func takeDueCount(_ now: RecordMoment) -> RecordMoment? {
        // The clock was set back.
        if now.time < lastTime { boundary = nextBoundary(now.time) }
        lastTime = now.time
        let late = now.time - boundary
        guard late >= 0 || nextCount <= now.uptime else { return nil }
        schedule(now)
        return (0..<Self.lateness).contains(late) ? now.earlier(by: late + 1) : now
    }

    private mutating func schedule(_ now: RecordMoment) {
        nextCount = now.uptime + interval
        boundary = nextBoundary(now.time)
        lastTime = now.time
    }

    // MARK: Traffic

    /// Begins to count.
    ///
    /// - Parameters:
    ///   - traffic: the counters of all interfaces.
    ///   - networks: the network of each interface, by index.
    ///   - former: the end of the record so far.
    ///   - now: the present.
    /// - Returns: the rows of the first line, with the counters from which it counts, and those of the bytes that were
    ///   carried while no recorder ran. If only the first line is written, the next start counts the bytes.
    mutating func start(
        _ traffic: [InterfaceTraffic], _ networks: [Int: TrafficNetwork],
        after former: RecordEnd, now: RecordMoment
    ) -> (first: [TrafficRow], missed: [TrafficRow]) {
        schedule(now)
        var (first, missed): ([TrafficRow], [TrafficRow]) = ([], [])
        for traffic in traffic {
            let network = networks[traffic.index] ?? TrafficNetwork()
            if let row = former.rows[traffic.index] {
                accounts[traffic.index] = row
            } else if former.isEmpty {
                // Bytes that were carried before the record began do not count.
                accounts[traffic.index] = TrafficRow(traffic, network)
            }
            // A change of the network has a line of its own if bytes had been carried, so the rest belongs to this one.
            accounts[traffic.index]?.network = network
            var baseline = TrafficRow(traffic, network)
            baseline.counters = traffic.counters.base(after: accounts[traffic.index]?.counters)
            first.append(baseline)
            if let row = count(traffic, networks) { missed.append(row) }
        }
        return (first, missed)
    }

    /// The rows of a first line in a file: the counters of the rows so far.
    var baselines: [TrafficRow] { baselines(before: []) }

    /// The rows of a first line, with the counters before some of the last rows.
    func baselines(before rows: [TrafficRow]) -> [TrafficRow] {
        accounts.values.sorted { $0.index < $1.index }.map { account in
            var account = account
            if let row = rows.first(where: { $0.index == account.index }) {
                account.counters = ByteCounts(
                    received: row.counters.received - row.bytes.received,
                    sent: row.counters.sent - row.bytes.sent)
            }
            account.bytes = ByteCounts()
            return account
        }
    }

    /// Counts all interfaces.
    ///
    /// - Returns: the rows of those whose counters differ.
    mutating func count(_ traffic: [InterfaceTraffic]) -> [TrafficRow] {
        // An interface that is missing is still to be reported as removed, with its last counters.
        traffic.compactMap { count($0, [:]) }
    }

    /// Counts interfaces that are gone.
    mutating func remove(_ traffic: [InterfaceTraffic]) -> [TrafficRow] {
        traffic.compactMap { traffic in
            defer { accounts[traffic.index] = nil }
            return count(traffic, [:])
        }
    }

    /// Takes the networks of interfaces, and counts those that had another one.
    ///
    /// - Parameters:
    ///   - networks: the interfaces whose networks may differ.
    ///   - counters: reads the counters of an interface; returns `nil` if it is gone.
    mutating func update(
        _ networks: [(interface: InterfaceNetwork, network: TrafficNetwork)],
        counters: (Int) throws -> InterfaceTraffic?
    ) rethrows -> [TrafficRow] {
        var rows: [TrafficRow] = []
        for (interface, network) in networks {
            guard let account = accounts[interface.index] else {
                // A new device counts from 0, under the network that it has first.
                let traffic = InterfaceTraffic(
                    interface.interface, index: interface.index, type: interface.type)
                accounts[interface.index] = TrafficRow(traffic, network)
                continue
            }
            guard account.network != network else { continue }
            if let traffic = try counters(interface.index), let row = count(traffic, [:]) {
                rows.append(row)
            }
            accounts[interface.index]?.network = network
        }
        return rows
    }

    /// Counts an interface.
    ///
    /// - Returns: its row; `nil` if it carried nothing since the last one.
    private mutating func count(
        _ traffic: InterfaceTraffic, _ networks: [Int: TrafficNetwork]
    ) -> TrafficRow? {
        let account = accounts[traffic.index]
        let network = account?.network ?? networks[traffic.index] ?? TrafficNetwork()
        var row = TrafficRow(traffic, network)
        row.bytes = traffic.counters.since(account?.counters)
        accounts[traffic.index] = row
        return row.bytes.total > 0 ? row : nil
    }
}

extension TrafficRow {
    /// The row of an interface that has carried nothing since the last one.
    init(_ traffic: InterfaceTraffic, _ network: TrafficNetwork) {
        self.init(
            interface: traffic.interface, index: traffic.index, type: traffic.type.rawValue,
            network: network, counters: traffic.counters)
    }
}

/// The end of a record, from which a recorder continues.
struct RecordEnd: Hashable, Sendable {
    /// A row, and when it was written.
    private struct Last: Hashable, Sendable {
        var row: TrafficRow
        var uptime: Int64
    }

    /// Whether there is no record.
    private(set) var isEmpty: Bool
    /// The last row of each interface in this boot, by index.
    private var lasts: [Int: Last] = [:]
    private let boot: String
    /// The member of a line that is from this boot.
    private let member: [UInt8]
    /// The uptime of the last start.
    private var start: Int64 = -1
    /// The highest uptime of the lines of this boot in the file that is read. A line belongs to the end of a month that has
    /// passed before it is written, so it can have a lower one than the line before.
    private var uptime: Int64 = -1

    /// Creates the end of a record without lines of this boot.
    ///
    /// - Parameters:
    ///   - boot: the identifier of this boot.
    ///   - isEmpty: whether there is no record.
    init(boot: String = "", isEmpty: Bool = true) {
        (self.boot, self.isEmpty) = (boot, isEmpty)
        member = Array(#""boot":"\#(boot)""#.utf8)
    }

    /// The last row of each interface in this boot, by index.
    var rows: [Int: TrafficRow] { lasts.mapValues(\.row) }

    /// Begins with another file. The lines in a file are in the order in which they were written.
    mutating func beginFile() { uptime = -1 }

    /// Reads a line of a file.
    ///
    /// - Throws: why it is no line of a recorder of this version.
    mutating func take(_ line: ArraySlice<UInt8>) throws(RecordEntry.Fault) {
        // Most lines of a year are of other boots.
        guard isEmpty || InputFile.isFound(member, in: line.prefix(256)) else { return }
        add(try RecordEntry(line, [.traffic]))
    }

    /// Adds a line.
    mutating func add(_ entry: RecordEntry) {
        switch entry.event {
        case .start, .traffic: break
        case .path, .stop, .initial, .change, .resync, .other: return
        }
        isEmpty = false
        guard entry.boot == boot, let moment = entry.uptime else { return }
        uptime = max(uptime, moment)
        guard uptime >= start else { return }
        if entry.event == .start {
            // A start has all interfaces. Before it, nothing is needed.
            start = uptime
            lasts = lasts.filter { $0.value.uptime > start }
        }
        for row in entry.rows where uptime >= lasts[row.index]?.uptime ?? -1 {
            lasts[row.index] = Last(row: row, uptime: uptime)
        }
    }
}
