// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability

/// How long the last report of a NetworkManager counts that reports nothing more.
@Suite struct NetworkManagerGracePeriodTests {
    /// What counts of answers for one interface, given at these times.
    private static func extend(
        _ answers: [(time: Int64, answer: NetworkManagerAnswer?)]
    ) -> [NetworkManagerAnswer?] {
        var gracePeriod = NetworkManagerGracePeriod()
        return answers.map { time, answer in
            let reports: [ExactText: NetworkManagerReport] =
                answer.map { ["eth0": NetworkManagerReport(answer: $0)] } ?? [:]
            return gracePeriod.extend(reports, now: time)["eth0"]?.answer
        }
    }

    @Test(
        "What costs, costs for ten seconds more when NetworkManager ends",
        arguments: [NetworkManagerMetered.yes, .guessYes])
    func ends(_ answer: NetworkManagerMetered) {
        let counts = Self.extend([
            (0, .metered(answer)), (60_000, nil), (69_999, nil), (70_000, nil),
        ])
        #expect(counts == [.metered(answer), .metered(answer), .metered(answer), nil])
    }

    @Test(
        "A report of no or unknown cost is not kept",
        arguments: [NetworkManagerMetered.no, .guessNo, .unknown])
    func isNotKept(_ answer: NetworkManagerMetered) {
        #expect(Self.extend([(0, .metered(answer)), (1, nil)]) == [.metered(answer), nil])
    }

    @Test("A NetworkManager that comes back is believed when it knows the cost again")
    func comesBack() {
        let counts = Self.extend([
            (0, .metered(.yes)), (1, nil), (2, .metered(.unknown)), (3, .missing("connecting")),
            (4, .metered(.guessNo)), (5, nil),
        ])
        #expect(
            counts == [
                .metered(.yes), .metered(.yes), .metered(.yes), .metered(.yes), .metered(.guessNo),
                nil,
            ])
    }

    @Test(
        "A NetworkManager that runs is believed at once when it does not know the cost any more",
        arguments: [NetworkManagerAnswer.metered(.unknown), .missing("connecting")])
    func forgets(_ answer: NetworkManagerAnswer) {
        let counts = Self.extend([(0, .metered(.yes)), (1, answer), (2, nil)])
        #expect(counts == [.metered(.yes), answer, nil])
    }

    @Test("The ten seconds begin again when it has said again that an interface costs")
    func beginsAgain() {
        let counts = Self.extend([
            (0, .metered(.yes)), (1, nil), (9_000, .metered(.yes)), (12_000, nil), (21_999, nil),
            (22_000, nil),
        ])
        #expect(counts.dropLast().allSatisfy { $0 == .metered(.yes) })
        #expect(counts.last == .some(nil))
    }

    @Test("Another device with the name has nothing to do with it")
    func anotherDevice() {
        var gracePeriod = NetworkManagerGracePeriod()
        let first = NetworkManagerReport(
            answer: .metered(.yes), hardwareAddress: "02:00:00:00:00:01")
        let second = NetworkManagerReport(
            answer: .metered(.unknown), hardwareAddress: "02:00:00:00:00:02")
        #expect(gracePeriod.extend(["usb0": first], now: 0) == ["usb0": first])
        #expect(gracePeriod.extend(["usb0": second], now: 1) == ["usb0": second])
        #expect(gracePeriod.due == nil)
    }

    @Test("It is known when the next report expires")
    func due() {
        var gracePeriod = NetworkManagerGracePeriod()
        let report = NetworkManagerReport(answer: .metered(.yes))
        _ = gracePeriod.extend(["eth0": report, "eth1": report], now: 0)
        #expect(gracePeriod.due == nil)
        _ = gracePeriod.extend(["eth1": report], now: 500)
        _ = gracePeriod.extend([:], now: 700)
        #expect(gracePeriod.due == 10_500)
        _ = gracePeriod.extend([:], now: 10_600)
        #expect(gracePeriod.due == 10_700)
    }
}
