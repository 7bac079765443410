// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import LinuxSystem

/// A request over an interface that is under way, on the thread of its owner. The connection is closed when nothing
/// references the exchange any more.
struct ProbeExchange<Reading: AnswerReading>: ~Copyable {
    /// Receives the answer. (The engine holds it, so it must not hold the engine.)
    private final class Handler: HTTPExchangeHandler {
        var reading: Reading

        init(_ reading: Reading) { self.reading = reading }

        func responded(_ response: HTTPResponse) -> Bool {
            reading.read(response)
            return reading.answer == nil
        }

        func received(_ bytes: RawSpan) -> Bool {
            reading.read(bytes)
            return reading.answer == nil
        }

        func ended(_ result: Result<HTTPExchange.Summary, HTTPError>) {
            switch result {
            case .success: reading.end()
            case .failure(let failure): reading.fail(failure.message)
            }
        }
    }

    /// A separate engine without proxies, because a proxy could answer in place of the server.
    private let engine: HTTPEngine
    private let handler: Handler
    private let patience: Int64
    private let end: Int64

    /// Sends a GET.
    ///
    /// - Parameters:
    ///   - fields: the header fields, besides one that keeps caches on the way from answering in place of the server.
    ///   - patience: how long the exchange may take, in milliseconds.
    ///   - reading: reads the answer.
    /// - Throws: ``SystemError`` if the process has too many open files.
    init(
        to url: URLParts, over interface: String, fields: [(name: String, value: String)] = [],
        userAgent: String, patience: Int64, _ reading: Reading
    ) throws(SystemError) {
        self.patience = patience
        end = MonotonicClock.milliseconds + patience
        handler = Handler(reading)
        engine = try HTTPEngine(userAgent: userAgent, environment: ProxyEnvironment { _ in nil })
        var request = HTTPRequest(url: url, fields: [("Cache-Control", "no-cache")] + fields)
        request.interface = interface
        _ = engine.start(request, handler: handler)
    }

    /// Waits for the result.
    ///
    /// - Parameter cancellation: ends the wait before there is a result; `nil` for nothing.
    /// - Returns: the result; `nil` if the wait was cancelled.
    func waitForAnswer(until cancellation: WakeUpEvent? = nil) -> Reading.Answer? {
        while true {
            if let answer = handler.reading.answer { return answer }
            var ready = PollSet()
            ready.add(PollSet.Interest(engine.descriptor, reads: true))
            if let cancellation {
                ready.add(PollSet.Interest(cancellation.descriptor, reads: true))
            }
            let due = min(engine.due ?? end, end)
            ready.wait(milliseconds: MonotonicClock.milliseconds(until: due))
            if let cancellation, ready.contains(cancellation.descriptor) { return nil }
            engine.perform()
            if MonotonicClock.milliseconds >= end {
                handler.reading.fail("no answer within \(patience / 1000) s")
            }
        }
    }
}

/// The meaning of a server's answer. It is read as it comes, and no further than it matters.
protocol AnswerReading: Sendable {
    associatedtype Answer: Sendable

    /// The result; `nil` while more of the answer is needed.
    var answer: Answer? { get }

    /// Reads the header.
    mutating func read(_ response: HTTPResponse)

    /// Reads a part of the content.
    mutating func read(_ bytes: RawSpan)

    /// The answer is complete.
    mutating func end()

    /// There is no complete answer.
    mutating func fail(_ reason: String)
}
