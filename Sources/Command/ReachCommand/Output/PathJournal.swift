// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes a path and its changes to the journal, for `reach history`.
final class PathJournal {
    /// The signals that end the program, before which ``end()`` is called.
    let signals: EndingSignals
    private let journal: Journal
    /// The path that was seen last.
    private var last: NetworkPath
    private var durations: StateDurations

    /// Writes the first entry.
    ///
    /// - Returns: `nil` if the journal does not get the standard error of this process.
    init?(_ path: NetworkPath) throws {
        guard let journal = Journal(of: .error) else { return nil }
        signals = try EndingSignals()
        self.journal = journal
        last = path
        durations = StateDurations(now: BootTimeClock.milliseconds)
        send(PathFacts(path: path, changes: []), StatusText.sentence(path, []))
    }

    /// Writes an entry if the path has changed. A change of an interface alone does not count.
    func update(_ path: NetworkPath) {
        defer { last = path }
        guard let change = PathChange(from: last, to: path, where: { _, _ in false }) else {
            return
        }
        let duration = durations.change(
            from: change.old, to: change.new, now: BootTimeClock.milliseconds)
        send(
            PathFacts(path: path, changes: change.fields),
            ChangeText(change: change, choice: .ofInterest, formerState: duration).sentence)
    }

    /// Writes that the path is the same up to now, because the program ends.
    func end() { _ = journal.send(PathFacts(path: last, changes: []).lastEntry([])) }

    private func send(_ facts: PathFacts, _ sentence: String) {
        // The metrics have the path all the same.
        _ = journal.send(facts.entry(sentence))
    }
}

/// The facts of a path for programs: the command of `reach watch --exec`, and readers of the journal.
struct PathFacts {
    let path: NetworkPath
    /// The fields that have changed; empty for the first path.
    let changes: [PathChange.Field]

    private var facts: [(name: StaticString, value: String)] {
        [
            ("REACH_STATUS", path.status.rawValue),
            ("REACH_CONNECTION", path.connection.rawValue),
            ("REACH_PRIMARY", path.primary?.name ?? ""),
            ("REACH_METERED", path.metered.value.rawValue),
            ("REACH_CHANGES", changes.map(\.rawValue).joined(separator: ",")),
            ("REACH_CONNECTIVITY", path.connectivity.value.rawValue),
        ]
    }

    /// The facts that the journal does not get. They say where the machine is, and more users can read the journal.
    private var details: [(name: StaticString, value: String)] {
        [
            // Control characters are escaped: a zero byte would end the value.
            ("REACH_PLACE", path.place?.escaped ?? ""),
            ("REACH_SSID", path.ssid?.escaped ?? ""),
            ("REACH_GATEWAY", path.gateways.first?.description ?? ""),
            ("REACH_VPN", path.isVPN ? "1" : "0"),
            ("REACH_REASON", path.unsatisfiedReason?.rawValue ?? ""),
        ]
    }

    /// The environment of the command of `--exec`.
    var variables: [ProcessGroup.Variable] {
        (facts + details).map { ("\($0.name)", $0.value) }
    }

    /// The entry for the journal.
    func entry(_ sentence: String, _ kind: JournalEntry.Kind = .pathChange) -> JournalEntry {
        var entry = JournalEntry(sentence, kind)
        for fact in facts { entry.add(fact.name, fact.value) }
        return entry
    }

    /// The last entry of a program: the path is the same up to now, and is no longer observed.
    ///
    /// - Parameter names: the interfaces on the command line.
    func lastEntry(_ names: [String]) -> JournalEntry {
        entry("No longer observed: \(StatusText.sentence(path, names))", .observationEnd)
    }
}

/// The signals that end a program, for one that writes something before it ends.
///
/// A class, so that an optional one can be used: a ``SignalQueue`` cannot be copied.
final class EndingSignals {
    private let queue: SignalQueue

    init() throws(SystemError) {
        queue = try SignalQueue([.terminate, .interrupt, .hangUp, .quit])
    }

    /// The interest in a signal.
    var interest: PollSet.Interest { PollSet.Interest(queue.descriptor, reads: true) }

    /// Ends this process if a signal has come.
    ///
    /// - Parameter before: a closure that is called before.
    func endIfSignaled(before: () -> Void) {
        guard let signal = queue.next() else { return }
        before()
        signal.endThisProcess()
    }
}
