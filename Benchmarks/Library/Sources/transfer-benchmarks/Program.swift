// SPDX-License-Identifier: Apache-2.0

import BackgroundTransfers
import Foundation

/// Adds downloads to a session, and prints the nanoseconds that each took:
///
///     transfer-benchmarks STORE URL FOLDER COUNT
@main struct Program {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let url = URL(string: arguments[2]),
            let count = Int(arguments[4])
        else { exit(64) }
        let session = try TransferSession(
            identifier: "org.example.benchmarks", store: URL(filePath: arguments[1]))
        let folder = URL(filePath: arguments[3])
        let clock = ContinuousClock()
        // The first one is not timed: what it needs is made then.
        for number in 0...count {
            let file = folder.appending(path: "added-\(number)")
            let time = try await clock.measure {
                _ = try await session.download(from: url, to: file)
            }
            if number > 0 { print(Int64(time / .nanoseconds(1))) }
        }
    }
}
