// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

// How a client asks servers, now and in the background.
extension OfflineCore {
    /// Asks the server, and falls back to the stored answer.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - decision: decides whether the stored answer is used.
    ///   - found: the stored answers.
    ///   - patienceEnds: returns when the client stops waiting for the server, if there is a stored answer; `nil` to wait
    ///     until the request ends.
    func ask(
        _ request: CacheRequest, _ decision: AnswerDecision, _ found: StoreAccess.Found,
        until patienceEnds: (@Sendable () async -> Void)?
    ) async throws -> OfflineAnswer {
        func fallBack(_ failure: OfflineAnswer.Reason) async -> OfflineAnswer? {
            var (decision, found) = (decision, found)
            while let overridden = decision.closing(failure) {
                if let answer = await stored(found.answer, request, failure, overridden) {
                    return answer
                }
                found = await successor(of: found, request)
                decision = self.decision(request, found)
            }
            return nil
        }
        let key = RequestCoalescer.Key(request, selectingNames: found.selectingNames)
        // Without a stored answer, only the server can answer.
        var result = try await send(
            request, key, until: found.answer == nil ? nil : patienceEnds)
        if result == nil {
            if let answer = await fallBack(.timeout) { return answer }
            result = try await send(request, key, until: nil)
        }
        switch result {
        case .success(let fetched):
            let status = fetched.response.statusCode
            switch fetched.kind {
            case .network, .revalidated: return OfflineAnswer(fetched)
            case .serverError:
                return await fallBack(.serverError(status)) ?? OfflineAnswer(fetched)
            case .possiblePortal:
                return await fallBack(.unexpectedAnswer) ?? OfflineAnswer(fetched)
            case .rejected:
                if let answer = await fallBack(.unexpectedAnswer) { return answer }
                throw OfflineError.unexpectedAnswer(fetched.response)
            }
        case .failure(let error as PathLossError):
            switch decision.opening(error.reasons) {
            case .useStored(let reason, let overridden, _):
                // There is a path to the server of the request, which would redirect again.
                await revalidate(request, byInternet: error.isOfRedirection)
                if let answer = await stored(found.answer, request, reason, overridden) {
                    return answer
                }
                // If another answer has replaced it, that one is looked at from the beginning.
                guard await successor(of: found, request).answer == nil else {
                    return try await answer(request)
                }
                throw OfflineError.path(error.reasons, [])
            case .fail(let failure): throw failure
            case .ask: throw OfflineError.path(error.reasons, [])
            }
        case .failure(let error):
            guard let error = error as? URLError,
                let answer = await fallBack(.networkError(error.code))
            else { throw error }
            await revalidate(request, after: Revalidations.pause)
            return answer
        case nil: throw CancellationError()
        }
    }

    /// Sends a request, or waits for an equal one that has been sent already.
    ///
    /// - Returns: `nil` if the client stopped waiting.
    private func send(
        _ request: CacheRequest, _ key: RequestCoalescer.Key,
        until patienceEnds: (@Sendable () async -> Void)?
    ) async throws -> RequestCoalescer.SharedResult? {
        let isOwn = Lock(false)
        let fetch = AnswerFetch(
            request: request, store: store, exchange: Exchange(for: session),
            checkRedirection: { [self] in try await checkRedirection(of: request, to: $0) },
            validate: request.validate ?? configuration.validate, now: now)
        let send: @Sendable () async throws -> AnswerFetch.Answer = { [self] in
            isOwn.withLock { $0 = true }
            let number = currentRequests.withLock { $0.add(request.key) }
            defer { currentRequests.withLock { $0.remove(number) } }
            let fetched = try await unlessPathIsLost(to: request) { try await fetch.run() }
            switch fetched.kind {
            case .network, .revalidated:
                if currentRequests.withLock({ $0.contains(number) }) {
                    watchers.publish(
                        request, fetched, number: number, validate: configuration.validate)
                }
            case .serverError, .possiblePortal, .rejected: break
            }
            return fetched
        }
        let key = request.directives.noStore ? key.alone : key
        let result = try await coalescer.result(of: key, until: patienceEnds, send: send)
        guard !isOwn.withLock(\.self) else { return result }
        let isShared: Bool
        switch result {
        case .success(let fetched): isShared = fetched.isShared(with: request)
        // The redirection did not meet the constraints of another request.
        case .failure(let loss as PathLossError): isShared = !loss.isOfRedirection
        case .failure, nil: isShared = true
        }
        guard isShared else {
            return try await coalescer.result(of: key.alone, until: patienceEnds, send: send)
        }
        return result?.map { $0.checked(for: request, by: configuration.validate) }
    }

