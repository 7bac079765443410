// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    @Test("A deadline can be given in days")
    func days() {
        #expect(Duration.days(3) == .seconds(259_200))
    }
}
