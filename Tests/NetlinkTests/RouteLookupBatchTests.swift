// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// What the kernel answers again and again to the same question.
@Suite struct RouteLookupBatchTests {
    private var batch = RouteLookupBatch()

    private func lookup(_ number: UInt64) -> RouteLookup {
        RouteLookup(destination: AddressBytes(family: .ipv4, high: 0, low: number))
    }

    init() {
        for number in 0..<3 as Range<UInt64> { batch.append(lookup(number), .refused(.blackhole)) }
        batch.prepare()
    }

    /// A recorded message, as the answer to some request.
    private func message(
        _ kind: Recording.Kind,
        _ subject: String,
        sequence: UInt8 = 1
    ) throws -> [UInt8] {
        var bytes = try Recording.of(kind, subject)
        bytes[8] = sequence
        return bytes
    }

    private mutating func take(_ message: [UInt8], at position: Int = 1) throws -> Bool {
        let bytes = message.span.bytes
        return try batch.take(MessageHeader(decoding: bytes), bytes, at: position)
    }

    private func answer(_ message: [UInt8]) throws -> RouteAnswer {
        let bytes = message.span.bytes
        return try RouteAnswer(MessageHeader(decoding: bytes), bytes)
    }

    @Test(arguments: ["198.41.0.4", "198.41.0.4 fibmatch", "2001:500:2::c", "192.0.2.7"])
    mutating func theSameReplyIsNoOtherAnswer(subject: String) throws {
        #expect(try take(message(.route, subject)))
        for sequence in 2..<5 as Range<UInt8> {
            #expect(try take(message(.route, subject, sequence: sequence)) == false)
            #expect(try batch.answers[1] == answer(message(.route, subject)))
        }
        #expect(batch.answers[0] == .refused(.blackhole))
        #expect(batch.answers[2] == .refused(.blackhole))
    }

    @Test mutating func anotherReplyIsAnotherAnswer() throws {
        for subject in ["198.41.0.4", "9.9.9.9", "198.41.0.4 fibmatch", "198.41.0.5 fibmatch"] {
            #expect(try take(message(.route, subject)))
            #expect(try batch.answers[1] == answer(message(.route, subject)))
        }
    }

    /// A reply is not what it was before a refusal, although it was the last one that was kept.
    @Test mutating func refusalsInBetween() throws {
        for sequence in 1..<4 as Range<UInt8> {
            #expect(try take(message(.route, "198.41.0.4", sequence: sequence)))
            let refusal = try message(.refusal, "203.0.114.1", sequence: sequence)
            #expect(try take(refusal))
            #expect(batch.answers[1] == .refused(.prohibited))
            #expect(try take(refusal) == false)
        }
    }

    /// A route is said to be gone where the very first question had one, and the kernel has none now.
    @Test(arguments: [(0, true), (0, false), (1, true)])
    func aRouteThatIsGone(position: Int, hadRoute: Bool) throws {
        let nowhere = RouteLookup(
            destination: AddressBytes(family: .ipv4, high: 0, low: 0x0808_0808),
            interface: 0x7FFF_0000, matchesEntry: true)
        let socket = try NetlinkSocket(.route)
        var batch = RouteLookupBatch()
        let route = try answer(message(.route, "198.41.0.4"))
        for place in 0..<2 {
            let isAsked = place == position
            batch.append(
                isAsked ? nowhere : lookup(0x7F00_0001),
                isAsked ? hadRoute ? route : .refused(.blackhole) : .refused(.local))
        }
        let difference = try socket.lookUp(of: &batch)
        let isGone = position == 0 && hadRoute && batch.answers[0] == .refused(.noRoute)
        #expect(difference == (isGone ? .routeIsGone : .some))
        #expect(try socket.lookUp(of: &batch) == .none)
    }

