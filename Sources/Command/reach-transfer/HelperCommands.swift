// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import CommandSystem
import ConnectivityProbes
import NetworkReachability
import ReachCommand

/// The helper commands that `reach` itself calls. Each function returns the exit code.
enum HelperCommands {
    /// Checks the path that standard input describes, and writes the answer to standard output.
    static func checkPath() -> Int32 {
        guard let bytes = try? InputFile.readStandardInput(limit: 1 << 20),
            let request = ProbeRequest(bytes)
        else {
            try? StandardStream.error.write("reach-transfer: there is no request to check a path\n")
            return 64
        }
        let probe: HTTPConnectivityProbe
        do throws(HTTPConnectivityProbe.AddressError) {
            probe = try HTTPConnectivityProbe(
                url: request.url, expectedText: request.expectedText,
                isOfNetworkManager: request.isOfNetworkManager)
        } catch {
            // `reach` has checked the address, or is of another version.
            try? StandardStream.error.write("reach-transfer: connectivity.url: \(error.reason)\n")
            return 78
        }
        do {
            let answer = probe.checkAndWait(over: request.interface, portal: request.portal)
            try StandardStream.output.write(answer.bytes)
            return 0
        } catch {
            return 74
        }
    }

    /// Writes how many transfers the user's store has. Without a store it writes nothing.
    static func countTransfers() -> Int32 {
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
        for kind in Transfer.Kind.allCases where kind != .command {
            self.bytes[kind.rawValue] = Int(clamping: bytes[kind] ?? 0)
        }
    }
}
