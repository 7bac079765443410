// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import ReachabilityFoundation
internal import TransferRules

/// Sends a request to the server, which can confirm the stored answer, and stores the new one.
struct AnswerFetch: Sendable {
    /// The answer of the server.
    struct Answer: Sendable {
        enum Kind: Sendable, Hashable {
            /// The server has sent the answer.
            case network
            /// The server has confirmed the stored answer (304).
            case revalidated
            /// The server has answered with an error of its own.
            case serverError
            /// The answer may be the page of a captive portal.
            case possiblePortal
            /// The program's closure has rejected the answer.
            case rejected
        }

        var kind: Kind
        /// The request.
        let request: CacheRequest
        let data: Data
        let response: HTTPURLResponse
        /// Why the answer is not stored; `nil` if it is.
        var notStored: OfflineAnswer.NotStored?

        /// Whether another request that has waited for the answer may use it (RFC 9111, section 4).
        ///
        /// Only the answer says which fields of the request the server chose it by, and whether other callers may use it.
        func isShared(with other: CacheRequest) -> Bool {
            let headers = response.headers
            // The check of one request may have rejected what the other request expects.
            if kind == .rejected, request.validate != nil || other.validate != nil { return false }
            switch request.storage.obstacle(ofStatus: response.statusCode, headers) {
            case .noStore, .requestNoStore, .varyAny: return false
            default:
                return request.selecting(by: headers).matches(other.headers)
            }
        }

        /// The answer for another request that has waited for it, after that request's own check.
        ///
        /// - Parameter common: the check of the client, which counts for a request without one of its own.
        func checked(for other: CacheRequest, by common: CacheRequest.Validation?) -> Answer {
            let validate = other.validate ?? (request.validate == nil ? nil : common)
            guard kind == .network || kind == .revalidated, let validate,
                other.isWhole(status: response.statusCode), !validate(data, response)
            else { return self }
            var answer = self
            answer.kind = .rejected
            return answer
        }
    }

    let request: CacheRequest
    let store: StoreAccess
    let exchange: Exchange
    /// Throws if the path to the server of a redirection does not meet the constraints.
    let checkRedirection: Exchange.RedirectionCheck
    /// The check of the request, or that of the client.
    let validate: CacheRequest.Validation
    let now: @Sendable () -> HTTPDate

    /// A redirection that was followed, and the server that has sent it.
    private struct Redirection {
        let server: Origin?
        let response: StoredResponse
    }

    /// A response, and the times of its request and its arrival.
    private struct Received {
        var data: Data
        var response: HTTPURLResponse
        var fields: [FieldLine]
        var headers: HeaderFields
        var requestedAt: HTTPDate
        var receivedAt: HTTPDate
        /// The redirections that led to it.
        var redirections: [Redirection]
        /// ``StoreAccess/mark()`` before the request.
        var mark: AnswerStore.Mark?
    }

    /// - Throws: the errors of the session.
    func run() async throws -> Answer {
        let mark = await store.mark()
        let found = await store.find(request)
        let stored = found.answer
        let isGet = request.method == "GET"
        let conditions = isGet ? stored?.response.conditions ?? [] : []
        let received = try await send(conditions, after: mark)
        if received.response.statusCode == 304, let stored, !conditions.isEmpty {
            if let fetched = await revalidate(stored, by: received) { return fetched }
            // The stored answer was removed meanwhile or is rejected, or the server means another version.
            var rest = found
            rest.answer = nil
            return try await judge(send([], after: mark), rest)
        }
        return await judge(received, found)
    }

    private func send(
        _ conditions: [FieldLine], after mark: AnswerStore.Mark?
    ) async throws -> Received {
        var urlRequest = request.urlRequest
        // Foundation's cache would apply its own rules.
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        for condition in conditions {
            urlRequest.setValue(condition.value, forHTTPHeaderField: condition.name)
        }
        let requestedAt = now()
        let redirections = Lock<[Redirection]>([])
        let (data, response) = try await exchange.run(
            urlRequest, checkRedirection: checkRedirection
        ) { [now] response in
            let redirection = Redirection(
                server: response.url?.origin,
                response: StoredResponse(
                    status: response.statusCode, fields: response.fieldLines,
                    requestedAt: requestedAt, receivedAt: now()))
            redirections.withLock { $0.append(redirection) }
        }
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        let fields = response.fieldLines
        return Received(
            data: data, response: response, fields: fields, headers: HeaderFields(fields),
            requestedAt: requestedAt, receivedAt: now(),
            redirections: redirections.withLock(\.self), mark: mark)
    }

    // MARK: - Updating the stored answer

