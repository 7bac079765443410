// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import TestSupport
import Testing

@testable import NetworkReachability

/// The constraints on data plans, on a scripted network with a scripted usage.
@Suite(.timeLimit(.minutes(10))) struct PlanConstraintsTests {
    private let network = ScriptedNetwork()
    private let usage: ScriptedPlanUsage
    /// A plan of 1000 MB over 1000 days.
    private static let plan = DataPlan(
        name: "LTE", interface: "wwan*", limit: 1_000_000_000,
        renewal: DataPlan.Renewal("every 1000d from 2026-11-01") ?? .never)

    init() { usage = ScriptedPlanUsage(network) }

    private func monitor(_ overrides: [InterfaceOverride] = []) -> PathMonitor {
        PathMonitor(
            network, .init(overrides: overrides, plans: [Self.plan], planUsage: usage))
    }

    private static let day = Duration.seconds(86_400)

    struct Case: Sendable {
        /// Used megabytes; `nil` if nothing records.
        let used: Int64?
        /// The days of the period that have passed.
        let days: Int
        let within: [String]
        let pace: [String]
    }

    @Test(
        "On a path with a plan",
        arguments: [
            Case(used: 0, days: 0, within: [], pace: []),
            Case(used: 500, days: 600, within: [], pace: []),
            Case(used: 500, days: 400, within: [], pace: ["planAheadOfPace"]),
            Case(used: 950, days: 990, within: [], pace: []),
            Case(used: 1000, days: 999, within: ["planUsedUp"], pace: ["planUsedUp"]),
            Case(used: 1200, days: 10, within: ["planUsedUp"], pace: ["planUsedUp"]),
            Case(used: nil, days: 10, within: ["planUnknown"], pace: ["planUnknown"]),
        ])
    func plan(row: Case) {
        network.connect(.wwan, name: "wwan0")
        // The period begins at midnight of local time.
        usage.advance(by: Self.day * row.days + .seconds(3600))
        if let used = row.used {
            usage.set(used * 1_000_000, of: "LTE")
        } else {
            usage.isRecording = false
        }
        let path = monitor().currentPath
        func codes(_ constraints: NetworkConstraints) -> [String] {
            constraints.evaluate(path).reasons.map(\.code)
        }
        #expect(codes(NetworkConstraints(withinPlan: true)) == row.within)
        #expect(codes(NetworkConstraints(onPace: true)) == row.pace)
        // Each reason is given once.
        #expect(codes(NetworkConstraints(withinPlan: true, onPace: true)) == row.pace)
        // A plan is certain.
        #expect(
            codes(NetworkConstraints(requiresCertainty: true, withinPlan: true)) == row.within)
        // A path with a plan is metered, whatever the plan says.
        #expect(codes(.unmetered) == ["metered"])
    }

    @Test("On a path without a plan, both hold where --unmetered does")
    func noPlan() {
        func codes(_ value: Metered.Value, _ constraints: NetworkConstraints) -> [String] {
            network.connect(.ethernet, name: "eth0", metered: value)
            return constraints.evaluate(monitor().currentPath).reasons.map(\.code)
        }
        for value in Metered.Value.allCases {
            for unknown in NetworkConstraints.UnknownMetering.allCases {
                for certain in [false, true] {
                    func constraints(_ change: (inout NetworkConstraints) -> Void)
                        -> NetworkConstraints
                    {
                        var constraints = NetworkConstraints(
                            unknownMetering: unknown, requiresCertainty: certain)
                        change(&constraints)
                        return constraints
                    }
                    let expected = codes(
                        value, constraints { $0.allowsExpensiveNetworkAccess = false })
                    #expect(codes(value, constraints { $0.withinPlan = true }) == expected)
                    #expect(codes(value, constraints { $0.onPace = true }) == expected)
                }
            }
        }
        network.disconnect("eth0")
        let offline = NetworkConstraints(withinPlan: true).evaluate(monitor().currentPath)
        #expect(offline.reasons.map(\.code) == ["offline"])
    }

    @Test("A wait by a plan ends when the plan renews")
    func wait() async throws {
        network.connect(.wwan, name: "wwan0")
        usage.set(1_000_000_000, of: "LTE")
        let monitor = monitor()
        #expect(
            try await monitor.path(when: NetworkConstraints(withinPlan: true), timeout: .zero)
                == nil)
        async let path = monitor.path(when: NetworkConstraints(withinPlan: true))
        usage.advance(by: Self.day * 1000)
        #expect(try await path?.plan?.state == .within)
        monitor.cancel()
    }
}
