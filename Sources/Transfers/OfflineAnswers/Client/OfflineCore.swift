// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

/// The parts of a client. It performs what ``AnswerDecision`` decides.
///
/// The tasks that the client has started keep it alive. The client ends them.
final class OfflineCore: Sendable {
    let paths: ServerPaths
    let store: StoreAccess
    let watchers = Watchers()
    let configuration: OfflineClient.Configuration
    let session: URLSession
    let coalescer = RequestCoalescer()
    let currentRequests = Lock(CurrentRequests())
    let clock: any Clock<Duration>
    let now: @Sendable () -> HTTPDate

    init(
        _ store: AnswerStore, _ monitor: PathMonitor, _ configuration: OfflineClient.Configuration,
        patience: StorePatience, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> HTTPDate
    ) {
        self.clock = clock
        self.now = now
        var configuration = configuration
        configuration.session =
            configuration.session.copy() as? URLSessionConfiguration ?? configuration.session
        configuration.session.urlCache = nil
        // Foundation would answer a server's challenge with a password that belongs to no account.
        if (configuration.account ?? "").isEmpty {
            configuration.session.urlCredentialStorage = nil
        }
        self.configuration = configuration
        session = URLSession(configuration: configuration.session)
        self.store = StoreAccess(
            store, patience: patience, now: now, report: configuration.onStoreFailure)
        paths = ServerPaths(monitor) { [configuration] monitor in
            Revalidations(
                monitor, clock: clock, limit: configuration.concurrentRevalidations,
                spread: configuration.revalidationSpread)
        }
    }

    /// The account for which answers are stored; empty for all users.
    var account: String { configuration.account ?? "" }

    /// Ends all waits.
    func cancel() {
        paths.cancel()
        watchers.finish()
        store.writeChanges()
        session.finishTasksAndInvalidate()
    }

    func cacheRequest(
        _ request: URLRequest, policy: OfflinePolicy = .freshFirst,
        constraints: NetworkConstraints = .connected, validate: CacheRequest.Validation? = nil
    ) throws(OfflineError) -> CacheRequest {
        try CacheRequest(
            request, configuration.session, account: configuration.account, policy: policy,
            constraints: constraints, validate: validate)
    }

    // MARK: - Answers

    func answer(_ request: CacheRequest) async throws -> OfflineAnswer {
        if request.storage.obstacle != nil { return try await pass(request) }
        var found = await store.find(request)
        while true {
            let decision = decision(request, found)
            switch decision.opening(await obstacles(to: request, decision)) {
            case .useStored(let reason, let overridden, let revalidatesInBackground):
                guard let answer = await stored(found.answer, request, reason, overridden) else {
                    found = await successor(of: found, request)
                    continue
                }
                if revalidatesInBackground { await revalidate(request) }
                return answer
            case .ask(let patience):
                let end = patience.map { clock.timer($0) }
                return try await ask(request, decision, found, until: end)
            case .fail(let error): throw error
            }
        }
    }

    /// Finds the stored answer that has replaced one that could not be used. There is none if that one was only removed, or the
    /// request's own check has rejected it.
    func successor(of found: StoreAccess.Found, _ request: CacheRequest) async
        -> StoreAccess.Found
    {
        var newer = await store.find(request)
        if newer.answer?.id == found.answer?.id { newer.answer = nil }
        return newer
    }

    func decision(_ request: CacheRequest, _ found: StoreAccess.Found) -> AnswerDecision {
        AnswerDecision(
            policy: request.policy, request: request.directives, stored: found.answer?.response,
            now: now())
    }

    /// The stored answer with its content; `nil` if it was removed, or the request's own check has rejected it.
    func stored(
        _ stored: StoredAnswer?, _ request: CacheRequest, _ reason: OfflineAnswer.Reason,
        _ overridden: Set<OfflineAnswer.Restriction>
    ) async -> OfflineAnswer? {
        let now = now()
        guard let stored,
            // The answer to a HEAD is that to a GET without its content.
            let data = request.method == "HEAD" ? Data() : await store.content(of: stored.id),
            let response = HTTPURLResponse(
                url: URL(string: stored.source) ?? request.urlRequest.url ?? URL(filePath: "/"),
                statusCode: stored.response.status, httpVersion: "HTTP/1.1",
                headerFields: stored.response.servedFields(now: now).dictionary)
        else { return nil }
        if let validate = request.validate, request.isWhole(status: response.statusCode),
            !validate(data, response)
        {
            return nil
        }
        let age = Duration.seconds(stored.response.age(now: now))
        return OfflineAnswer(
            data: data, response: response, source: .stored(age: age, because: reason),
            overridden: overridden, notStored: nil)
    }

