// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing
import TransferRules

@testable import OfflineAnswers

@Suite("The source of an answer, by policy, path, stored answer and result of the request")
struct AnswerDecisionTests {
    /// What is stored.
    enum Stored: String, Sendable {
        case nothing, fresh, stale, staleAllowed, mustRevalidate, noCache
    }

    private static let noon = HTTPDate(seconds: 1_795_348_800)
    private static let open: [NetworkConstraints.Reason] = []
    private static let offline = [NetworkConstraints.Reason.offline(.noInterface)]
    private static let costly = [NetworkConstraints.Reason.constrained]

    private func decision(
        _ policy: OfflinePolicy, _ stored: Stored, request: String = ""
    ) -> AnswerDecision {
        let control: String? =
            switch stored {
            case .nothing: nil
            case .fresh: "max-age=60"
            case .stale: "max-age=1"
            case .staleAllowed: "max-age=1, stale-while-revalidate=60"
            case .mustRevalidate: "max-age=1, must-revalidate"
            case .noCache: "no-cache, max-age=60"
            }
        let response = control.map { control in
            StoredResponse(
                status: 200, fields: [FieldLine("Cache-Control", control)],
                requestedAt: Self.noon, receivedAt: Self.noon)
        }
        return AnswerDecision(
            policy: policy,
            request: RequestDirectives(HeaderFields([FieldLine("Cache-Control", request)])),
            stored: response, now: HTTPDate(seconds: Self.noon.seconds + 10))
    }

    private static let within = OfflinePolicy.networkFirst(within: .seconds(3))

    @Test(
        "Before a request",
        arguments: [
            // With a path, the policy decides.
            (within, .nothing, open, .ask(within: .seconds(3))),
            (within, .fresh, open, .ask(within: .seconds(3))),
            (.networkFirst, .stale, open, .ask(within: nil)),
            (.freshFirst, .nothing, open, .ask(within: nil)),
            (.freshFirst, .fresh, open, .useStored(.fresh, [], revalidatesInBackground: false)),
            (.freshFirst, .stale, open, .ask(within: nil)),
            (
                .freshFirst, .staleAllowed, open,
                .useStored(.staleWhileRevalidate, [], revalidatesInBackground: true)
            ),
            (.networkFirst, .staleAllowed, open, .ask(within: nil)),
            (
                .freshFirst, .staleAllowed, offline,
                .useStored(.noPath, [], revalidatesInBackground: true)
            ),
            (.freshFirst, .noCache, open, .ask(within: nil)),
            (.freshFirst(within: .seconds(1)), .stale, open, .ask(within: .seconds(1))),
            (.storedFirst, .nothing, open, .ask(within: nil)),
            (.storedFirst, .fresh, open, .useStored(.fresh, [], revalidatesInBackground: false)),
            (
                .storedFirst, .stale, open,
                .useStored(.storedFirst, [], revalidatesInBackground: true)
            ),
            (.storedFirst, .mustRevalidate, open, .ask(within: nil)),
            (.storedFirst, .noCache, open, .ask(within: nil)),
            (.networkOnly, .fresh, open, .ask(within: nil)),
            (
                .storedOnly, .fresh, open,
                .useStored(.storedOnly, [], revalidatesInBackground: false)
            ),
            (
                .storedOnly, .stale, open,
                .useStored(.storedOnly, [], revalidatesInBackground: false)
            ),
            (.storedOnly, .nothing, open, .fail(.notStored([]))),
            (.storedOnly, .noCache, open, .fail(.notStored([.noCache]))),
            // Without a path, what is stored is used at once.
            (within, .nothing, offline, .fail(.path([.offline(.noInterface)], []))),
            (within, .stale, offline, .useStored(.noPath, [], revalidatesInBackground: true)),
            (within, .fresh, offline, .useStored(.noPath, [], revalidatesInBackground: false)),
            (.freshFirst, .fresh, offline, .useStored(.fresh, [], revalidatesInBackground: false)),
            (.freshFirst, .stale, offline, .useStored(.noPath, [], revalidatesInBackground: true)),
            (.storedFirst, .stale, offline, .useStored(.noPath, [], revalidatesInBackground: true)),
            (
                .storedOnly, .stale, offline,
                .useStored(.storedOnly, [], revalidatesInBackground: false)
            ),
            (.networkOnly, .stale, offline, .fail(.path([.offline(.noInterface)], []))),
            (
                within, .mustRevalidate, offline,
                .fail(.path([.offline(.noInterface)], [.mustRevalidate]))
            ),
            (within, .noCache, offline, .fail(.path([.offline(.noInterface)], [.noCache]))),
            // A path that costs is none, with its reasons.
            (
                within, .stale, costly,
                .useStored(.constraints([.constrained]), [], revalidatesInBackground: true)
            ),
            (within, .nothing, costly, .fail(.path([.constrained], []))),
            // The caller overrides the server, and that shows.
            (
                within.overridingServer, .mustRevalidate, offline,
                .useStored(.noPath, [.mustRevalidate], revalidatesInBackground: true)
            ),
            (
                within.overridingServer, .noCache, offline,
                .useStored(.noPath, [.noCache], revalidatesInBackground: true)
            ),
            (
                OfflinePolicy.storedFirst.overridingServer, .noCache, open,
                .useStored(.storedFirst, [.noCache], revalidatesInBackground: true)
            ),
            (OfflinePolicy.freshFirst.overridingServer, .stale, open, .ask(within: nil)),
            (
                OfflinePolicy.storedOnly.overridingServer, .mustRevalidate, open,
                .useStored(.storedOnly, [.mustRevalidate], revalidatesInBackground: false)
            ),
        ] as [(OfflinePolicy, Stored, [NetworkConstraints.Reason], AnswerDecision.Opening)])
    func opening(
        policy: OfflinePolicy, stored: Stored, path: [NetworkConstraints.Reason],
        opening: AnswerDecision.Opening
    ) {
        #expect("\(decision(policy, stored).opening(path))" == "\(opening)")
    }