    /// Notes that a stored answer is still valid.
    ///
    /// - Returns: `nil` if it cannot be used.
    private func revalidate(_ stored: StoredAnswer, by received: Received) async -> Answer? {
        // A redirection has led to another address, whose entity tag says nothing about this one.
        guard received.response.url?.storedForm == request.key.url,
            let validated = stored.response.validated(
                by: received.fields, requestedAt: received.requestedAt,
                receivedAt: received.receivedAt),
            let data = await store.content(of: stored.id)
        else { return nil }
        guard
            let response = HTTPURLResponse(
                url: URL(string: stored.source) ?? received.response.url ?? URL(filePath: "/"),
                statusCode: validated.status, httpVersion: "HTTP/1.1",
                headerFields: validated.fields.dictionary),
            !request.isWhole(status: validated.status) || validate(data, response)
        else { return nil }
        var notStored: OfflineAnswer.NotStored?
        switch request.storage.obstacle(ofStatus: validated.status, validated.headers) {
        case .noStore?, .varyAny?:
            notStored = validated.directives.noStore ? .noStore : .varyAny
            await store.remove(request)
        case .requestNoStore: break
        default:
            await store.update(stored, of: request, to: validated, after: received.mark)
        }
        return Answer(
            kind: .revalidated, request: request, data: data, response: response,
            notStored: notStored)
    }

    /// Updates or invalidates a stored answer after the answer to a `HEAD`.
    private func freshen(_ stored: StoredAnswer, byHead received: Received) async {
        guard !request.directives.noStore, !stored.response.isError else { return }
        let response = stored.response.freshened(
            byHead: received.fields,
            isOfSource: received.response.url?.storedForm == stored.source,
            requestedAt: received.requestedAt, receivedAt: received.receivedAt,
            redirectionLifetime: redirectionLifetime(received))
        await store.update(stored, of: request, to: response, after: received.mark)
    }

    // MARK: - Storing the new answer

    private func judge(_ received: Received, _ found: StoreAccess.Found) async -> Answer {
        func fetched(_ kind: Answer.Kind, notStored: OfflineAnswer.NotStored?) -> Answer {
            Answer(
                kind: kind, request: request, data: received.data, response: received.response,
                notStored: notStored)
        }
        let status = received.response.statusCode
        let portalEvidence = PortalEvidence(
            status: status, received.headers,
            from: [request.origin] + received.redirections.map(\.server)
                + [received.response.url?.origin],
            isRedirected: isRedirected(received),
            stored: found.lastGood.flatMap {
                $0.response.status == 200 ? $0.response.headers.mediaType ?? "" : nil
            })
        if portalEvidence != nil { return fetched(.possiblePortal, notStored: .unexpectedAnswer) }
        if ServingOccasion.isServerError(status) {
            return fetched(.serverError, notStored: .status)
        }
        if request.isWhole(status: status), !validate(received.data, received.response) {
            return fetched(.rejected, notStored: .unexpectedAnswer)
        }
        if request.method != "GET", status == 200, let stored = found.answer {
            await freshen(stored, byHead: received)
        }
        return fetched(.network, notStored: await keep(received))
    }

    /// Whether a response is that of another address.
    private func isRedirected(_ received: Received) -> Bool {
        received.response.url.flatMap(\.storedForm).map { $0 != request.key.url } ?? false
    }

    /// How long the redirections that led to a response are fresh, in seconds; `nil` if it is not that of another address.
    private func redirectionLifetime(_ received: Received) -> Int64? {
        guard isRedirected(received) else { return nil }
        return StoredResponse.lifetime(
            ofRedirections: received.redirections.map(\.response), now: received.receivedAt)
    }

    /// Stores an answer, or removes the older one if the server has withdrawn it.
    ///
    /// - Returns: why the answer is not stored; `nil` if it is.
    private func keep(_ received: Received) async -> OfflineAnswer.NotStored? {
        let status = received.response.statusCode
        let obstacle = request.storage.obstacle(ofStatus: status, received.headers)
        if Invalidation.withdraws(status: status, obstacle: obstacle) {
            await store.remove(request)
        }
        if let obstacle { return obstacle }
        let response = StoredResponse(
            status: status, fields: received.fields, requestedAt: received.requestedAt,
            receivedAt: received.receivedAt,
            redirectionLifetime: redirectionLifetime(received))
        let answer = NewAnswer(
            key: request.key, selecting: request.selecting(by: received.headers),
            source: received.response.url?.storedForm ?? request.key.url, response: response,
            content: received.data)
        return await store.add(answer, after: received.mark)
    }
}

extension [FieldLine] {
    /// The lines by their names, as Foundation has them.
    var dictionary: [String: String] {
        Dictionary(map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }
}
