// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import Reachability

@Suite struct RouteTranscriptTests {
    private var transcript = RouteTranscript()

    private func lookup(_ number: Int) -> RouteLookup {
        RouteLookup(destination: AddressBytes(family: .ipv4, high: 0, low: UInt64(number)))
    }

    private func route(_ interface: UInt32) -> RouteAnswer {
        .route(RouteReply(nextHops: [RouteReply.NextHop(interface: interface)]))
    }

    /// A look that asks some questions: the batch first, then what it does not answer.
    ///
    /// - Returns: the questions that were asked on top.
    private mutating func look(_ numbers: [Int]) throws -> [Int] {
        transcript.endLook()
        transcript.beginLook()
        _ = try transcript.askAgain { _ in .none }
        return numbers.filter { number in
            if let answer = transcript.answer(to: lookup(number)) {
                #expect(answer == route(UInt32(number)))
                return false
            }
            transcript.add(lookup(number), route(UInt32(number)))
            return true
        }
    }

    @Test mutating func whatWasAskedIsAskedTogetherTheNextTime() throws {
        #expect(try look([1, 2, 3]) == [1, 2, 3])
        #expect(try look([1, 2, 3, 4]) == [4])
        #expect(try look([4, 3, 2, 1]) == [])
    }

    @Test mutating func askedTwiceAnsweredOnce() throws {
        #expect(try look([1, 1, 2, 1]) == [1, 2])
        #expect(transcript.answers == [route(1), route(2)])
    }

    @Test mutating func whatAlternatesStays() throws {
        _ = try look([1, 2, 3])
        _ = try look([1])
        for _ in 0..<20 {
            #expect(try look([1, 2, 3]) == [])
            #expect(try look([1]) == [])
        }
    }

    @Test mutating func whatIsOfNoUseForLongGoes() throws {
        _ = try look([1, 2, 3])
        for _ in 0..<RouteTranscript.maximumIdleLooks + 1 { #expect(try look([1, 3]) == []) }
        #expect(transcript.batch.lookups == [lookup(1), lookup(3)])
        #expect(try look([2]) == [2])
    }

    @Test mutating func askingAgainIsNoOtherLook() throws {
        _ = try look([1, 2])
        for _ in 0..<20 {
            var asked: [RouteLookup] = []
            let difference = try transcript.askAgain { batch in
                asked = batch.lookups
                return .routeIsGone
            }
            #expect(difference == .routeIsGone)
            #expect(asked == [lookup(1), lookup(2)])
        }
        #expect(transcript.answer(to: lookup(2)) == route(2))
        #expect(transcript.answer(to: lookup(1)) == route(1))
    }

    @Test mutating func whatIsAskedAgainHasItsNewAnswer() throws {
        _ = try look([1, 2])
        let (one, two, seven) = (lookup(1), lookup(2), route(7))
        _ = try transcript.askAgain { batch in
            batch = RouteLookupBatch()
            batch.append(one, seven)
            batch.append(two, .refused(.noRoute))
            return .some
        }
        #expect(transcript.answer(to: one) == seven)
        #expect(transcript.answer(to: two) == .refused(.noRoute))
    }

    @Test mutating func recordsAreOfThisLookAlone() throws {
        _ = try look([1, 2, 3])
        let all = transcript.records
        #expect(all.map(\.position) == [0, 1, 2])
        _ = try look([1, 3])
        #expect(transcript.records.map(\.position) == [0, 2])
        for record in all { #expect(transcript.isAnswered(as: record)) }
        // Another one has other numbers, or not so many.
        transcript = RouteTranscript()
        #expect(!transcript.isAnswered(as: all[2]))
    }

    @Test mutating func whatIsRecalledIsOfUse() throws {
        _ = try look([1, 2])
        let records = transcript.records
        for _ in 0..<20 {
            transcript.endLook()
            transcript.beginLook()
            for record in records { #expect(transcript.isAnswered(as: record)) }
            transcript.repeatRecords(records)
        }
        #expect(transcript.batch.lookups == [lookup(1), lookup(2)])
    }

    @Test mutating func notMoreThanSoMany() throws {
        let numbers = Array(1...RouteTranscript.maximum + 5)
        #expect(try look(numbers) == numbers)
        #expect(!transcript.isComplete)
        #expect(try look(numbers) == numbers.suffix(5))
        #expect(try look([1]) == [])
        #expect(transcript.isComplete)
    }
}
