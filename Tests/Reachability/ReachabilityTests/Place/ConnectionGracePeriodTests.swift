// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// For how long the names of connections count after NetworkManager is gone.
@Suite struct ConnectionGracePeriodTests {
    private typealias Devices = [ExactText: ConnectionReports.Device]

    private static let office: Devices = ["eth0": .init(name: ConnectionName("Office"))]
    private static let lab: Devices = ["eth0": .init(name: ConnectionName("Lab"))]

    /// What is reported at a time, whether NetworkManager is gone then, and what counts.
    typealias Step = (
        time: Int64, devices: [ExactText: ConnectionReports.Device], isGone: Bool,
        counts: [ExactText: ConnectionReports.Device]
    )

    @Test(
        "A name counts for ten seconds while NetworkManager is away, and no longer",
        arguments: [
            [(0, office, false, office), (1, [:], false, [:])],
            [
                (0, office, false, office), (1, [:], true, office), (10_000, [:], true, office),
                (10_001, [:], true, [:]), (10_002, [:], true, [:]),
            ],
            // It starts again, and knows the connection a while later.
            [
                (0, office, false, office), (1, [:], true, office), (2, [:], false, office),
                (3, office, false, office), (4, [:], false, [:]),
            ],
            [(0, office, false, office), (1, [:], true, office), (2, lab, false, lab)],
            [(0, [:], true, [:]), (1, office, false, office), (2, lab, false, lab)],
        ] as [[Step]])
    func steps(_ steps: [Step]) {
        var period = ConnectionGracePeriod()
        for (time, devices, isGone, counts) in steps {
            #expect(period.extend(devices, isGone: isGone, now: time) == counts)
        }
    }

    @Test("The period has an end while a name is kept")
    func due() {
        var period = ConnectionGracePeriod()
        _ = period.extend(Self.office, isGone: false, now: 0)
        #expect(period.due == nil)
        _ = period.extend([:], isGone: true, now: 5)
        #expect(period.due == 10_005)
        #expect(period.isDue(10_005))
        _ = period.extend([:], isGone: true, now: 10_005)
        #expect(period.due == nil)
    }
}