    /// An answer that comes again after one other has its number again.
    @Test(
        arguments: [
            (["A", "B", "A", "B"], [1, 2, 1, 2]), (["A", "A", "B", "B", "A"], [1, 1, 2, 2, 1]),
            (["A", "B", "C", "B", "A"], [1, 2, 3, 2, 4]), (["A", "no", "A", "no"], [1, 2, 1, 2]),
            (["A", "no", "B", "no", "B"], [1, 2, 3, 2, 3]),
            (["no", "A", "used", "B", "A", "B"], [1, 2, 2, 3, 2, 3]),
        ])
    mutating func numbers(answers: [String], numbers: [Int]) throws {
        var found: [Int] = []
        for name in answers {
            var bytes =
                switch name {
                case "no": try message(.refusal, "203.0.114.1")
                case "B": try message(.route, "9.9.9.9")
                case "C": try message(.route, "198.41.0.5 fibmatch")
                default: try message(.route, "198.41.0.4")
                }
            // Other bytes for the same answer.
            if name == "used" { bytes[bytes.count - 28] ^= 1 }
            let before = batch.numbers[1]
            #expect(try take(bytes) == (batch.numbers[1] != before))
            #expect(try batch.answers[1] == answer(bytes))
            found.append(batch.numbers[1])
        }
        // Counted from the first.
        var order: [Int] = []
        for number in found where !order.contains(number) { order.append(number) }
        #expect(found.map { (order.firstIndex(of: $0) ?? 0) + 1 } == numbers)
        #expect(Set(batch.numbers).count == batch.numbers.count)
    }

    /// What counts down is the same route.
    @Test mutating func theTimeThatIsLeftIsNoDifference() throws {
        var reply = try message(.route, "2001:500:2::c fibmatch")
        #expect(try take(reply))
        let ticks = try #require(batch.expiresInTicks)
        guard case .route(let route) = batch.answers[1] else {
            Issue.record("no route")
            return
        }
        #expect(route.expiresInTicks == nil)
        // `rta_expires`, the third number of the attribute before the last.
        let low = reply.count - 8 - 24
        #expect(UInt32(reply[low]) == ticks & 0xFF)
        reply[low] -= 1
        #expect(try take(reply) == false)
        #expect(batch.expiresInTicks == ticks - 1)
        // The same time counts again in the next look.
        batch.prepare()
        #expect(batch.expiresInTicks == nil)
        #expect(try take(reply) == false)
        #expect(batch.expiresInTicks == ticks - 1)
    }

    /// What says nothing of the route is no difference either, and is not compared with what came before.
    @Test mutating func theTimeOfUseIsNoDifference() throws {
        var reply = try message(.route, "198.41.0.4")
        #expect(try take(reply))
        // `rta_lastuse`, the second number of the last attribute.
        reply[reply.count - 28] ^= 1
        #expect(try take(reply) == false)
        #expect(try take(reply) == false)
        #expect(try batch.answers[1] == answer(reply))
    }

    /// A reply with so many next hops that it is not kept.
    @Test mutating func longReplies() throws {
        var reply = try message(.route, "198.41.0.4 fibmatch")
        let hops = reply[(16 + 12 + 8)...]
        // The attribute's length and as many hops again.
        let hop = Array(hops.suffix(16))
        for _ in 0..<10 { reply += hop }
        reply[36] += 160
        reply[0] += 160
        #expect(reply.count > RouteReplies.room)
        #expect(try take(reply))
        #expect(try take(reply) == false)
        #expect(try batch.answers[1] == answer(reply))
        // One that is kept is not what it was before.
        #expect(try take(message(.route, "198.41.0.4 fibmatch")))
        #expect(try take(reply))
        #expect(try take(message(.route, "198.41.0.4 fibmatch")))
    }

    @Test mutating func whatIsNoAnswerIsAnError() throws {
        var reply = try message(.route, "198.41.0.4")
        #expect(try take(reply))
        reply[4] = 0xFF
        #expect(throws: NetlinkError.self) { try take(reply) }
        #expect(try batch.answers[1] == answer(message(.route, "198.41.0.4")))
    }

    @Test mutating func keepsSomeWithTheirAnswers() throws {
        #expect(try take(message(.route, "198.41.0.4"), at: 2))
        let before = batch.numbers
        batch.keep(at: [0, 2])
        // No number is given twice, also where the place has become another question's.
        #expect(Set(batch.numbers).isDisjoint(with: before))
        #expect(batch.lookups == [lookup(0), lookup(2)])
        #expect(batch.position(of: lookup(2), expected: 0) == 1)
        #expect(batch.position(of: lookup(2), expected: 1) == 1)
        #expect(batch.position(of: lookup(2), expected: 9) == 1)
        #expect(batch.position(of: lookup(1), expected: 0) == nil)
        batch.prepare()
        #expect(try take(message(.route, "198.41.0.4"), at: 1) == false)
    }
}
