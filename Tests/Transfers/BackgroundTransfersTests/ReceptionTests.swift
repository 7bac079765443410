// SPDX-License-Identifier: Apache-2.0

import HTTPEngine
import Testing

@testable import BackgroundTransfers

@Suite("The content of an answer, while it is received") struct ReceptionTests {
    private static let length = Reception.checkpointLength
    private static let now: Int64 = 1_000_000

    @Test(
        "An answer has room for what it has announced",
        arguments: [
            (0, nil, 1 << 40, true), (0, 100, 100, true), (0, 100, 101, false), (40, 100, 60, true),
            (40, 100, 61, false), (100, 100, 0, true), (100, 100, 1, false),
        ] as [(Int64, Int64?, Int, Bool)])
    func room(offset: Int64, end: Int64?, count: Int, hasRoom: Bool) {
        let reception = Reception(from: offset, upTo: end, now: Self.now)
        #expect(reception.hasRoom(for: count) == hasRoom)
    }

    @Test(
        "The end of the connection means by what was announced whether bytes are missing",
        arguments: [
            (100, false, 100, nil, .complete), (100, true, 100, nil, .part),
            (nil, false, 100, nil, .complete), (nil, false, 0, nil, .complete),
            (100, false, 100, .connection("reset"), .complete),
            (100, true, 100, .connection("reset"), .part),
            (nil, false, 100, .connection("reset"), .interrupted(.connection("reset"))),
            (100, false, 99, .connection("reset"), .interrupted(.connection("reset"))),
            (
                100, false, 99, nil,
                .interrupted(.connection("the connection ended before the end of the file"))
            ),
        ] as [(Int64?, Bool, Int, HTTPError?, Reception.Ending)])
    func endings(
        end: Int64?, isPart: Bool, count: Int, failure: HTTPError?, expected: Reception.Ending
    ) {
        var reception = Reception(upTo: end, isPart: isPart, now: Self.now)
        reception.wrote(count)
        #expect(reception.ending(failure) == expected)
    }

    @Test(
        "Content is synced by its length or after five seconds, and the disk is waited for",
        arguments: [
            (0, 0, false, nil, false, false),
            (1, 0, false, now + 5000, false, false),
            (length - 1, 0, false, now + 5000, false, false),
            (length, 0, false, now + 5000, true, false),
            (length, 1, false, now + 5000, false, false),
            (length, 0, true, nil, true, false),
            (2 * length - 1, 0, true, nil, true, false),
            (2 * length, 0, true, nil, true, true),
            (2 * length, 1, true, nil, true, false),
            (2 * length, 0, false, now + 5000, true, false),
        ] as [(Int64, Int64, Bool, Int64?, Bool, Bool)])
    func checkpoints(
        received: Int64, synced: Int64, isSyncing: Bool, due: Int64?, isCheckpoint: Bool,
        awaitsDisk: Bool
    ) {
        var reception = Reception(upTo: nil, now: Self.now)
        if isSyncing { _ = reception.beginSync(now: Self.now) }
        reception.wrote(Int(received))
        #expect(reception.due(synced: synced) == due)
        #expect(reception.isCheckpoint(synced: synced) == isCheckpoint)
        #expect(reception.awaitsDisk(synced: synced) == awaitsDisk)
    }

    @Test("One sync runs at a time, and the next is due five seconds after the last began")
    func syncs() {
        var reception = Reception(from: 7, upTo: nil, now: Self.now)
        reception.wrote(3)
        let (first, second) = (
            reception.beginSync(now: Self.now + 1), reception.beginSync(now: Self.now + 2)
        )
        #expect(first)
        #expect(!second)
        #expect(reception.syncing == 10)
        reception.endSync()
        #expect(reception.syncing == nil)
        #expect(reception.due(synced: 7) == Self.now + 5001)
        reception.clockWasSet(now: 5)
        #expect(reception.due(synced: 7) == 5005)
    }
}
