// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// A transfer that runs: a machine that decides, and what carries its steps out.
///
/// All that a worker does with downloads and uploads alike is done by this protocol. What a run does with its machine ends
/// with ``TransferWorker/forgetIfIdle(_:)``.
protocol TransferRun: AnyObject, SendableMetatype {
    associatedtype Machine: TransferMachine

    /// What the worker holds for the run.
    var context: RunContext { get }
    var machine: Machine { get set }
    /// The number of bytes that are there: received, or sent.
    var bytes: Int64 { get }
    /// When ``tend(now:)`` must be called, in milliseconds since 1970; `nil` if nothing is due.
    var due: Int64? { get }

    /// Carries out steps in their order. If one fails, the others are dropped.
    func perform(_ steps: [Machine.Step])
    /// Handles a destination that another transfer already writes.
    func destinationTaken(by other: Transfer.ID)
    /// Does what is due.
    func tend(now: Int64)
    /// Notes that the clock was set.
    func clockWasSet(now: Int64)

    /// Decides by the header of an answer.
    func responded(_ response: ServerResponse)
    /// Takes a part of an answer's content.
    func received(_ bytes: RawSpan)
    /// Notes how many bytes of a request's content have gone.
    func sent(_ count: Int64)
}

extension TransferRun {
    var id: Transfer.ID { context.id }
    var worker: TransferWorker { context.worker }
    /// Milliseconds since 1970.
    var now: Int64 { worker.now }
    /// The transfer as it is to be stored.
    var record: TransferRecord { machine.record }
    /// Whether the machine holds nothing any more.
    var isIdle: Bool { machine.isIdle }

    /// Begins an attempt.
    func begin(isElsewhere: Bool) { perform(machine.begin(now: now, isElsewhere: isElsewhere)) }

    /// Takes the revision under which the record was stored.
    func stored(revision: Int64) { machine.stored(revision: revision) }

    /// Stops the transfer.
    func leave(_ exit: AttemptExit) { perform(machine.leave(exit, now: now)) }

    /// Takes a change that another process has stored, and stops the transfer if that says so.
    ///
    /// - Returns: whether it stops.
    func overrule(by newer: TransferRecord) -> Bool {
        let steps = machine.overruled(by: newer, now: now)
        // Nothing else happens to a machine that holds nothing until its record is stored.
        guard !steps.isEmpty else { return false }
        perform(steps)
        return true
    }

    /// Handles the end of an exchange.
    func ended(_ failure: ExchangeError?) { perform(machine.ended(failure, now: now)) }
}

extension URLParts {
    /// The origin in the words of the rules.
    var ruledOrigin: TransferRules.Origin {
        TransferRules.Origin(scheme: scheme.rawValue, host: host, port: Int(port))
    }

    /// The last component of the path, decoded; `nil` if it has none.
    var lastComponent: String? {
        path.pieces(separatedBy: "/").last.flatMap { PercentEncoding.decode($0) ?? String($0) }
    }
}
