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

/// What a worker holds for a run.
final class RunContext {
    unowned let worker: TransferWorker
    let id: Transfer.ID
    /// By which results that come too late are recognized.
    let token: String
    /// The address that the user gave.
    let url: URLParts
    let secrets: TransferSecrets
    /// What the schedule knew of the transfer when it started.
    let candidate: Schedule.Candidate
    /// The exchange with the server; `nil` if there is none.
    var exchange: HTTPExchange.ID?
    /// The gate of the server that is connected to; `nil` if there is no connection.
    var gate: Int?
    /// The same, if it is none of the candidate's, so that the run must give it back.
    var redirectionGate: Int?
    /// The name of the interface that the path uses; `nil` if there is no connection.
    var interface: String?
    /// Whether the deadline has passed, and with it the conditions.
    var isUnconditional: Bool
    /// When the attempt was due, in milliseconds since 1970; `nil` for the first one.
    let dueTime: Int64?
    var meter: RateMeter

    init(
        _ worker: TransferWorker, _ record: TransferRecord, _ url: URLParts,
        secrets: TransferSecrets, _ candidate: Schedule.Candidate, now: Int64
    ) {
        self.worker = worker
        id = record.id
        token = Self.makeToken()
        self.url = url
        self.secrets = secrets
        self.candidate = candidate
        dueTime = record.retryAt
        isUnconditional = record.deadline.map { $0 <= now } ?? false
        meter = RateMeter(bytes: record.bytesDone, at: MonotonicClock.milliseconds)
    }

    private static func makeToken() -> String {
        let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<8).map { _ in digits[Int.random(in: 0..<digits.count)] })
    }
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
