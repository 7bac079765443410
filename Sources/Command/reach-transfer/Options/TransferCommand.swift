// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BackgroundTransfers
import LinuxSystem
import ReachCommand

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
