// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
public import NetworkReachability

extension TransferSession {
    /// Adds a job: a command that is run when the conditions hold. When the call returns, it is stored, even if the program
    /// is killed then.
    ///
    /// The worker runs it: `reach-transfer.service`, or `reach queue run`. ``runWorker(configuration:)`` does not.
    ///
    /// - Parameters:
    ///   - job: the command, and how it is run. ``Job/attempts`` counts, and not ``TransferOptions/attempts``.
    ///   - constraints: what the path to the internet must meet before the command begins; `nil` if it needs no path.
    ///   - options: how the job is scheduled. Those about addresses and files mean nothing for a job.
    /// - Returns: the number of the new job, or that of the transfer with the same key, if ``TransferOptions/existing`` keeps
    ///   it.
    /// - Throws: ``TransferSessionError/invalidJob(_:)``; ``TransferError`` if the folder is missing or the log cannot be
    ///   written; `StoreError`.
    public func schedule(
        _ job: Job,
        constraints: NetworkConstraints? = nil,
        options: TransferOptions = TransferOptions()
    ) async throws -> Transfer.ID {
        if let fault = job.fault { throw TransferSessionError.invalidJob(fault) }
        let folder: String
        do throws(SystemError) {
            folder = try resolvedPath(".")
        } catch {
            throw TransferSessionError.invalidJob("\(error)")
        }
        var job = job
        job.environment = job.environment ?? ProcessInfo.processInfo.environment
        return try await add(
            NewTransfer(
                job: job, in: folder, condition: constraints.map { Condition(constraints: $0) },
                options: options, session: identifier, mask: fileCreationMask,
                environment: []))
    }
}

extension Job {
    /// Why the system cannot run the job; `nil` if it can.
    package var fault: String? {
        guard let name = command.first, !name.isEmpty else { return "the command is empty" }
        let variables = environment ?? [:]
        let texts =
            command + [folder, log].compactMap(\.self) + variables.map { $0.key + $0.value }
        if texts.contains(where: { $0.utf8.contains(0) }) {
            return "the kernel knows no text with a zero byte"
        }
        if variables.keys.contains(where: { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "=")) }) {
            return "a variable of the environment has a name that is empty, or has '='"
        }
        if log?.isEmpty == true || folder?.isEmpty == true { return "a path is empty" }
        if timeLimit.map({ $0 <= .zero }) ?? false { return "the time limit is over at once" }
        return nil
    }
}
