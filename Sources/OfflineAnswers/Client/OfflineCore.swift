// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import FoundationNetworking
internal import NetworkReachability
internal import ReachabilityFoundation
internal import TransferRules

/// What a client consists of. It performs what ``AnswerDecision`` decides.
///
/// It lives on in the tasks that the client has begun. The client ends them.
final class OfflineCore: Sendable {
    let monitor: PathMonitor
    let store: StoreAccess
    let watchers = Watchers()
    let configuration: OfflineClient.Configuration
    let session: URLSession
    let flights = Flights<FlightKey, Fetched>()
    let clock: any Clock<Duration>
    let revalidations: Revalidations
    let now: @Sendable () -> HTTPDate

    init(
        _ store: AnswerStore, _ monitor: PathMonitor, _ configuration: OfflineClient.Configuration,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> HTTPDate
    ) {
        self.monitor = monitor
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
        revalidations = Revalidations(
            monitor, clock: clock, limit: configuration.concurrentRevalidations,
            spread: configuration.revalidationSpread)
    }

    /// For whom answers are stored; empty for everybody.
    var account: String { configuration.account ?? "" }

    /// Ends all that waits.
    func cancel() {
        revalidations.cancel()
        watchers.finish()
        session.finishTasksAndInvalidate()
    }

    func asked(_ request: URLRequest) throws(OfflineError) -> AskedRequest {
        try AskedRequest(request, configuration.session, account: configuration.account)
    }

    /// Whether the network may be used now.
    func path(_ constraints: NetworkConstraints) -> AnswerDecision.Path {
        let reasons = constraints.evaluate(monitor.currentPath).reasons
        return reasons.isEmpty ? .open : .barred(reasons)
    }

    // MARK: - Answers

    func answer(
        _ asked: AskedRequest, _ policy: OfflinePolicy, _ constraints: NetworkConstraints
    ) async throws -> OfflineAnswer {
        if asked.storage.refusal != nil { return try await pass(asked, policy, constraints) }
        var found = await store.find(asked)
        while true {
            let decision = decision(policy, asked, found)
            switch decision.opening(path(constraints)) {
            case .useStored(let reason, let overridden, let revalidatesBehind):
                guard let answer = await stored(found.answer, asked, reason, overridden) else {
                    // It was removed meanwhile.
                    found.answer = nil
                    continue
                }
                if revalidatesBehind { revalidate(asked, constraints) }
                return answer
            case .ask(let patience):
                return try await ask(asked, decision, found, within: patience, constraints)
            case .fail(.path(let reasons, let restrictions)):
                throw OfflineError.path(reasons, restrictions)
            case .fail(.notStored(let restrictions)): throw OfflineError.notStored(restrictions)
            }
        }
    }

    func decision(
        _ policy: OfflinePolicy, _ asked: AskedRequest, _ found: StoreAccess.Found
    ) -> AnswerDecision {
        AnswerDecision(
            policy: policy, request: asked.directives, stored: found.answer?.response, now: now())
    }

    /// The stored answer with its content; `nil` if it was removed.
    func stored(
        _ stored: StoredAnswer?, _ asked: AskedRequest, _ reason: OfflineAnswer.Reason,
        _ overridden: Set<OfflineAnswer.Restriction>
    ) async -> OfflineAnswer? {
        let now = now()
        guard let stored,
            // The answer to a HEAD is that to a GET without its content.
            let data = asked.method == "HEAD" ? Data() : await store.content(of: stored.id),
            let response = HTTPURLResponse(
                url: URL(string: stored.source) ?? asked.request.url ?? URL(filePath: "/"),
                statusCode: stored.response.status, httpVersion: "HTTP/1.1",
                headerFields: stored.response.servedFields(now: now).dictionary)
        else { return nil }
        let age = Duration.seconds(stored.response.age(now: now))
        return OfflineAnswer(
            data: data, response: response, source: .stored(age: age, because: reason),
            overridden: overridden)
    }
}
