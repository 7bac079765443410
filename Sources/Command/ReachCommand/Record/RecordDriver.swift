// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// The loop of `reach record`: follows the path, and performs what ``RecordMachine`` decides.
struct RecordDriver: ~Copyable {
    private var pathTracker: ValidatedPathTracker
    private var followed: FollowedConfiguration
    private let reader: TrafficReader
    private let signals: EndingSignals
    private let file: RecordFile
    private let boot = Boot.identifier
    private var machine: RecordMachine
    private let clock: WallClock
    private var plans: RecordedPlans
    private let planFile = PlanFile()
    private var paths = ShownPaths(.ofInterest)
    /// The path whose networks the machine has.
    private var path: NetworkPath
    /// The configuration when it took them.
    private var configuration: Configuration
    private var notices = ModeNotices()
    /// The interfaces with plans whose bytes are not counted, as they were reported.
    private var uncounted: Set<String> = []
    private let failures = CounterFailures()

    init(
        _ pathTracker: consuming ValidatedPathTracker, _ followed: consuming FollowedConfiguration,
        _ reader: TrafficReader, _ signals: EndingSignals, _ plans: RecordedPlans,
        _ file: RecordFile, interval: Int64, clock: WallClock
    ) {
        guard let path = pathTracker.path else {
            preconditionFailure("a path that is not followed")
        }
        self.path = path
        self.reader = reader
        self.signals = signals
        self.file = file
        configuration = followed.configuration
        (self.plans, self.clock) = (plans, clock)
        machine = RecordMachine(interval: interval) { clock.startOfNextMonth($0) }
        self.pathTracker = pathTracker
        self.followed = followed
    }

    /// Writes what is due, and waits for the next event.
    ///
    /// - Throws: ``Failure`` if another recorder writes to the folder.
    mutating func next() throws {
        notices.notify(pathTracker.pathTracker)
        let now = RecordMoment.now
        if let moment = machine.takeDueCount(now) {
            count(at: moment)
            file.sync()
            file.removeOldFiles(now: now.time)
        }
        if let due = file.due, due <= now.awake { file.writePending() }
        if let due = planFile.due, due <= now.awake { writePlans(now.time) }
        var ready = PollSet()
        ready.add(signals.interest)
        ready.add(reader.interest)
        pathTracker.wait(
            for: &ready,
            until: MonotonicClock.earlier(
                MonotonicClock.earlier(file.due, planFile.due), now.awake + machine.delay(now)))
        if ready.contains(reader.interest.descriptor) {
            let removed = failures.attempt { try reader.readRemovals(path) } ?? []
            write(machine.remove(removed))
            writePlans(RealTimeClock.milliseconds)
        }
        if followed.reread() {
            if followed.configuration.plans != configuration.plans {
                // The bytes of the record count for the new plans. If it cannot be read now, they count from now on.
                try? readPlans()
            }
            pathTracker.follow(
                plans.question(of: followed.configuration), followed.configuration)
            pathTracker.path.map { update($0) }
        }
        while let changed = pathTracker.next() { update(changed) }
        signals.endIfSignaled { end() }
        guard let rival = file.rival else { return }
        planFile.remove()
        throw rival
    }

    // MARK: Events

    /// Writes the first line.
    ///
    /// - Parameter former: the end of the record so far.
    mutating func start(after former: RecordEnd) throws {
        setBoundaries()
        reportUncountedPlans()
        let networks = Self.networks(of: path, changedSince: nil)
        let traffic = try reader.read(path)
        let now = RecordMoment.now
        let rows = machine.start(
            traffic,
            Dictionary(networks.map { ($0.interface.index, $0.network) }) { $1 },
            after: former, now: now)
        // An interface that has appeared since the counters were read counts from 0.
        _ = machine.update(networks) { _ in nil }
        guard let step = paths.step(to: path) else { preconditionFailure("no first path") }
        paths.note(step)
        var lines: [UInt8] = []
        lines.append(line: line(.start(rows.first, step.path), now))
        if !rows.missed.isEmpty { lines.append(line: line(.traffic(rows.missed), now)) }
        file.append(lines, time: now.time, .start)
        file.sync()
        file.removeOldFiles(now: now.time)
        plans.add(rows.missed, time: now.time)
        writePlans(now.time)
    }

