// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import LinuxSystem
import LoopbackServer
import Testing

/// Keeps what an exchange's handler gets.
final class Recorder: HTTPExchangeHandler {
    private(set) var responses: [HTTPResponse] = []
    private(set) var content: [UInt8] = []
    private(set) var byteCount = 0
    private(set) var sentCounts: [Int64] = []
    private(set) var results: [Result<HTTPExchange.Summary, HTTPError>] = []
    /// Whether the content is kept.
    var keepsContent = true
    /// What to do with a response; returns whether to go on.
    var onResponse: (HTTPResponse) -> Bool = { _ in true }
    /// What to do after a part; returns whether to go on.
    var onContent: () -> Bool = { true }
    /// What to do at the end.
    var onEnd: () -> Void = {}

    func responded(_ response: HTTPResponse) -> Bool {
        responses.append(response)
        return onResponse(response)
    }

    func received(_ bytes: RawSpan) -> Bool {
        byteCount += bytes.byteCount
        if keepsContent { bytes.withUnsafeBytes { content.append(contentsOf: $0) } }
        return onContent()
    }

    func sent(_ count: Int64) { sentCounts.append(count) }

    func ended(_ result: Result<HTTPExchange.Summary, HTTPError>) {
        results.append(result)
        onEnd()
    }

    var text: String { String(decoding: content, as: UTF8.self) }

    var failure: HTTPError? {
        guard case .failure(let failure) = results.first else { return nil }
        return failure
    }

    var summary: HTTPExchange.Summary? { try? results.first?.get() }
}

extension HTTPEngine {
    /// Performs exchanges until a condition holds.
    ///
    /// - Returns: whether it held within two minutes.
    func run(until condition: () -> Bool) -> Bool {
        let deadline = MonotonicClock.milliseconds + 120_000
        while !condition() {
            guard MonotonicClock.milliseconds < deadline else { return false }
            var ready = PollSet()
            ready.add(PollSet.Interest(descriptor, reads: true))
            // Conditions of other threads are looked at every 10 ms.
            let due = min(due ?? .max, MonotonicClock.milliseconds + 10)
            ready.wait(milliseconds: MonotonicClock.milliseconds(until: due))
            perform()
        }
        return true
    }

    /// The time until something is due, in milliseconds; the highest number if nothing is.
    var rest: Int64 { (due ?? .max) - MonotonicClock.milliseconds }

    /// Performs one exchange to its end.
    func record(_ request: HTTPRequest, _ recorder: Recorder = Recorder()) -> Recorder {
        _ = start(request, handler: recorder)
        _ = run { !recorder.results.isEmpty }
        return recorder
    }
}

/// An engine that uses no proxy.
func makeEngine(_ limits: EngineLimits = EngineLimits()) throws -> HTTPEngine {
    try HTTPEngine(
        userAgent: "reach-transfer/1", limits: limits,
        environment: ProxyEnvironment { _ in nil })
}

/// An engine for a look at what is due.
///
/// libcurl keeps its timer for the connection after that is made. So this timer is longer than every other time limit.
func makeObservedEngine() throws -> HTTPEngine {
    var limits = EngineLimits()
    limits.connect = 2_000_000
    return try makeEngine(limits)
}

/// Expects that an exchange with a rate of a byte a second goes on after a thousand seconds, and that no time limit runs.
func expectRateWait(
    _ request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let engine = try makeObservedEngine()
    let recorder = Recorder()
    _ = engine.start(request, handler: recorder)
    #expect(
        engine.run { (500_000...1_100_000).contains(engine.rest) }, sourceLocation: sourceLocation)
    #expect(recorder.results.isEmpty, sourceLocation: sourceLocation)
}

extension HTTPRequest {
    /// A request to a server of the test.
    init(_ server: RawServer, _ path: String = "/") throws {
        self.init(url: try URLParts(server.url(path)))
    }
}
