// SPDX-License-Identifier: Apache-2.0

/// Who performs the commands about transfers.
///
/// `reach` hands them over to the program `reach-transfer`, so that a look at the network loads neither a database nor
/// HTTP. `reach-transfer` performs them.
package protocol TransferCommands {
    /// Hands a command line about transfers over to the program that performs it, before it is parsed.
    ///
    /// It returns if this is that program, or if it is not installed.
    func handOver()

    /// Performs `reach fetch`.
    func fetch(_ request: FetchRequest) throws

    /// Performs `reach upload`.
    func upload(_ request: UploadRequest) throws

    /// Performs `reach queue`.
    func queue(_ request: QueueRequest) throws

    /// Returns what a shell offers; nothing if the queue cannot be read.
    func completions(of subject: Completions.TransferSubject) -> [Completions.Candidate]
}

/// A subcommand that is performed by ``TransferCommands``.
protocol TransferSubcommand {
    func run(_ transfers: any TransferCommands) throws
}
