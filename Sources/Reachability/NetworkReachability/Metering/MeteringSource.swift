// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A person, program or property that may say whether an interface is metered.
///
/// Each source is a value in a file of its own in `Sources/`. ``all`` lists them, and nothing else needs to know which
/// there are.
struct MeteringSource: Sendable {
    /// What a source gets to know of the interface that it is asked about.
    struct Subject: Sendable {
        /// The interface. (Not all of it: a cost that followed from another part could change unnoticed.)
        var interface: NetworkState.Interface.Inheritable
        /// The first of the user's overrides that fits the interface.
        var override: InterfaceOverride? = nil
        /// The interfaces that carry its packets, or may.
        var lower: [LowerMetering] = []
    }

    /// Files that a source reads.
    struct Files: Sendable {
        /// The files, or the folders that they are in.
        let paths: [String]
        /// Reads the files.
        let read: @Sendable (SystemRoot) throws(SystemError) -> any ExternalReports
    }

    /// The name of the source, which is ``Metered/source-swift.property`` where it decides.
    let name: Metered.Source
    /// The priorities that its statements can have, each with what an explanation says where no statement has it;
    /// `nil` if another source says that.
    let priorities: KeyValuePairs<MeteredPriority, String?>
    /// What it says of an interface; `nil` if it says nothing.
    let statement: @Sendable (Subject) -> MeteredStatement?
    /// The files that its reports come from, if they do: they are read at the beginning and after each change.
    var files: Files? = nil
    /// Why it knows nothing, or not everything, by the state; `nil` if nothing is missing.
    var limitation: @Sendable (NetworkState) -> String? = { _ in nil }
}

extension MeteringSource {
    /// Every source. Of statements that count the same, the first one decides.
    static let all: [MeteringSource] = [
        .override, .networkManager, .underlay, .dhcp, .accessPoint, .interfaceType, .tethering,
    ]

    /// What an explanation says where no statement has a priority: who could have made one, and what is missing.
    static func absence(of priority: MeteredPriority) -> String {
        var names: [(absence: String, sources: [String])] = []
        for source in all {
            for (own, absence) in source.priorities where own == priority {
                guard let absence else { continue }
                if let place = names.firstIndex(where: { $0.absence == absence }) {
                    names[place].sources.append(source.name.rawValue)
                } else {
                    names.append((absence, [source.name.rawValue]))
                }
            }
        }
        return names.map { "\($0.sources.joined(separator: ", ")): \($0.absence)" }
            .joined(separator: "; ")
    }
}
