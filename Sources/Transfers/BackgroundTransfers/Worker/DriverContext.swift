// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem
internal import TransferRules

/// The part of a driver that downloads and uploads have in common.
final class DriverContext {
    unowned let worker: TransferWorker
    let engine: HTTPEngine
    let id: Transfer.ID
    /// A random text, by which late results of an earlier driver are recognized.
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
    /// The gate of the server, if the candidate does not have it, so that the driver must release it.
    var redirectionGate: Int?
    /// The name of the interface that the path uses; `nil` if there is no connection.
    var interface: String?
    /// Whether the deadline has passed, and with it the conditions.
    var isUnconditional: Bool
    /// When the attempt was due, in milliseconds since 1970; `nil` for the first one.
    let dueTime: Int64?
    var meter: RateMeter

    init(
        _ worker: TransferWorker, _ engine: HTTPEngine, _ record: TransferRecord, _ url: URLParts,
        secrets: TransferSecrets, _ candidate: Schedule.Candidate, now: Int64
    ) {
        self.worker = worker
        self.engine = engine
        id = record.id
        token = Self.makeToken()
        self.url = url
        self.secrets = secrets
        self.candidate = candidate
        dueTime = record.retryAt
        isUnconditional = record.deadline.map { $0 <= now } ?? false
        meter = RateMeter(bytes: record.bytesDone, at: MonotonicClock.milliseconds)
    }

    /// How long ago the lookup of a name may have failed, so that it counts as one of this attempt, in milliseconds.
    func failureAge(now: Int64) -> Int64 {
        let limit: Int64 = 2000
        // Not that of the attempt before, or only if the clock was set.
        return dueTime.map { min(max(now - $0, 100), limit) } ?? limit
    }

    /// The caller's header fields that a server may have.
    func fields(isTrusted: Bool) -> [(name: String, value: String)] {
        secrets.headers.filter { header in
            isTrusted || RedirectionRules.harmlessFields.contains(header.name.lowercased())
        }.map { (name: $0.name, value: $0.value) }
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
        /// The number of the exchange. The events of an exchange that was closed meanwhile are ignored.
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
            status: response.status, headers: headers, origin: url.origin,
            location: location.map { .init(url: $0.text, origin: $0.origin) },
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

extension TransferSecrets {
    var credentials: HTTPRequest.Credentials? {
        user.map { HTTPRequest.Credentials(user: $0, password: password ?? "") }
    }
}
