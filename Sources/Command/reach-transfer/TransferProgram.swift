// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import LinuxSystem
import ReachCommand

/// Performs the commands about transfers.
struct TransferProgram: TransferCommands {
    // This is the program.
    func handOver() {}

    func fetch(_ request: FetchRequest) throws {
        try failing { try FetchCommand(request).run() }
    }

    func upload(_ request: UploadRequest) throws {
        try failing { try UploadCommand(request).run() }
    }

    func queue(_ request: QueueRequest) throws {
        try failing { try QueueCommand(request).run() }
    }

    func completions(of subject: Completions.TransferSubject) -> [Completions.Candidate] {
        defer { OpenStores.close() }
        let transfers = (try? TransferPlace().existingStore()?.transfers()) ?? []
        switch subject {
        case .numbers:
            return transfers.map { transfer in
                Completions.Candidate(
                    text: "\(transfer.id.rawValue)",
                    summary: "\(transfer.state.rawValue) \(transfer.shownName)".escaped)
            }
        case .groups:
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

    /// Performs a command, and gives its errors their exit codes.
    private func failing(_ body: () throws -> Void) throws {
        defer { OpenStores.close() }
        do {
            try body()
        } catch let error as TransferStoreError {
            // EX_IOERR: the store cannot be used.
            throw Failure(error.message.escaped, exitCode: 74)
        }
    }
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
