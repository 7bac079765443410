// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// Why a path does not let transfers pass.
@Suite("Gate verdict") struct GateVerdictTests {
    private func codes(
        _ verdict: GateVerdict, _ constraints: NetworkConstraints = .connected,
        to host: String? = nil
    ) -> [String] {
        var condition = Condition(constraints: constraints)
        condition.host = host.flatMap { HostName($0) }
        let key = PathGates.Key(condition: condition, host: nil, stability: .zero)
        return verdict.reasons(key).map(\.code)
    }

    @Test("A host that the user has named is waited for until it has addresses")
    func namedHost() {
        let nothing = GateVerdict(isBeingChecked: false, awaitsCost: false)
        let unknown = codes(nothing, to: "nas.example")
        #expect(!unknown.isEmpty)
        for lookup in [HostAddresses.Knowledge.pending, .addresses([])] {
            let verdict = GateVerdict(lookup: lookup, isBeingChecked: true, awaitsCost: true)
            #expect(codes(verdict, to: "nas.example") == unknown)
        }
    }

    @Test("While NetworkManager may say that a path is metered, only what may cost begins")
    func cost() {
        let verdict = GateVerdict(isBeingChecked: false, awaitsCost: true)
        #expect(codes(verdict, .unmetered) == ["unknownMetering"])
        #expect(codes(verdict) != ["unknownMetering"])
    }

    @Test("While the internet is checked, only what needs no internet begins")
    func check() {
        var constraints = NetworkConstraints.connected
        constraints.requiresValidation = true
        let verdict = GateVerdict(isBeingChecked: true, awaitsCost: true)
        #expect(codes(verdict, constraints) == ["notValidated"])
        #expect(codes(verdict) != ["notValidated"])
    }
}
