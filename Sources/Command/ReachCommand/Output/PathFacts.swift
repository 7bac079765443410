// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import NetworkReachability

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

    /// The facts that are not written to the journal. They say where the machine is, and other users can read the journal.
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

extension NetworkPath {
    /// The name of the Wi-Fi network that carries the path.
    var ssid: String? {
        (underlay + [primary].compactMap(\.self)).lazy.compactMap(\.ssid).first
    }
}
