// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import LinuxSystem

@Suite struct PollSetTests {
    @Test func whatIsReady() throws {
        let first = try WakeUpEvent()
        let second = try WakeUpEvent()
        second.wake()
        var ready = PollSet()
        ready.add(PollSet.Interest(first.descriptor, reads: true))
        ready.add(PollSet.Interest(second.descriptor, reads: true))
        ready.wait(milliseconds: nil)
        let areReady = [first, second].map { ready.contains($0.descriptor) }
        #expect(areReady == [false, true])
        let count = ready.count
        #expect(count == 1)
        let isClosed = ready.isClosed(second.descriptor)
        #expect(!isClosed)
    }

    @Test func nothingInTime() throws {
        let wakeUp = try WakeUpEvent()
        var ready = PollSet()
        ready.add(PollSet.Interest(wakeUp.descriptor, reads: true))
        ready.wait(milliseconds: 1)
        let isReady = ready.contains(wakeUp.descriptor)
        #expect(!isReady)
    }

    /// A number that stands for two things at once, as where standard output was closed.
    @Test func theSameDescriptorTwice() throws {
        let wakeUp = try WakeUpEvent()
        wakeUp.wake()
        let end = try pipeWithoutReader()
        defer { close(end) }
        // A program that another test starts just now has that end, too.
        try #require(PollSet.Interest(end).isMet(within: 600_000))
        var ready = PollSet()
        // The first entry is met by the room, and both by the end.
        ready.add(PollSet.Interest(wakeUp.descriptor, writes: true))
        ready.add(PollSet.Interest(wakeUp.descriptor, reads: true))
        ready.add(PollSet.Interest(end, writes: true))
        ready.add(PollSet.Interest(end))
        ready.wait(milliseconds: nil)
        let count = ready.count
        #expect(count == 4)
        let areReady = [ready.contains(wakeUp.descriptor), ready.contains(end)]
        #expect(areReady == [true, true])
        let areClosed = [ready.isClosed(wakeUp.descriptor), ready.isClosed(end)]
        #expect(areClosed == [false, true])
    }

    /// A reader that has gone is reported without being asked for.
    @Test func aReaderThatHasGone() throws {
        let end = try pipeWithoutReader()
        defer { close(end) }
        var ready = PollSet()
        ready.add(PollSet.Interest(end))
        ready.wait(milliseconds: nil)
        let isClosed = ready.isClosed(end)
        #expect(isClosed)
    }

    @Test func oneAlone() throws {
        let wakeUp = try WakeUpEvent()
        let interest = PollSet.Interest(wakeUp.descriptor, reads: true)
        #expect(!interest.isMet(within: 0))
        wakeUp.wake()
        #expect(interest.isMet(within: nil))
        wakeUp.reset()
        #expect(!interest.isMet(within: 1))
    }

    /// Makes a pipe, and returns the end for writing, which is the only one left.
    private func pipeWithoutReader() throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        close(ends[0])
        return ends[1]
    }
}
