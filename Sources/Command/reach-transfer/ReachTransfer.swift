// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// The program `reach-transfer`, which performs the commands of `reach` about transfers.
struct ReachTransfer: CommandProgram {
    static let table = [
        TableRow("fetch") { Fetch.self }, TableRow("upload") { Upload.self },
        TableRow("queue") { Queue.self },
    ]

    static let configuration = CommandConfiguration(
        commandName: "reach",
        abstract: "Performs the commands of reach about transfers.",
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

/// A command about transfers.
protocol TransferCommand: Subcommand {}

extension TransferCommand {
    static func perform(_ arguments: CommandLineArguments) throws {
        // What is stored of a transfer is text.
        if let invalid = arguments.texts.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            throw Failure.usage("'\(invalid.escaped)' is not valid UTF-8")
        }
        defer { OpenStores.close() }
        do {
            var command = try parsed(arguments.texts)
            try command.run()
        } catch let error as StoreError {
            // EX_IOERR: the store cannot be used.
            throw Failure(error.message.escaped, exitCode: 74)
        }
    }
}

/// Where the transfers are, and what the worker knows of the network.
struct TransferPlace: Sendable, Hashable {
    /// The folder of the store; `nil` for the usual one.
    var store: String?
    /// The configuration file; `nil` for the usual ones.
    var configuration: String?
}

extension TransferPlace {
    /// Where the store is.
    var location: StoreLocation {
        get throws { try store.map(StoreLocation.init(folder:)) ?? .standard() }
    }

    /// The store. It is made if there is none.
    func openStore() throws -> TransferStore { try OpenStores.keep(TransferStore(at: location)) }

    /// The store, to be read only; `nil` if there is none.
    func readableStore() throws -> TransferStore? {
        try TransferStore.readable(at: location).map(OpenStores.keep)
    }

    /// The store; `nil` if there is none.
    func existingStore() throws -> TransferStore? {
        try TransferStore.existing(at: location).map(OpenStores.keep)
    }
}
