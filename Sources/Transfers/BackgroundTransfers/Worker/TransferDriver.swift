// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// Performs what the machine of a transfer decides.
///
/// A worker treats the drivers of downloads and of uploads alike. What a driver does with its machine ends with
/// ``TransferWorker/forgetIfIdle(_:)``.
protocol TransferDriver: AnyObject, SendableMetatype {
    associatedtype Machine: TransferMachine

    /// The part of the driver that downloads and uploads have in common.
    var context: DriverContext { get }
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

extension TransferDriver {
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
    func ended(_ failure: HTTPError?) { perform(machine.ended(failure, now: now)) }
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

/// The part of a driver that downloads and uploads have in common.
final class DriverContext {
    unowned let worker: TransferWorker
    let id: Transfer.ID
    /// By which results that come too late are recognized.
    let token: String
    /// The address that the user gave.
    let url: URLParts
    let secrets: TransferSecrets
    /// The entry of the schedule when the transfer started.
    let candidate: Schedule.Candidate
    /// The exchange with the server; `nil` if there is none.
    var exchange: HTTPExchange.ID?
    /// The gate of the server that is connected to; `nil` if there is no connection.
    var gate: Int?
    /// The same, if it is none of the candidate's, so that the driver must give it back.
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

extension DriverContext {
    /// Passes the events of an exchange to its driver.
    final class Exchange: HTTPExchangeHandler {
        private let driver: any TransferDriver
        /// The exchange, by which one that was closed meanwhile is recognized.
        var id: HTTPExchange.ID?
        /// The address of the request.
        private let url: URLParts

        init(_ driver: any TransferDriver, _ url: URLParts) {
            self.driver = driver
            self.url = url
        }

        private var isCurrent: Bool { driver.context.exchange == id }

        func responded(_ response: HTTPResponse) -> Bool {
            guard isCurrent else { return false }
            driver.responded(ServerResponse(response, from: url, of: driver.context.url))
            return isCurrent
        }

        func received(_ bytes: RawSpan) -> Bool {
            guard isCurrent else { return false }
            driver.received(bytes)
            return isCurrent
        }

        func sent(_ count: Int64) {
            if isCurrent { driver.sent(count) }
        }

        func ended(_ result: Result<HTTPExchange.Summary, HTTPError>) {
            guard isCurrent else { return }
            driver.context.exchange = nil
            switch result {
            case .success(let summary):
                if summary.bytesSent > 0 { driver.sent(summary.bytesSent) }
                driver.ended(nil)
            case .failure(let failure): driver.ended(failure)
            }
        }
    }
}

extension ServerResponse {
    /// - Parameters:
    ///   - url: the address that was asked.
    ///   - first: the address that the user gave.
    fileprivate init(_ response: HTTPResponse, from url: URLParts, of first: URLParts) {
        let headers = HeaderFields(response.fields)
        let location = headers[single: "Location"].flatMap { try? url.resolving($0) }
        self.init(
            status: response.status, headers: headers, origin: url.ruledOrigin,
            location: location.map { .init(url: $0.text, origin: $0.ruledOrigin) },
            lastComponent: first.lastComponent, answeringComponent: url.lastComponent)
    }
}

/// Measures how fast a transfer is, as a mean in which the last seconds count most.
struct RateMeter: Sendable, Hashable {
    /// The time in milliseconds after which a measurement counts a third.
    private static let memory = 3000.0

    private var rate: Double?
    private var bytes: Int64
    private var time: Int64

    /// - Parameters:
    ///   - bytes: the bytes that are there at the beginning.
    ///   - time: the time in milliseconds.
    init(bytes: Int64, at time: Int64) {
        self.bytes = bytes
        self.time = time
    }

    /// The rate in bytes a second; `nil` before there are two measurements.
    var bytesPerSecond: Int64? { rate.map { Int64($0.rounded()) } }

    /// Takes a measurement, at most each quarter of a second.
    ///
    /// - Returns: whether it was taken.
    mutating func measure(_ bytes: Int64, at time: Int64) -> Bool {
        let elapsed = Double(time - self.time)
        guard elapsed >= 250 else { return false }
        let current = Double(max(0, bytes - self.bytes)) / elapsed * 1000
        let weight = min(1, elapsed / Self.memory)
        rate = rate.map { $0 + (current - $0) * weight } ?? current
        self.bytes = bytes
        self.time = time
        return true
    }
}
