// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// The real kernel, as any user may ask it.
@Suite struct SocketTests {
    @Test func loopbackIsAmongTheLinks() throws {
        let links = try NetlinkSocket(.route).allLinks()
        #expect(links.contains { $0.index == 1 && $0.name == "lo" && $0.hardwareType == 772 })
    }

    @Test func addressesBelongToLinks() throws {
        let socket = try NetlinkSocket(.route)
        let links = Set(try socket.allLinks().map(\.index))
        #expect(try socket.dumpAddresses().elements.allSatisfy { links.contains($0.interface) })
    }

    @Test func theMainTableHasARule() throws {
        let rules = try NetlinkSocket(.route).dumpRules().elements
        #expect(rules.contains { $0.table == 254 && $0.mark == 0 })
    }

    @Test func theWayToLoopbackIsLocal() throws {
        let loopback = AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)
        let answer = try NetlinkSocket(.route).lookUp(RouteLookup(destination: loopback))
        #expect(answer == .refused(.local))
    }

    @Test func anInterfaceThatIsNotThereHasNoRoute() throws {
        let address = AddressBytes(family: .ipv4, high: 0, low: 0x0808_0808)
        let answer = try NetlinkSocket(.route).lookUp(
            RouteLookup(destination: address, interface: 0x7FFF_0000, matchesEntry: true))
        #expect(answer == .refused(.noRoute) || answer == .refused(.unreachable))
    }

    @Test func oneSocketServesManyQuestions() throws {
        let socket = try NetlinkSocket(.route)
        for _ in 0..<1000 {
            _ = try socket.lookUp(
                RouteLookup(destination: AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)))
        }
        #expect(try socket.allLinks().isEmpty == false)
    }

    /// In one system call or in many, each question has its own answer, in its place.
    @Test(arguments: [0, 1, 7, 16, 17, 200])
    func manyQuestionsAtOnce(count: Int) throws {
        let socket = try NetlinkSocket(.route)
        let other = AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)
        let lookups = (0..<count).map { number in
            // Loopback's addresses, and one of nobody's interface.
            RouteLookup(
                destination: AddressBytes(
                    family: .ipv4, high: 0, low: 0x7F00_0001 + UInt64(number)),
                interface: number % 3 == 2 ? 0x7FFF_0000 : nil)
        }
        var batch = RouteLookupBatch()
        var single: [RouteAnswer] = []
        for lookup in lookups {
            single.append(try socket.lookUp(lookup))
            // As if nothing had been there.
            batch.append(lookup, .refused(.blackhole))
        }
        #expect(try socket.lookUp(of: &batch) == (count > 0 ? .some : .none))
        #expect(batch.answers == single)
        // As often as need be, and behind the kernel's lock.
        #expect(try socket.lookUp(of: &batch, waitingForLock: true) == .none)
        #expect(batch.answers == single)
        if count > 2 { #expect(batch.answers[0] != batch.answers[2]) }
        // Those of a family alone.
        #expect(batch.count(of: .family(.ipv4)) == count && batch.count(of: .family(.ipv6)) == 0)
        #expect(try socket.lookUp(.family(.ipv6), of: &batch) == .none)
        #expect(batch.answers == single)
        // What waits for the lock is no question.
        #expect(batch.asked == 2 * count)
        // With others on top, or without some.
        batch.append(RouteLookup(destination: other), .refused(.local))
        batch.keep(at: Array(batch.lookups.indices.dropFirst(count / 2)))
        #expect(try socket.lookUp(of: &batch) == .none)
        #expect(batch.answers == single.dropFirst(count / 2) + [.refused(.local)])
        #expect(batch.asked == 2 * count + batch.lookups.count)
        batch.append(RouteLookup(destination: other), .refused(.blackhole))
        #expect(try socket.lookUp(of: &batch) == .some)
        // Nothing is left over for the next one.
        #expect(try socket.allLinks().isEmpty == false)
    }

    /// A part of the questions is asked without the others, whose answers stay as they were.
    @Test(
        arguments: [
            (.all, [0, 1, 2, 3, 4]), (.family(.ipv4), [1, 3]), (.family(.ipv6), [0, 2, 4]),
            (.choices(.ipv4), [1]), (.entries(.ipv4), [3]), (.choices(.ipv6), [0, 4]),
            (.entries(.ipv6), [2]),
        ] as [(RouteLookupBatch.Part, [Int])])
    func aPartOfTheQuestions(part: RouteLookupBatch.Part, asked: [Int]) throws {
        let socket = try NetlinkSocket(.route)
        var batch = RouteLookupBatch()
        for position in 0..<5 {
            let loopback =
                position % 2 == 1
                ? AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)
                : AddressBytes(family: .ipv6, high: 0, low: 1)
            batch.append(
                RouteLookup(
                    destination: loopback, matchesEntry: position == 2 || position == 3),
                // As if nothing had been there.
                .refused(.blackhole))
        }
        #expect(try socket.lookUp(part, of: &batch, waitingForLock: true) == .some)
        #expect(batch.count(of: part) == asked.count)
        let others = batch.answers.indices.filter { batch.answers[$0] == .refused(.blackhole) }
        #expect(others == (0..<5).filter { !asked.contains($0) })
        #expect(try socket.lookUp(of: &batch) == (others.isEmpty ? .none : .some))
        #expect(!batch.answers.contains(.refused(.blackhole)))
        #expect(try socket.lookUp(part, of: &batch) == .none)
    }
}

extension NetlinkSocket {
    /// Every link, in one list.
    fileprivate borrowing func allLinks() throws -> [LinkMessage] {
        var links: [LinkMessage] = []
        _ = try dumpLinks {
            links = []
        } _: {
            links.append($0)
        }
        return links
    }
}