    // MARK: - The path

    /// Why the network may not be used for a request; empty if it may.
    ///
    /// If the constraints require a validated path that has not been checked yet, the call waits for the first result. If
    /// they depend on the cost, it waits for the first answers of NetworkManager and ModemManager.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - decision: decides whether the server is asked at all; `nil` for a request that is sent in any case.
    func obstacles(
        to request: CacheRequest, _ decision: AnswerDecision? = nil
    ) async -> [NetworkConstraints.Reason] {
        var patience = Self.validationPatience
        if let decision {
            // A call that asks no server waits neither for a check nor for the addresses of the host.
            guard case .ask(let within) = decision.opening([]) else {
                return request.constraints.evaluate(paths.internet.monitor.currentPath).reasons
            }
            if let within, decision.stored != nil { patience = min(patience, within) }
        }
        return await obstacles(toServerOf: request.url, request.constraints, within: patience)
    }

    private func obstacles(
        toServerOf url: URL?, _ constraints: NetworkConstraints, within patience: Duration
    ) async -> [NetworkConstraints.Reason] {
        let monitor = await paths.path(to: url, constraints).monitor
        if constraints.dependsOnAnswers, monitor.awaitsAnswers {
            // The call returns after the first answers, whatever they say.
            await wait(within: patience) {
                _ = try? await monitor.path(when: constraints, timeout: .zero)
            }
        }
        let reasons = monitor.evaluate(constraints).reasons
        guard !reasons.isEmpty, reasons.allSatisfy(\.isUnchecked) else { return reasons }
        await validate(monitor, within: patience)
        return monitor.evaluate(constraints).reasons
    }

    /// Checks the path to the server of a redirection. It can differ from the path to the first server.
    ///
    /// - Throws: ``PathLossError`` if it does not meet the constraints.
    func checkRedirection(of request: CacheRequest, to next: URLRequest) async throws {
        guard let url = next.url, url.origin != request.origin else { return }
        let reasons = await obstacles(
            toServerOf: url, request.constraints, within: Self.validationPatience)
        guard reasons.isEmpty else { throw PathLossError(reasons: reasons, isOfRedirection: true) }
    }

    /// How long the client waits for a check of the path. A probe takes up to ten seconds.
    private static let validationPatience = Duration.seconds(12)

    /// Has the monitor check the path, and waits for the result.
    private func validate(_ monitor: PathMonitor, within patience: Duration) async {
        await wait(within: patience) {
            var paths = PathMonitor.AsyncIterator(monitor, validates: true)
            while await paths.next() != nil, monitor.awaitsValidation {}
        }
    }

    /// Waits for the end of a task, and cancels it when the patience is over.
    private func wait(
        within patience: Duration, for task: @escaping @Sendable () async -> Void
    ) async {
        let timer = clock.timer(patience)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await timer() }
            group.addTask { await task() }
            await group.next()
            group.cancelAll()
        }
    }

    /// The path to the server was lost during a request, or the path to the server of a redirection does not meet the
    /// constraints.
    struct PathLossError: Error {
        let reasons: [NetworkConstraints.Reason]
        /// Whether the path to the server of a redirection does not meet the constraints.
        var isOfRedirection = false
    }

    /// Runs a request, and ends it when the path to its server is lost.
    ///
    /// - Throws: ``PathLossError``, or the errors of the request.
    func unlessPathIsLost<Value: Sendable>(
        to request: CacheRequest, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask { [self] in
                guard let reasons = await loss(of: request) else { return nil }
                throw PathLossError(reasons: reasons)
            }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value { return value }
            }
            throw CancellationError()
        }
    }

    /// Waits until there is no path to a server.
    ///
    /// - Returns: the reasons; `nil` if the task or the monitor is cancelled.
    private func loss(of request: CacheRequest) async -> [NetworkConstraints.Reason]? {
        while true {
            let monitor = await paths.path(to: request.url, .connected).monitor
            let reasons = NetworkConstraints.connected.evaluate(monitor.currentPath).reasons
            guard reasons.isEmpty else { return reasons }
            var paths = PathMonitor.AsyncIterator(monitor, validates: false)
            repeat {
                guard await paths.next() != nil else { return nil }
            } while monitor.currentPath.status == .satisfied
        }
    }
}

extension NetworkConstraints.Reason {
    /// Whether the only problem is that internet access has not been checked.
    fileprivate var isUnchecked: Bool {
        if case .notValidated(let connectivity) = self {
            connectivity.value == .unknown
        } else {
            false
        }
    }
}
