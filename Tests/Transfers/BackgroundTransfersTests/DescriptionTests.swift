// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// What a program prints of transfers.
@Suite("Descriptions of transfers") struct DescriptionTests {
    private func transfer(_ change: (inout Transfer) -> Void) throws -> Transfer {
        let fixture = try StoreFixture()
        var transfer = Transfer(try fixture.open().add(fixture.download("map.bin")))
        change(&transfer)
        return transfer
    }

    @Test("The description of a transfer is its number, its state and its reason")
    func transfers() throws {
        let waiting = try transfer {
            $0.reasons = [WaitingReason(code: "metered", detail: "wlan0: yes"), .held]
        }
        #expect("\(waiting)" == "transfer 1: waiting (wlan0: yes; the queue is held)")
        let running = try transfer {
            $0.state = .running
            $0.bytesDone = 5
        }
        #expect("\(running)" == "transfer 1: running (5 bytes)")
        let known = try transfer {
            $0.state = .running
            $0.bytesDone = 5
            $0.bytesTotal = 9
        }
        #expect("\(known)" == "transfer 1: running (5 of 9 bytes)")
        let failed = try transfer {
            $0.state = .failed
            $0.error = TransferError(.status, status: 404, "not there")
        }
        #expect("\(failed)" == "transfer 1: failed (not there)")
        #expect("\(try transfer { $0.state = .finished })" == "transfer 1: finished")
        #expect("\(failed.id)" == "1")
        let event = TransferEvent(
            sequence: 41, time: Date(), event: .failed, detail: "why", transfer: failed)
        #expect("\(event)" == "41: transfer 1: failed (why)")
        let progress = TransferEvent(
            sequence: 41, time: Date(), event: .progress, detail: nil, transfer: known)
        #expect("\(progress)" == "41: transfer 1: running (5 of 9 bytes)")
    }

    @Test("A reason that needs a sentence has one, and another one is its code")
    func reasons() {
        let own: [WaitingReason] = [
            .notBefore, .backoff, .concurrency, .held, .space, .portal, .clock, .unstable,
        ]
        for reason in own { #expect(reason.description.contains(" ")) }
        #expect(WaitingReason(code: "metered").description == "metered")
    }

    @Test(
        "The fraction is between 0 and 1, and unknown without a total",
        arguments: [
            (0, nil, nil), (0, 10, 0), (5, 10, 0.5), (10, 10, 1), (0, 0, 1), (12, 10, 1),
        ] as [(Int64, Int64?, Double?)])
    func fraction(done: Int64, total: Int64?, fraction: Double?) throws {
        let transfer = try transfer { ($0.bytesDone, $0.bytesTotal) = (done, total) }
        #expect(transfer.fractionCompleted == fraction)
    }

    @Test("The time for which conditions must hold is written as the option takes it")
    func stability() throws {
        let transfer = try transfer { $0.stability = .seconds(5) }
        #expect(transfer.conditionText.hasSuffix(", for 5s"), "\(transfer.conditionText)")
    }

    /// Hours and start time of a job, and when it can run at the earliest, in hours after midnight at which its period begins.
    struct NextRun: Sendable {
        var begin = 24.0
        var hours: String?
        var notBefore: Double?
        var isNegated = false
        var run: Double?
    }

    @Test(
        "The next run of a job is not before its period, its hours and its start time",
        arguments: [
            NextRun(run: 24), NextRun(hours: "01:00-06:00", run: 25),
            NextRun(hours: "00:00-06:00", run: 24),
            NextRun(begin: 2, hours: "01:00-02:00", run: 25),
            NextRun(begin: 1.5, hours: "01:00-02:00", run: 1.5),
            NextRun(begin: 24, hours: "22:00-06:00", run: 24),
            NextRun(begin: 12, hours: "08:00-12:00,13:00-17:30", run: 13),
            NextRun(notBefore: 30, run: 30), NextRun(notBefore: 3, run: 24),
            NextRun(hours: "01:00-06:00", notBefore: 30, run: 49),
            NextRun(hours: "01:00-06:00", isNegated: true, run: 24),
        ])
    func nextRun(_ row: NextRun) throws {
        func date(_ hours: Double) -> Date {
            Date(timeIntervalSince1970: 20_000 * 86_400 + hours * 3600)
        }
        var transfer = try transfer { $0.nextAt = date(row.begin) }
        transfer.notBefore = row.notBefore.map(date)
        transfer.constraints.hours = row.hours.flatMap { DailyHours($0) }
        transfer.condition.isNegated = row.isNegated
        let run = transfer.nextRun(WallClock { _ in 0 })
        #expect(run == row.run.map { date($0).milliseconds })
        transfer.nextAt = nil
        #expect(transfer.nextRun(WallClock { _ in 0 }) == nil)
    }

    @Test("A deadline can be given in days")
    func days() {
        #expect(Duration.days(3) == .seconds(259_200))
    }
}
