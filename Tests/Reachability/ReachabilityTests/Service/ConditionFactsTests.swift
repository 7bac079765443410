// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// Why a condition does not hold, by what is known of its path.
@Suite("Condition facts") struct ConditionFactsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        /// What is known.
        var verdict: ConditionFacts
        var constraints = NetworkConstraints.connected
        var avoidsPortal = false
        var awaitsAnswers = false
        var isNegated = false
        /// Why a transfer waits; empty if it does not, `nil` if that is not known yet.
        var codes: [String]?
        var testDescription: String
    }

    /// A path through a gateway, with what is known of the internet.
    private static func path(
        _ connectivity: NetworkPath.Connectivity.Value? = nil, isExpensive: Bool = false
    ) -> NetworkPath {
        let network = ScriptedNetwork()
        network.connect(.ethernet, name: "eth0", metered: isExpensive ? .yes : .no)
        return PathMonitor(network).currentPath
            .validated(connectivity.map { .init($0, source: .networkManager) })
    }

    private static func verdict(
        _ path: NetworkPath?, unchecked: NetworkPath? = nil, isBeingChecked: Bool = false,
        awaitsCost: Bool = false
    ) -> ConditionFacts {
        ConditionFacts(
            unchecked: unchecked ?? path, path: path, isBeingChecked: isBeingChecked,
            missingAnswer: awaitsCost ? "NetworkManager has not yet answered" : nil)
    }

    private static let validated = NetworkConstraints(requiresValidation: true)

    static let rows = [
        Row(verdict: verdict(path()), codes: [], testDescription: "a path"),
        Row(verdict: verdict(nil), codes: ["offline"], testDescription: "no path"),
        Row(
            verdict: verdict(path(isExpensive: true)), constraints: .unmetered,
            codes: ["metered"], testDescription: "a path that costs"),
        Row(
            verdict: verdict(path(), awaitsCost: true), constraints: .unmetered,
            codes: ["unknownMetering"], testDescription: "NetworkManager may say that it costs"),
        Row(
            verdict: verdict(path(), awaitsCost: true),
            constraints: NetworkConstraints(allowsRoaming: false), codes: ["unknownMetering"],
            testDescription: "ModemManager may say that it is roaming"),
        Row(
            verdict: verdict(path(), awaitsCost: true),
            constraints: NetworkConstraints(prohibitedPlaces: ["home"]),
            codes: ["unknownMetering"], testDescription: "NetworkManager may name a place"),
        Row(
            verdict: verdict(path(), awaitsCost: true), codes: [],
            testDescription: "NetworkManager may say that it costs, which it may"),
        Row(
            verdict: verdict(path(), awaitsCost: true), awaitsAnswers: true,
            codes: ["unknownMetering"],
            testDescription: "it must be known what the path costs, which may be anything"),
        Row(
            verdict: verdict(path(), isBeingChecked: true, awaitsCost: true),
            constraints: validated, codes: ["notValidated"],
            testDescription: "the internet must answer, and is being asked"),
        Row(
            verdict: verdict(path(), isBeingChecked: true), constraints: validated,
            isNegated: true, codes: nil,
            testDescription: "the internet must not answer, and is being asked"),
        Row(
            verdict: verdict(path(.full), isBeingChecked: true), constraints: validated,
            isNegated: true, codes: ["holds"],
            testDescription: "the internet must not answer, and does over a path that is not asked"),
        Row(
            verdict: verdict(path(.unknown), unchecked: path(.portal), isBeingChecked: true),
            constraints: validated, avoidsPortal: true, isNegated: true, codes: ["portal"],
            testDescription: "the internet must not answer, is being asked, and a portal was known"),
        Row(
            verdict: verdict(path(), isBeingChecked: true), codes: [],
            testDescription: "the internet is being asked, and need not answer"),
        Row(
            verdict: verdict(path(.portal)), codes: [],
            testDescription: "a portal, which the server's certificate keeps away"),
        Row(
            verdict: verdict(path(.portal)), avoidsPortal: true, codes: ["portal"],
            testDescription: "a portal, whose page could be taken for success"),
        Row(
            verdict: verdict(path(.full)), avoidsPortal: true, codes: [],
            testDescription: "no portal, whose page could be taken for success"),
        Row(
            verdict: verdict(path(), awaitsCost: true), avoidsPortal: true, codes: ["portal"],
            testDescription: "NetworkManager may know of a portal"),
        Row(
            verdict: verdict(path(.unknown), unchecked: path(.portal), isBeingChecked: true),
            avoidsPortal: true, codes: ["portal"],
            testDescription: "a portal was known before the check that is under way"),
        Row(
            verdict: verdict(path(.unknown), unchecked: path(.full), isBeingChecked: true),
            avoidsPortal: true, codes: [],
            testDescription: "no portal was known before the check that is under way"),
    ]

    @Test("A condition does not hold for what the path lacks", arguments: rows)
    func reasons(row: Row) {
        let key = ConditionTracker.Key(
            condition: Condition(constraints: row.constraints, isNegated: row.isNegated),
            avoidsPortal: row.avoidsPortal, awaitsAnswers: row.awaitsAnswers)
        #expect(row.verdict.reasons(key)?.map(\.code) == row.codes)
    }

    @Test(
        "A host that the user has named is waited for until it has addresses",
        arguments: [nil, .pending, .addresses([])] as [HostAddresses.LookupState?])
    func namedHost(lookup: HostAddresses.LookupState?) {
        var condition = Condition(constraints: .connected)
        condition.host = HostName("nas.example")
        let key = ConditionTracker.Key(condition: condition)
        var verdict = Self.verdict(Self.path())
        verdict.lookup = lookup
        #expect(verdict.reasons(key)?.map(\.code) == ["unresolved"])
    }
}
