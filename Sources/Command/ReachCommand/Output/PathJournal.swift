// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes a path and its changes to the journal, for `reach history`.
struct PathJournal {
    private let journal: Journal
    /// The path that was seen last.
    private var last: NetworkPath
    private var durations: StateDurations

    /// Writes the first entry.
    ///
    /// - Returns: `nil` if the journal does not get the standard error of this process.
    init?(_ path: NetworkPath) {
        guard let journal = Journal(of: .error) else { return nil }
        self.journal = journal
        last = path
        durations = StateDurations(now: BootTimeClock.milliseconds)
        send(PathFacts(path: path, changes: []), StatusText.sentence(path, []))
    }

    /// Writes an entry, unless the path is the same. A change of an interface alone is none.
    mutating func update(_ path: NetworkPath) {
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
