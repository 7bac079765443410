// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import LinuxSystem
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

/// What a client consists of. It performs what ``AnswerDecision`` decides.
///
/// It lives on in the tasks that the client has begun. The client ends them.
final class OfflineCore: Sendable {
    let paths: ServerPaths
    let store: StoreAccess
    let watchers = Watchers()
    let configuration: OfflineClient.Configuration
    let session: URLSession
    let coalescer = RequestCoalescer<CoalescingKey, Fetched>()
    /// The requests that are under way, without those that were sent before a removal of what is stored for them.
    let currentRequests = Lock<[UUID: AnswerKey]>([:])
    let clock: any Clock<Duration>
    let now: @Sendable () -> HTTPDate

    init(
        _ store: AnswerStore, _ monitor: PathMonitor, _ configuration: OfflineClient.Configuration,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> HTTPDate
    ) {
        self.clock = clock
        self.now = now
        var configuration = configuration
        configuration.session =
            configuration.session.copy() as? URLSessionConfiguration ?? configuration.session
        configuration.session.urlCache = nil
        // Foundation would answer a server's challenge with a password that no account stands for.
        if (configuration.account ?? "").isEmpty {
            configuration.session.urlCredentialStorage = nil
        }
        self.configuration = configuration
        session = URLSession(configuration: configuration.session)
        self.store = StoreAccess(store, now: now, report: configuration.onStoreFailure)
        paths = ServerPaths(monitor) { [configuration] monitor in
            Revalidations(
                monitor, clock: clock, limit: configuration.concurrentRevalidations,
                spread: configuration.revalidationSpread)
        }
    }

    /// For whom answers are stored; empty for everybody.
    var account: String { configuration.account ?? "" }

    /// Ends all that waits.
    func cancel() {
        paths.cancel()
        watchers.finish()
        store.writeChanges()
        session.finishTasksAndInvalidate()
    }

    func cacheRequest(
        _ request: URLRequest, validate: CacheRequest.Validation? = nil
    ) throws(OfflineError) -> CacheRequest {
        try CacheRequest(
            request, configuration.session, account: configuration.account, validate: validate)
    }

    // MARK: - Answers

    func answer(
        _ request: CacheRequest, _ policy: OfflinePolicy, _ constraints: NetworkConstraints
    ) async throws -> OfflineAnswer {
        if request.storage.obstacle != nil { return try await pass(request, policy, constraints) }
        var found = await store.find(request)
        while true {
            let decision = decision(policy, request, found)
            let path = await path(to: request, constraints, decision)
            switch decision.opening(path) {
            case .useStored(let reason, let overridden, let revalidatesInBackground):
                guard let answer = await stored(found.answer, request, reason, overridden) else {
                    // It was removed meanwhile, or is not what this request expects.
                    found.answer = nil
                    continue
                }
                if revalidatesInBackground { await revalidate(request, policy, constraints) }
                return answer
            case .ask(let patience):
                let end = patience.map { clock.timer($0) }
                return try await ask(request, decision, found, until: end, constraints)
            case .fail(.path(let reasons, let restrictions)):
                throw OfflineError.path(reasons, restrictions)
            case .fail(.notStored(let restrictions)): throw OfflineError.notStored(restrictions)
            }
        }
    }

    func decision(
        _ policy: OfflinePolicy, _ request: CacheRequest, _ found: StoreAccess.Found
    ) -> AnswerDecision {
        AnswerDecision(
            policy: policy, request: request.directives, stored: found.answer?.response, now: now())
    }

    /// The stored answer with its content; `nil` if it was removed, or is not what the request expects.
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
}