    /// The number of callers that wait for the answer to a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - names: the names of the fields that select stored answers; `nil` if none is stored.
    func waiters(of request: URLRequest, selectingNames names: Set<String>? = nil) -> Int {
        // A request with an unsupported URL is never sent.
        guard let request = try? cacheRequest(request) else { return 0 }
        return coalescer.waiters(of: RequestCoalescer.Key(request, selectingNames: names))
    }

    /// The number of stored answers that wait to be validated.
    var waitingRevalidations: Int { paths.waitingRevalidations }

    /// Whether one of them waits for the path to the internet, and not for the end of the pause after a failure.
    var isWaitingForPath: Bool { paths.internet.revalidations.isWaitingForPath }

    /// Sends a request whose answer is not stored.
    func pass(_ request: CacheRequest) async throws -> OfflineAnswer {
        if request.policy.preference == .storedOnly || request.directives.onlyIfCached {
            throw OfflineError.notStored([])
        }
        let obstacles = await obstacles(to: request)
        guard obstacles.isEmpty else { throw OfflineError.path(obstacles, []) }
        let exchange = Exchange(for: session)
        let redirections = Lock<[HTTPURLResponse]>([])
        let (data, response): (Data, URLResponse)
        do {
            (data, response) = try await unlessPathIsLost(to: request) {
                try await exchange.run(
                    request.urlRequest,
                    checkRedirection: { [self] in try await checkRedirection(of: request, to: $0) }
                ) { redirection in redirections.withLock { $0.append(redirection) } }
            }
        } catch {
            await noteChange(of: request, by: redirections.withLock(\.self))
            guard let loss = error as? PathLossError else { throw error }
            // The server may have made the change, although its answer has not arrived.
            guard Invalidation.isSafe(request.method) else {
                if loss.isOfRedirection { await noteChange([request.key.url]) }
                throw URLError(.networkConnectionLost)
            }
            throw OfflineError.path(loss.reasons, [])
        }
        let responses = redirections.withLock(\.self)
        guard let response = response as? HTTPURLResponse else {
            await noteChange(of: request, by: responses)
            throw URLError(.badServerResponse)
        }
        await noteChange(of: request, by: responses + [response])
        return OfflineAnswer(
            AnswerFetch.Answer(
                kind: .network, request: request, data: data, response: response,
                notStored: request.storage.obstacle))
    }

    /// Notes what a request has changed, by the redirections that were followed and the last response.
    private func noteChange(of request: CacheRequest, by responses: [HTTPURLResponse]) async {
        let statuses = responses.map(\.statusCode)
        guard Invalidation.applies(method: request.method, statuses: statuses) else { return }
        await noteChange(request.changedAddresses(responses))
    }

    /// Notes that a request has changed the resources of addresses.
    private func noteChange(_ addresses: [String]) async {
        await store.invalidate(addresses)
        closeRequests(for: addresses)
    }

    /// Notes for the program that the resources of addresses have changed.
    func invalidate(_ addresses: [String]) async throws(StoreError) {
        closeRequests(for: addresses)
        try await store.perform { store throws(StoreError) in
            try store.invalidate(addresses)
        }
        closeRequests(for: addresses)
    }

