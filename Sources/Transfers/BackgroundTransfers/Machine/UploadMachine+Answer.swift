// SPDX-License-Identifier: Apache-2.0

internal import TransferRules

extension UploadMachine {
    /// Decides by the header of an answer. A success counts when the exchange has ended.
    package mutating func responded(_ response: ServerResponse, now: Int64) -> [UploadStep] {
        guard case .exchanging(var exchange) = phase, exchange.response == nil else { return [] }
        let (request, status) = (exchange.request, response.status)
        let answer = UploadAnswer(status: status)
        if request.kind == .options, answer != .redirected, answer != .accepted, answer != .portal {
            return chosen(response, now: now)
        }
        switch answer {
        case .accepted:
            exchange.response = response
            phase = .exchanging(exchange)
            return []
        case .redirected: return redirected(request, to: response.location, status, now: now)
        case .misdirected:
            return leave(.fail(.misdirected(status)), now: now)
        case .withoutPermission:
            guard request.awaitsPermission else { return refused(status, now: now) }
            awaitsPermission = false
            var next = request
            next.awaitsPermission = false
            return askAgain(next)
        case .gone where request.isForResource:
            let reason = "the server no longer has the upload (\(status))"
            return lost(reason, .uploadRefused(status), now: now)
        case .conflict where request.isForResource, .locked where request.canBeHeldUp, .later:
            return leave(
                .retry(.uploadRefused(status), after: response.retryAfter(now: now)), now: now)
        case .portal: return leave(.portal, now: now)
        case .gone, .conflict, .locked, .refused: return refused(status, now: now)
        }
    }

    /// Notes how many bytes of the request's content were sent.
    package mutating func sent(_ count: Int64) {
        guard case .exchanging(var exchange) = phase else { return }
        exchange.sent = count
        phase = .exchanging(exchange)
    }

    /// Handles the end of an exchange.
    ///
    /// - Parameter failure: why it ended before its time; `nil` if the answer is complete.
    package mutating func ended(_ failure: ExchangeError?, now: Int64) -> [UploadStep] {
        guard case .exchanging(let exchange) = phase else { return [] }
        if case .source(let message) = failure {
            // A file that is shorter now has changed, which says more than that it cannot be read.
            phase = .comparing(failure: TransferError(.io, message))
            return [.disconnect, .compare]
        }
        guard let response = exchange.response else {
            let failure = failure ?? .connection("the server closed the connection")
            return leave(record.exit(after: failure), now: now)
        }
        return accepted(response, exchange, failure, now: now)
    }

    /// Decides by a success, of which nothing but the header matters.
    private mutating func accepted(
        _ response: ServerResponse, _ exchange: Exchange, _ failure: ExchangeError?, now: Int64
    ) -> [UploadStep] {
        switch exchange.request.kind {
        case .options: return chosen(response, now: now)
        case .creation: return created(response, now: now)
        case .offset: return confirmed(response, upTo: length, from: nil, now: now)
        case .rest(let offset):
            return confirmed(response, upTo: offset + exchange.sent, from: offset, now: now)
        case .put, .post:
            // Also of a POST that is repeated. A server that knows its Idempotency-Key could answer without the file, but
            // so could a login page, and that an earlier attempt has sent the whole file does not show that it arrived.
            guard exchange.sent >= length else {
                let failure =
                    failure ?? .connection("the server answered before it had the whole file")
                return leave(record.exit(after: failure), now: now)
            }
            return compare()
        }
    }

    /// Compares the file with what it was, now that the server has all of it.
    mutating func compare() -> [UploadStep] {
        phase = .comparing(failure: nil)
        return [.compare]
    }

    private mutating func refused(_ status: Int, now: Int64) -> [UploadStep] {
        leave(.fail(.uploadRefused(status)), now: now)
    }

    private mutating func redirected(
        _ request: Request, to next: ResolvedAddress?, _ status: Int, now: Int64
    ) -> [UploadStep] {
        do throws(RedirectionRules.RedirectionError) {
            try chain.follow(to: next?.origin)
        } catch {
            return leave(.fail(.redirection(error, status: status)), now: now)
        }
        var request = request
        request.address = next
        request.isTrusted = request.isTrusted && chain.isTrusted
        return askAgain(request)
    }
}