    @Test(
        "The directives of a request can override the policy",
        arguments: [
            ("no-cache", .freshFirst, .fresh, .ask(within: nil)),
            ("no-cache", .storedFirst, .fresh, .ask(within: nil)),
            ("max-age=5", .freshFirst, .fresh, .ask(within: nil)),
            (
                "max-age=5", .storedFirst, .fresh,
                .useStored(.storedFirst, [], revalidatesInBackground: true)
            ),
            (
                "max-stale", .freshFirst, .stale,
                .useStored(.fresh, [], revalidatesInBackground: false)
            ),
            (
                "only-if-cached", .networkFirst, .stale,
                .useStored(.storedOnly, [], revalidatesInBackground: false)
            ),
            ("only-if-cached", .networkFirst, .nothing, .fail(.notStored([]))),
        ] as [(String, OfflinePolicy, Stored, AnswerDecision.Opening)])
    func requests(
        request: String, policy: OfflinePolicy, stored: Stored, opening: AnswerDecision.Opening
    ) {
        #expect(
            "\(decision(policy, stored, request: request).opening(Self.open))" == "\(opening)")
    }

    @Test(
        "A stored answer is validated if it is stale, or the request prefers a newer one",
        arguments: [
            ("", .fresh, false), ("", .stale, true), ("", .noCache, true),
            ("max-age=9", .fresh, true), ("max-age=10", .fresh, false),
            ("min-fresh=51", .fresh, true), ("min-fresh=50", .fresh, false),
            ("no-cache", .fresh, true),
            // It may be used, but the server is asked when that costs no time.
            ("max-stale", .stale, true),
        ] as [(String, Stored, Bool)])
    func validation(request: String, stored: Stored, isNeeded: Bool) {
        #expect(decision(.storedFirst, stored, request: request).needsValidation == isNeeded)
    }

    @Test(
        "After a request that has failed",
        arguments: [
            (within, .stale, .timeout, []),
            (within, .nothing, .timeout, nil),
            (within, .mustRevalidate, .timeout, nil),
            (within.overridingServer, .mustRevalidate, .timeout, [.mustRevalidate]),
            (.networkFirst, .stale, .networkError(.cannotConnectToHost), []),
            (.networkFirst, .stale, .serverError(503), []),
            (.networkFirst, .nothing, .serverError(503), nil),
            (.networkFirst, .stale, .unexpectedAnswer, []),
            (.freshFirst, .stale, .serverError(500), []),
            (.networkOnly, .fresh, .networkError(.timedOut), nil),
            (.networkOnly, .fresh, .serverError(503), nil),
        ] as [(OfflinePolicy, Stored, OfflineAnswer.Reason, Set<OfflineAnswer.Restriction>?)])
    func closing(
        policy: OfflinePolicy, stored: Stored, failure: OfflineAnswer.Reason,
        overridden: Set<OfflineAnswer.Restriction>?
    ) {
        #expect(decision(policy, stored).closing(failure) == overridden)
    }

    @Test(
        "With a minimum age, only an older answer is validated in the background",
        arguments: [
            (9, .stale, true), (10, .stale, true), (11, .stale, false), (11, .noCache, false),
            (10, .noCache, true),
        ] as [(Int64, Stored, Bool)])
    func minimumAge(seconds: Int64, stored: Stored, isValidated: Bool) {
        let policy = OfflinePolicy.storedFirst(minimumAge: .seconds(seconds)).overridingServer
        let decision = decision(policy, stored)
        #expect(decision.needsValidation == isValidated)
        for path in [Self.open, Self.offline] {
            guard case .useStored(_, _, let revalidatesInBackground) = decision.opening(path) else {
                Issue.record("\(decision.opening(path))")
                continue
            }
            #expect(revalidatesInBackground == isValidated)
        }
    }
}