    /// Closes requests that were sent before a change to later callers, because their answers are older than the change.
    private func closeRequests(for addresses: [String]) {
        coalescer.close { key in addresses.contains(where: key.isFor) }
    }

    /// Removes stored answers for the program.
    ///
    /// - Parameter key: the key of the answers; `nil` for all answers of the client's account.
    func remove(_ key: AnswerKey?) async throws(StoreError) {
        let account = account
        leaveRequests(for: key)
        // Also after a failure: the answers may have been removed before it.
        defer { leaveRequests(for: key) }
        try await store.removeForProgram { store throws(StoreError) in
            if let key {
                try store.removeForProgram(key)
            } else {
                try store.removeAll(of: account)
            }
        }
    }

    /// Closes requests that are under way to later callers, which may act for another user.
    ///
    /// - Parameter key: the key under which the answers would be stored; `nil` for all.
    private func leaveRequests(for key: AnswerKey?) {
        coalescer.close { other in key.map(other.isFor) ?? true }
        currentRequests.withLock { $0.leave(key) }
    }

    // MARK: - In the background

    /// Validates the stored answer as soon as the network meets the constraints.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - delay: the minimum time until the server is asked.
    ///   - byInternet: whether to wait for the path to the internet, although there is a path to the server.
    func revalidate(
        _ request: CacheRequest, after delay: Duration = .zero, byInternet: Bool = false
    ) async {
        let constraints = request.constraints
        let server =
            byInternet ? paths.internet : await paths.path(to: request.url, constraints)
        let removals = store.removalCount
        server.revalidations.add(
            RequestCoalescer.Key(request, selectingNames: nil), constraints, after: delay,
            waitsForPath: !server.monitor.currentPath.satisfies(constraints),
            isWanted: { [watchers] in watchers.isWatched(request) }
        ) { [self] in
            guard store.removalCount == removals else { return }
            let found = await store.find(request)
            // Another call may have asked the server meanwhile.
            guard decision(request, found).needsValidation else { return }
            let key = RequestCoalescer.Key(request, selectingNames: found.selectingNames)
            guard let result = try await send(request, key, until: nil) else { return }
            switch try result.get().kind {
            case .network, .revalidated: return
            // The user may sign in to the portal on the same path, and a server recovers.
            case .serverError, .possiblePortal, .rejected: throw URLError(.badServerResponse)
            }
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a closure that waits until a time from now is over, each time it is called.
    func timer(_ duration: Duration) -> @Sendable () async -> Void {
        let end = now.advanced(by: duration)
        // The sleep ends early only if its task was cancelled, and then the result is not needed.
        return { try? await sleep(until: end, tolerance: nil) }
    }
}

extension OfflineAnswer {
    /// Creates an answer of the server.
    init(_ fetched: AnswerFetch.Answer) {
        self.init(
            data: fetched.data, response: fetched.response,
            source: fetched.kind == .revalidated ? .revalidated : .network, overridden: [],
            notStored: fetched.notStored)
    }
}

extension CacheRequest {
    /// The addresses of the resources that a request has changed (RFC 9111, section 4.4): its own, that of each server which has
    /// answered it after a redirection, and those of the same server that the responses name.
    func changedAddresses(_ responses: [HTTPURLResponse]) -> [String] {
        let others = responses.flatMap { response in
            let (headers, url) = (response.headers, response.url ?? urlRequest.url)
            return ["Location", "Content-Location"].compactMap { headers[single: $0] }
                .compactMap { URL(string: $0, relativeTo: url) }
                .filter {
                    Invalidation.mayInvalidate(
                        $0.absoluteURL.origin, byAnswerOf: url?.absoluteURL.origin)
                }
        }
        return [key.url] + (responses.compactMap(\.url) + others).compactMap(\.storedForm)
    }
}
