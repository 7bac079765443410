// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import Reachability

/// Which paths a look takes.
@Suite struct FollowedPathsTests {
    private let old = PathQuestion()
    private let new = PathQuestion(prohibitedTypes: [.wwan])
    private let routes = ScriptedRoutes(routes: [
        ScriptedRoutes.Route(destination: .ipv4, hops: [hop(2)], source: "192.0.2.7")
    ])

    private func finder(hasCarrier: Bool) -> Wayfinder {
        Wayfinder(
            state: network(
                [link(2, "eth0", carrier: hasCarrier, bus: "pci")], addresses: [2: ["192.0.2.7"]]),
            oracle: routes)
    }

    /// The carrier is lost, and the route is not marked dead yet.
    @Test(
        "A path in doubt answers a new question, and leaves the answers of the others as they are")
    func onlyNewQuestionsAreAnsweredInDoubt() throws {
        var followed = FollowedPaths([old])
        _ = try followed.decide(finder(hasCarrier: true), basis: { nil }, where: { _ in true })
        followed.exchange(for: [old, new])
        _ = try followed.decide(
            finder(hasCarrier: false), basis: { nil }, where: { !$0.isDoubtful })
        let reasons = [old, new].map { followed[$0]?.unsatisfiedReason }
        #expect(reasons == [nil, .noCarrier])
    }
}