    /// Reports once for each interface that its plan stays at 0.
    private mutating func reportUncountedPlans() {
        for (interface, plan) in path.uncountedPlans where uncounted.insert(interface).inserted {
            StandardStream.error.notify(
                "reach: the data plan “\(plan.escaped)” does not count \(interface.escaped), "
                    + "which carries the bytes of another interface or namespace\n")
        }
    }

    private mutating func update(_ new: NetworkPath) {
        let isConfigured = followed.configuration == configuration
        let networks = Self.networks(of: new, changedSince: isConfigured ? path : nil)
        let rows = machine.update(networks) { [failures, reader] index in
            failures.attempt { try reader.read(index, new) } ?? nil
        }
        (path, configuration) = (new, followed.configuration)
        reportUncountedPlans()
        write(rows)
        // The counters of an interface can belong to another plan without a row.
        writePlans(RealTimeClock.milliseconds)
        guard paths.mayDiffer(new), let step = paths.step(to: new) else { return }
        paths.note(step)
        guard let change = step.change else { return }
        write(.path(change.fields, step.path), .now)
    }

    private mutating func count(at moment: RecordMoment) {
        guard let traffic = failures.attempt({ try reader.read(path) }) else { return }
        write(machine.count(traffic), at: moment)
        writePlans(RealTimeClock.milliseconds)
    }

    /// Reads what the plans of the configuration have used.
    private mutating func readPlans() throws {
        try plans.read(
            followed.configuration.plans, machine.baselines, pending: file.pendingTraffic)
        setBoundaries()
    }

    private mutating func setBoundaries() {
        machine.setBoundaries { [clock, ledger = plans.ledger] time in
            min(clock.startOfNextMonth(time), ledger.nextRenewal(after: time) ?? .max)
        }
    }

    private mutating func writePlans(_ time: Int64) {
        // Without plans, a change of the path must not cost the rows of all interfaces.
        guard !plans.ledger.isEmpty else { return planFile.remove() }
        // A clock that is set leads back to a period that the record has bytes of.
        if plans.advance(to: time) { try? readPlans() }
        planFile.write(plans.keep(machine.baselines))
    }

    /// Writes the last lines.
    private mutating func end() {
        count(at: .now)
        write(.stop, .now)
        file.writePending()
        file.sync()
        planFile.remove()
    }

    /// The networks of the interfaces that may differ from those of another path.
    private static func networks(
        of path: NetworkPath, changedSince other: NetworkPath?
    ) -> [(interface: InterfaceNetwork, network: TrafficNetwork)] {
        path.interfaceNetworks(changedSince: other).map { ($0, TrafficNetwork($0)) }
    }

    // MARK: Lines

    private typealias Line = RecordLine<ShownPaths.ShownState>

    private func line(_ content: Line.Content, _ moment: RecordMoment) -> Line {
        RecordLine(moment: moment, boot: boot, content: content)
    }

    private mutating func write(_ rows: [TrafficRow], at moment: RecordMoment = .now) {
        guard !rows.isEmpty else { return }
        write(.traffic(rows), moment)
        plans.add(rows, time: moment.time)
    }

    private mutating func write(_ content: Line.Content, _ moment: RecordMoment) {
        var lines: [UInt8] = []
        var kind: RecordFile.Content =
            switch content {
            case .path: .path
            case .start, .traffic, .stop: .traffic
            }
        var rows: [TrafficRow] = []
        if case .traffic(let counted) = content { rows = counted }
        if file.needsStart, let path = paths.last {
            // The new file must not continue an older one.
            lines.append(line: line(.start(machine.baselines(before: rows), path), moment))
            kind = .start
        } else if file.beginsMonth(at: moment.time) {
            // The older files may be removed, so each one has the counters from which it counts. A start would be a gap.
            let baselines = machine.baselines(before: rows)
            if !baselines.isEmpty {
                lines.append(line: line(.traffic(baselines), moment))
                kind = .traffic
            }
        }
        lines.append(line: line(content, moment))
        file.append(lines, time: moment.time, kind)
    }
}

/// Reports once on standard error that counters cannot be read.
private final class CounterFailures {
    private var notice = FailureNotice()

    /// Reads counters. Returns `nil` if that fails.
    func attempt<Value>(_ read: () throws -> Value) -> Value? {
        do {
            let value = try read()
            notice.clear()
            return value
        } catch {
            notice.report(Failure(error).reason)
            return nil
        }
    }
}
