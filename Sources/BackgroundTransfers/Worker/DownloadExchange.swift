// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine

/// Tells a worker what happens in an exchange of a run.
final class DownloadExchange: HTTPExchangeHandler {
    private unowned let worker: TransferWorker
    private let run: DownloadRun
    /// The exchange, by which one that was closed meanwhile is recognized.
    var id: HTTPExchange.ID?
    /// The address that is asked.
    let url: URLParts

    init(_ worker: TransferWorker, _ run: DownloadRun, _ url: URLParts) {
        self.worker = worker
        self.run = run
        self.url = url
    }

    func responded(_ response: HTTPResponse) -> Bool {
        guard run.exchange == id else { return false }
        worker.responded(response, from: url, run)
        return run.exchange == id
    }

    func received(_ bytes: RawSpan) -> Bool {
        guard run.exchange == id else { return false }
        worker.received(bytes, run)
        return run.exchange == id
    }

    func ended(_ result: Result<HTTPExchange.Summary, HTTPFailure>) {
        guard run.exchange == id else { return }
        run.exchange = nil
        worker.ended(result, run)
    }
}
