// SPDX-License-Identifier: Apache-2.0

internal import CCurl
package import LinuxSystem

/// Performs HTTP exchanges on the thread of its owner, over libcurl's multi interface.
///
/// The owner waits until ``descriptor`` is readable or ``due`` has come, and calls ``perform()`` then. An engine without
/// exchanges causes no wake-up. It belongs to one thread, and starts none but those in which libcurl resolves names.
///
/// Each exchange has a connection of its own, with HTTP/2 too, so that it can be closed at once. A connection is used
/// again once its exchange has ended well.
package final class HTTPEngine {
    private let settings: EngineSettings
    /// The exchanges that run.
    private var exchanges: [HTTPExchange.ID: RunningExchange] = [:]
    private var lastNumber: UInt64 = 0
    private let multi: MultiHandle
    /// Exchanges that could not be started, and are reported at the next ``perform()``.
    private var rejected: [(handler: any HTTPExchangeHandler, failure: HTTPError)] = []
    /// The requests of handlers while libcurl called them. libcurl must not be called again until it has returned.
    private var requests: [() -> Void] = []

    /// Creates an engine without exchanges.
    ///
    /// - Parameters:
    ///   - userAgent: the value of the field User-Agent.
    ///   - environment: the proxies.
    /// - Throws: ``SystemError`` if the process has too many open files, or libcurl cannot be loaded.
    package convenience init(
        userAgent: String, limits: EngineLimits = EngineLimits(),
        environment: ProxyEnvironment = .process
    ) throws(SystemError) {
        try self.init(
            EngineSettings(
                userAgent: userAgent, limits: limits, environment: environment,
                certificates: CertificateFiles(value: ProcessEnvironment.value)))
    }

    init(_ settings: EngineSettings) throws(SystemError) {
        self.settings = settings
        multi = try MultiHandle()
    }

    deinit {
        for exchange in exchanges.values { multi.remove(exchange) }
    }

    /// The descriptor to wait on. It is readable when ``perform()`` has something to do.
    package var descriptor: Int32 { multi.descriptor }

    /// When to call ``perform()`` at the latest (``MonotonicClock``); `nil` if only ``descriptor`` becomes ready.
    package var due: Int64? {
        if !rejected.isEmpty { return MonotonicClock.milliseconds }
        var due = multi.sockets.due
        for exchange in exchanges.values {
            for time in [exchange.progress.due(settings.limits), exchange.resumption] {
                if let time { due = min(due ?? time, time) }
            }
        }
        return due
    }

    /// The number of exchanges that run.
    package var count: Int { exchanges.count }

    /// Starts an exchange. Its handler is called during ``perform()`` only.
    package func start(
        _ request: HTTPRequest, handler: any HTTPExchangeHandler
    ) -> HTTPExchange.ID {
        lastNumber += 1
        let id = HTTPExchange.ID(number: lastNumber)
        let exchange: RunningExchange
        do throws(HTTPError) {
            exchange = try RunningExchange(id, request, handler, settings, multi.sockets)
        } catch {
            rejected.append((handler, error))
            return id
        }
        exchanges[id] = exchange
        whenIdle { [multi] in multi.add(exchange) }
        return id
    }

    /// Ends an exchange, and closes its connection. Its handler is not called any more. An exchange that has ended is ignored.
    package func cancel(_ id: HTTPExchange.ID) {
        guard let exchange = exchanges.removeValue(forKey: id) else { return }
        exchange.silence()
        exchange.forbidReuse()
        exchange.forgetUnsent()
        whenIdle { [multi] in multi.remove(exchange) }
    }

    /// Stops receiving an exchange's content, until ``resume(_:)``. The handler may still get content that was received before.
    package func pause(_ id: HTTPExchange.ID) {
        _ = exchanges[id]?.setPaused(true)
    }

    /// Goes on receiving an exchange's content.
    package func resume(_ id: HTTPExchange.ID) {
        whenIdle { [self] in
            guard let exchange = exchanges[id] else { return }
            goOn(exchange) { exchange.setPaused(false) }
            runRequests()
        }
    }

    /// Closes the connections that no exchange uses, so that the next exchanges make new ones.
    package func closeIdleConnections() {
        whenIdle { [self] in
            multi.closeIdleConnections(hasExchanges: !exchanges.isEmpty) {
                exchanges[$0] != nil
            }
        }
    }

    /// Handles what is ready. The handlers are called meanwhile.
    package func perform() {
        let failures = rejected
        rejected = []
        for (handler, failure) in failures { handler.ended(.failure(failure)) }
        multi.perform()
        runRequests()
        while let (exchange, code) = multi.nextResult() {
            end(exchange, exchange.result(of: code))
        }
        let now = MonotonicClock.milliseconds
        for exchange in exchanges.values {
            if let failure = exchange.progress.failure(at: now, settings.limits) {
                end(exchange, .failure(failure))
            } else if let time = exchange.resumption, time <= now {
                goOn(exchange) { exchange.endRatePause() }
            }
        }
        runRequests()
    }

    /// Lets libcurl go on with an exchange. It may pass content to the handler that it has kept.
    private func goOn(_ exchange: RunningExchange, _ action: () -> HTTPError?) {
        var failure: HTTPError?
        multi.call { failure = action() }
        if let failure { end(exchange, .failure(failure)) }
    }

    private func end(
        _ exchange: RunningExchange, _ result: Result<HTTPExchange.Summary, HTTPError>
    ) {
        // The handler of another exchange that has ended may have cancelled it.
        guard exchanges.removeValue(forKey: exchange.id) != nil else { return }
        if case .failure = result {
            exchange.forbidReuse()
            exchange.forgetUnsent()
        }
        let handler = exchange.handler
        exchange.silence()
        multi.remove(exchange)
        handler?.ended(result)
    }

    /// Calls libcurl now, or when it has returned.
    private func whenIdle(_ request: @escaping () -> Void) {
        if multi.isInside { requests.append(request) } else { request() }
    }

    private func runRequests() {
        while !requests.isEmpty {
            let all = requests
            requests = []
            for request in all { request() }
        }
    }
}

/// How long an ``HTTPEngine`` waits for a server, and how much header it takes. Times are in milliseconds.
package struct EngineLimits: Sendable, Hashable {
    /// The time to resolve the name, to connect, and for TLS.
    package var connect: Int64 = 30_000
    /// The time without a byte, in either direction, after which the connection counts as lost. It does not pass while the
    /// exchange is paused, or waits because its rate is limited.
    package var stall: Int64 = 30_000
    /// The time from the request until the end of the answer's header, if the request has no body.
    package var header: Int64 = 60_000
    /// The time from the end of a request's body until the end of the answer's header. A server may have to store or to
    /// examine what it got before it answers.
    package var answer: Int64 = 300_000
    /// The number of bytes of all header lines of an exchange.
    package var headerBytes = 256 << 10

    /// Creates the default limits.
    package init() {}
}
