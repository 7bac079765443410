// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// The program `reach-transfer`, which performs the commands of `reach` that need more libraries: those about transfers and
/// jobs, and `reach doctor`.
struct ReachTransfer: CommandProgram {
    static let table = [
        TableRow("doctor") { Doctor.self },
        TableRow("fetch") { Fetch.self }, TableRow("upload") { Upload.self },
        TableRow("defer") { Defer.self },
        TableRow("queue") { Queue.self },
    ]

    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Performs the commands of reach about transfers and jobs, and reach doctor.",
        version: version,
        subcommands: commands
    )

    static let values = ValueKind.shared.merging(ValueKind.ofTransfers) { _, kind in kind }

    static func candidates(for value: String) -> [Completions.Candidate] {
        guard ["id", "group"].contains(value) else { return [] }
        defer { OpenStores.close() }
        let transfers = (try? TransferPlace().existingStore()?.transfers()) ?? []
        if value == "id" {
            return transfers.map { transfer in
                Completions.Candidate(
                    text: "\(transfer.id.rawValue)",
                    summary: "\(transfer.state.rawValue) \(transfer.shownName)".escaped)
            }
        }
        // The shell would interpret other characters of an inserted name.
        let groups = Set(transfers.compactMap(\.group)).filter { group in
            !group.begins(with: "-")
                && group.unicodeScalars.allSatisfy {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                        || "._-".unicodeScalars.contains($0)
                }
        }
        return groups.sorted().map { Completions.Candidate(text: $0) }
    }
}
