// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BackgroundTransfers

/// Uploads in random worlds: whatever servers, networks and processes do, an upload is not finished before the server has
/// said that it has the whole of the file that was added.
@Suite("Uploads in random worlds") struct UploadModelTests {
    private static let moods =
        Array(repeating: UploadWorld.Mood.honest, count: 12) + UploadWorld.Mood.allCases

    @Test(
        "The server has the file that was added, whole, when the upload is finished",
        arguments: UploadMethod.allCases, [0, 0.005])
    func wholeFile(_ method: UploadMethod, _ unrest: Double) {
        var ends: [Transfer.State: Int] = [:]
        for seed in 0..<400 {
            let moods = seed % 10 == 0 ? [.honest] : Self.moods
            var world = UploadWorld(
                seed: UInt64(seed), method: method, moods: moods, unrest: unrest)
            var steps = 0
            while world.live() {
                steps += 1
                guard steps < 20_000 else {
                    Issue.record("seed \(seed): the upload does not end")
                    break
                }
            }
            ends[world.stored.state, default: 0] += 1
            #expect(world.faults == [], "seed \(seed)")
            #expect(world.stored.state == world.events.last.map(state), "seed \(seed)")
            guard world.stored.state == .finished else {
                let code = world.stored.error?.code
                // What else ends it: the server has lost the upload twice.
                let isKnown =
                    code == .changed || method != .put && (code == .status || code == .length)
                #expect(isKnown, "seed \(seed): \(String(describing: world.stored.error))")
                #expect(code != .changed || world.changes > 0)
                continue
            }
            let isThere =
                world.whole == UploadWorld.original
                || world.places.values.contains(UploadWorld.original)
            #expect(isThere, "seed \(seed): \(world.places)")
            #expect(world.successes > 0)
            #expect(world.changes == 0 || isThere)
            #expect(world.stored.bytesDone == Int64(UploadWorld.length))
            #expect(world.stored.upload?.resource == nil)
            #expect(world.events.filter { $0 == .finished }.count == 1)
            if moods == [.honest], unrest == 0, method == .put || method == .post {
                #expect(world.stored.progress.failures == 0)
            }
        }
        // The worlds are of both kinds.
        #expect(ends[.finished, default: 0] > 120, "\(ends)")
        if unrest > 0 { #expect(ends[.failed, default: 0] > 5, "\(ends)") }
    }

    private func state(_ event: TransferEvent.Kind) -> Transfer.State {
        event == .finished ? .finished : .failed
    }
}
