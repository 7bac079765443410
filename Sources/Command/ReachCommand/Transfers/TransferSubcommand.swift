// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// What the help of `reach` says of the commands that `reach-transfer` performs.
package enum TransferSummary {
    package static let fetch =
        "Download files when conditions hold, across interruptions and reboots."
    package static let upload =
        "Upload a file when conditions hold, across interruptions and reboots."
    package static let queue = "List, watch and change the transfers of this user."
}

/// A command that `reach-transfer` performs. Only that program knows its options.
protocol TransferSubcommand: Subcommand {}

extension TransferSubcommand {
    static func perform(_ arguments: CommandLineArguments) throws {
        try TransferProgram.exec(arguments.bytes)
    }
}

/// `reach fetch`
struct FetchCall: TransferSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: TransferSummary.fetch)
}

/// `reach upload`
struct UploadCall: TransferSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "upload", abstract: TransferSummary.upload)
}

/// `reach queue`
struct QueueCall: TransferSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: TransferSummary.queue)
}
