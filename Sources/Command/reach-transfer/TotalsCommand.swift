// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import ReachCommand

/// Tells `reach export` how many transfers the user's store has. Without a store it writes nothing.
enum TotalsCommand {
    /// - Returns: the exit code.
    static func run() -> Int32 {
        defer { OpenStores.close() }
        do {
            guard let store = try TransferPlace().existingStore() else { return 0 }
            try StandardStream.output.write(TransferTotals(store).text)
            return 0
        } catch {
            return 74
        }
    }
}

extension TransferTotals {
    fileprivate init(_ store: TransferStore) throws {
        self.init()
        let counts = try store.counts()
        // A state without transfers is 0, and not missing.
        for state in Transfer.State.allCases { self.counts[state.rawValue] = counts[state] ?? 0 }
        let bytes = try store.movedBytes()
        for kind in Transfer.Kind.allCases {
            self.bytes[kind.rawValue] = Int(clamping: bytes[kind] ?? 0)
        }
    }
}
