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

/// A command about transfers.
protocol TransferCommand: Subcommand {}

extension TransferCommand {
    static func perform(_ arguments: CommandLineArguments) throws {
        // The store keeps text, and no other bytes.
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

/// The folder of the transfers, and the configuration of their worker.
struct TransferPlace: Sendable, Hashable {
    /// The folder of the store; `nil` for the usual one.
    var store: String?
    /// The configuration file; `nil` for the usual ones.
    var configuration: String?

    private var location: StoreLocation {
        get throws { try store.map(StoreLocation.init(folder:)) ?? .standard() }
    }

    /// Opens the store, and creates it if there is none.
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

/// The option for the folder in which transfers are kept.
struct StoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Keep the transfers in this folder instead of $REACH_STORE, or reach in $XDG_STATE_HOME. Each folder has \
            a queue and a worker of its own.
            """,
            valueName: "directory"),
        completion: .directory)
    var store: String?

    func validate() throws {
        if store == "" { throw ValidationError("--store: the name is empty") }
    }

    /// The place of the transfers.
    var place: TransferPlace { TransferPlace(store: store) }
}

/// The stores that this process has opened. They are closed when it ends, but never released.
///
/// To release the queue of a database, libdispatch starts a thread. Where the system has none (`ulimit -u`), it retries for
/// ever, so that the process would report the failure and then not end.
enum OpenStores {
    private static let all = Lock<[TransferStore]>([])

    /// Keeps a store.
    static func keep(_ store: TransferStore) -> TransferStore {
        all.withLock { $0.append(store) }
        return store
    }

    /// Closes all stores. They must not be used afterwards.
    static func close() {
        for store in all.withLock({ $0 }) { store.close() }
    }
}
