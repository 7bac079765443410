// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine
internal import TransferRules

/// Hands the events of an exchange to its run.
final class RunExchange: HTTPExchangeHandler {
    private let run: any TransferRun
    /// The exchange, by which one that was closed meanwhile is recognized.
    var id: HTTPExchange.ID?
    /// The address that is asked.
    private let url: URLParts

    init(_ run: any TransferRun, _ url: URLParts) {
        self.run = run
        self.url = url
    }

    private var isCurrent: Bool { run.context.exchange == id }

    func responded(_ response: HTTPResponse) -> Bool {
        guard isCurrent else { return false }
        run.responded(ServerResponse(response, from: url, of: run.context.url))
        return isCurrent
    }

    func received(_ bytes: RawSpan) -> Bool {
        guard isCurrent else { return false }
        run.received(bytes)
        return isCurrent
    }

    func sent(_ count: Int64) {
        if isCurrent { run.sent(count) }
    }

    func ended(_ result: Result<HTTPExchange.Summary, HTTPError>) {
        guard isCurrent else { return }
        run.context.exchange = nil
        switch result {
        case .success(let summary):
            if summary.bytesSent > 0 { run.sent(summary.bytesSent) }
            run.ended(nil)
        case .failure(let failure): run.ended(ExchangeError(failure))
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

extension ExchangeError {
    fileprivate init(_ failure: HTTPError) {
        self =
            switch failure {
            case .tls(let message): .tls(message)
            case .notYetValid(let message): .notYetValid(message)
            case .unsupported(let message): .unusable(message)
            case .body(let message): .source(message)
            case .name(let message), .connection(let message), .headersTooLong(let message),
                .malformed(let message), .proxy(let message), .internal(let message):
                .connection(message)
            }
    }
}
