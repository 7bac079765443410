// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTPEngine

/// When a server takes too long, by what happens in an exchange.
@Suite struct ExchangeProgressTests {
    private let limits: EngineLimits
    private let nothingSent = HTTPError.connection("the server has sent nothing for 1 s")
    private let nothingTaken = HTTPError.connection("the server has taken nothing for 1 s")

    init() {
        var limits = EngineLimits()
        (limits.stall, limits.header, limits.answer) = (1000, 3000, 20_000)
        self.limits = limits
    }

    @Test("No time runs before the request, and while the exchange does not read")
    func pause() {
        var progress = ExchangeProgress()
        #expect(progress.due(limits) == nil)
        progress.request(at: 10_000)
        #expect(progress.due(limits) == nil)
        progress.setReading(true, at: 10_000)
        progress.receive(at: 10_500)
        progress.respond()
        #expect(progress.due(limits) == 11_500)
        progress.setReading(false, at: 10_600)
        #expect(progress.due(limits) == nil)
        #expect(progress.failure(at: 90_000, limits) == nil)
        progress.setReading(true, at: 90_000)
        #expect(progress.due(limits) == 91_000)
        #expect(progress.failure(at: 90_999, limits) == nil)
        #expect(progress.failure(at: 91_000, limits) == nothingSent)
    }

    @Test("Each byte of the answer starts its time limit again, but not that of the header")
    func receiving() {
        var progress = ExchangeProgress()
        progress.request(at: 10_000)
        progress.setReading(true, at: 10_000)
        for time in [10_900, 11_800, 12_700] as [Int64] {
            #expect(progress.failure(at: time, limits) == nil)
            progress.receive(at: time)
        }
        #expect(progress.due(limits) == 13_000)
        #expect(
            progress.failure(at: 13_000, limits) == .connection("the header took longer than 3 s"))
        progress.respond()
        #expect(progress.due(limits) == 13_700)
    }

    @Test("Each byte of the body starts the time limit again; no time runs while the rate waits")
    func sending() {
        var progress = ExchangeProgress(bodyLength: 30)
        progress.request(at: 10_000)
        for (count, time) in [(10, 10_900), (20, 11_800)] as [(Int64, Int64)] {
            #expect(progress.failure(at: time, limits) == nil)
            let isNew = [progress.send(count, at: time), progress.send(count, at: time + 500)]
            #expect(isNew == [true, false])
        }
        #expect(progress.due(limits) == 12_800)
        #expect(progress.failure(at: 12_800, limits) == nothingTaken)
        progress.setSendingPaused(true, at: 12_000)
        #expect(progress.due(limits) == nil)
        progress.setSendingPaused(false, at: 50_000)
        #expect(progress.due(limits) == 51_000)
        _ = progress.send(30, at: 50_000)
        progress.setReading(true, at: 50_000)
        #expect(progress.due(limits) == 70_000)
    }
}
