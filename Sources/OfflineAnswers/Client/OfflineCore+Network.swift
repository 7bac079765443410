// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

/// How a client asks servers, now and behind.
extension OfflineCore {
    /// Asks the server, and falls back to what is stored.
    func ask(
        _ asked: AskedRequest, _ decision: AnswerDecision, _ found: StoreAccess.Found,
        within patience: Duration?, _ constraints: NetworkConstraints
    ) async throws -> OfflineAnswer {
        func fallBack(_ outcome: AnswerDecision.Outcome) async -> OfflineAnswer? {
            guard case .useStored(let reason, let overridden) = decision.closing(outcome) else {
                return nil
            }
            return await stored(found.answer, asked, reason, overridden)
        }
        let key = FlightKey(asked, selectingNames: found.selectingNames)
        var timer: (@Sendable () async -> Void)?
        if let patience { timer = clock.timer(patience) }
        let patienceEnds: @Sendable () async -> Void = { [timer] in
            await self.patienceEnds(with: timer)
        }
        // Without a stored answer there is nothing else to wait for.
        var landing = try await land(
            asked, key, until: found.answer == nil ? nil : patienceEnds)
        if landing == nil {
            // The path was lost meanwhile, or the server takes too long.
            let lost = path(.connected)
            if lost != .open,
                case .useStored(let reason, let overridden, _) = decision.opening(lost),
                let answer = await stored(found.answer, asked, reason, overridden)
            {
                revalidate(asked, constraints)
                return answer
            }
            if lost == .open, let answer = await fallBack(.timeout) { return answer }
            landing = try await land(asked, key, until: nil)
        }
        switch landing {
        case .success(let fetched):
            let status = fetched.response.statusCode
            switch fetched.kind {
            case .network, .revalidated: return OfflineAnswer(fetched)
            case .serverError:
                return await fallBack(.serverError(status)) ?? OfflineAnswer(fetched)
            case .doubtful:
                return await fallBack(.unexpectedAnswer) ?? OfflineAnswer(fetched)
            case .rejected:
                if let answer = await fallBack(.unexpectedAnswer) { return answer }
                throw OfflineError.unexpectedAnswer(fetched.response)
            }
        case .failure(let error):
            guard let error = error as? URLError,
                let answer = await fallBack(.networkError(error.code))
            else { throw error }
            revalidate(asked, constraints, after: Revalidations.pause)
            return answer
        case nil: throw CancellationError()
        }
    }

    /// Returns when the time is over, or there is no path any more.
    private func patienceEnds(with timer: (@Sendable () async -> Void)?) async {
        await withTaskGroup(of: Void.self) { group in
            if let timer { group.addTask { await timer() } }
            group.addTask { [monitor] in
                for await path in monitor where path.status != .satisfied { return }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func land(
        _ asked: AskedRequest, _ key: FlightKey, until patienceEnds: (@Sendable () async -> Void)?
    ) async throws -> Result<Fetched, any Error>? {
        let isOwn = Lock(false)
        let fetch = AnswerFetch(
            asked: asked, store: store, exchange: Exchange(for: session),
            validate: configuration.validate, now: now, removals: store.removalCount)
        let begin: @Sendable () async throws -> Fetched = { [watchers] in
            isOwn.withLock { $0 = true }
            let fetched = try await fetch.run()
            switch fetched.kind {
            case .network, .revalidated: watchers.tell(asked, OfflineAnswer(fetched))
            case .serverError, .doubtful, .rejected: break
            }
            return fetched
        }
        let key = asked.directives.noStore ? key.alone : key
        let landing = try await flights.landing(of: key, until: patienceEnds, begin: begin)
        guard !isOwn.withLock(\.self), case .success(let fetched) = landing,
            !fetched.isShared(with: asked)
        else { return landing }
        return try await flights.landing(of: key.alone, until: patienceEnds, begin: begin)
    }

    /// How many wait for the answer to a request.
    ///
    /// - Parameter names: the fields by which what is stored is selected; `nil` if nothing is stored.
    func guests(of request: URLRequest, selectingNames names: Set<String>? = nil) -> Int {
        guard let asked = try? asked(request) else { return 0 }
        return flights.guests(of: FlightKey(asked, selectingNames: names))
    }

    /// How many stored answers wait to be validated.
    var waitingRevalidations: Int { revalidations.count }

    /// Sends a request whose answer is not stored.
    func pass(
        _ asked: AskedRequest, _ policy: OfflinePolicy, _ constraints: NetworkConstraints
    ) async throws -> OfflineAnswer {
        if policy.preference == .storedOnly || asked.directives.onlyIfCached {
            throw OfflineError.notStored([])
        }
        if case .barred(let reasons) = path(constraints) { throw OfflineError.path(reasons, []) }
        let (data, response) = try await Exchange(for: session).run(asked.request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        if Invalidation.applies(method: asked.method, status: response.statusCode) {
            let addresses = asked.changedAddresses(response)
            await store.invalidate(addresses)
            // What is under way is older than the change.
            flights.close { key in addresses.contains(where: key.isFor) }
        }
        return OfflineAnswer(
            Fetched(kind: .network, asked: asked, data: data, response: response))
    }

    // MARK: - Behind

    /// Validates what is stored as soon as the network meets the constraints.
    ///
    /// - Parameter delay: how long to wait at least.
    func revalidate(
        _ asked: AskedRequest, _ constraints: NetworkConstraints, after delay: Duration = .zero
    ) {
        let waits = path(constraints) != .open
        let key = FlightKey(asked, selectingNames: nil)
        let removals = store.removalCount
        revalidations.add(key, constraints, after: delay, waitsForPath: waits) { [self] in
            guard store.removalCount == removals else { return }
            let found = await store.find(asked)
            // Somebody else may have asked meanwhile.
            guard decision(.storedFirst, asked, found).needsValidation else { return }
            let flight = FlightKey(asked, selectingNames: found.selectingNames)
            guard let landing = try await land(asked, flight, until: nil) else { return }
            if try landing.get().kind == .serverError { throw URLError(.badServerResponse) }
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Waits until a time from now is over, as often as it is called.
    fileprivate func timer(_ duration: Duration) -> @Sendable () async -> Void {
        let end = now.advanced(by: duration)
        return { try? await sleep(until: end, tolerance: nil) }
    }
}

extension OfflineAnswer {
    /// An answer of the server's.
    init(_ fetched: Fetched) {
        self.init(
            data: fetched.data, response: fetched.response,
            source: fetched.kind == .revalidated ? .revalidated : .network, overridden: [])
    }
}

extension AskedRequest {
    /// The addresses whose resource a request has changed (RFC 9111, section 4.4).
    func changedAddresses(_ response: HTTPURLResponse) -> [String] {
        let headers = HeaderFields(response.fieldLines)
        let others = ["Location", "Content-Location"].compactMap { headers[single: $0] }
            .compactMap { URL(string: $0, relativeTo: request.url) }
            .filter { Invalidation.mayInvalidate($0.absoluteURL.origin, byAnswerOf: origin) }
        return [key.url] + others.compactMap(\.storedForm)
    }
}
