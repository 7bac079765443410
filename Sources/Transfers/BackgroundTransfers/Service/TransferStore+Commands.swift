// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import LinuxSystem

/// A command of the user for a transfer.
package enum UserCommand: Sendable, Hashable {
    /// The transfer stops, and stays as it is until it is resumed.
    case pause
    /// A paused transfer goes on.
    case resume
    /// The transfer ends, and its partial file is removed.
    case cancel
    /// A failed transfer is tried again, and one that waits for its next attempt at once.
    ///
    /// The deadline is in milliseconds since 1970, and also for a transfer that waits for other reasons; with `nil`, a deadline
    /// that has passed is dropped.
    case retry(deadline: Int64?)
    /// Acknowledges the end: the transfer is hidden.
    case acknowledge
}

extension TransferStore {
    /// The transfers that a command is for.
    package enum Selection: Sendable, Hashable {
        /// These.
        case transfers([Transfer.ID])
        /// All whose state allows the command.
        case all
        /// Those of a group whose state allows the command.
        case group(String)
    }

    /// Carries out a command of the user, and calls the worker. Without a worker, it also removes the partial files that
    /// are no longer needed.
    ///
    /// - Parameters:
    ///   - command: the command.
    ///   - selection: the transfers that it is for.
    ///   - session: the session whose transfers are meant; those of others count as unknown. `nil` for all.
    ///   - now: the time, in milliseconds since 1970.
    /// - Returns: why the command was not carried out, for each transfer of ``Selection/transfers(_:)`` that does not
    ///   exist, or whose state does not allow it.
    package func carryOut(
        _ command: UserCommand, for selection: Selection, session: String? = nil, now: Int64
    ) throws -> [TransferSessionError] {
        let outcomes = try apply(command, to: selection, session: session, now: now)
        try removeLeftovers(of: outcomes)
        // Also because a transfer that waits again needs a worker.
        callWorker()
        return outcomes.compactMap { outcome -> TransferSessionError? in
            switch outcome.result {
            case .done, .nothing: nil
            case .refused(let reason): .refused(outcome.id, reason)
            case .unknown: .unknownTransfer(outcome.id)
            }
        }
    }

    /// Holds the queue, so that nothing starts, or releases it. Transfers that run go on.
    ///
    /// - Returns: whether that is a change.
    @discardableResult
    package func setHeld(_ isHeld: Bool) throws -> Bool {
        let isChange = try write { database in
            try database.execute(
                sql: "UPDATE queue SET held = ?1 WHERE held != ?1", arguments: [isHeld])
            return database.changesCount > 0
        }
        if !isHeld { callWorker() }
        return isChange
    }

    /// Whether the user holds the queue.
    package func isHeld() throws -> Bool {
        try read {
            try Bool.fetchOne(try $0.cachedStatement(sql: "SELECT held FROM queue")) ?? false
        }
    }

    /// Makes the worker read the store. Where systemd listens on its socket, systemd starts it.
    ///
    /// - Returns: whether there is a worker, or systemd listens. A worker that is not reached sees the change of the store
    ///   anyway.
    @discardableResult
    package func callWorker() -> Bool {
        switch try? LocalClient.connect(to: location.workerSocket) {
        case .connected, .busy: true
        // Without a connection, the worker sees the change of the store.
        case .some(.none), nil: false
        }
    }
}
