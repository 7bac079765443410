// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// Queries to the real kernel by an unprivileged user.
@Suite struct SocketTests {
    @Test("A dump of links includes loopback")
    func loopbackIsAmongTheLinks() throws {
        let links = try NetlinkSocket(.route).allLinks()
        #expect(links.contains { $0.index == 1 && $0.name == "lo" && $0.hardwareType == 772 })
    }

    @Test("Every dumped address belongs to a dumped link")
    func addressesBelongToLinks() throws {
        let socket = try NetlinkSocket(.route)
        let before = try socket.allLinks().map(\.index)
        let addresses = try socket.dumpAddresses().elements
        // A link may have come or gone in the meantime.
        let links = Set(before + (try socket.allLinks().map(\.index)))
        #expect(addresses.allSatisfy { links.contains($0.interface) })
    }

    @Test("A dump of rules includes one for the main table")
    func theMainTableHasARule() throws {
        let rules = try NetlinkSocket(.route).dumpRules().elements
        #expect(rules.contains { $0.table == 254 && $0.mark == 0 })
    }

    @Test("The route to a loopback address is local")
    func theWayToLoopbackIsLocal() throws {
        let loopback = AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)
        let answer = try NetlinkSocket(.route).answer(RouteQuery(destination: loopback))
        #expect(answer == .refused(.local))
    }

    @Test("A neighbor without an entry has none, and neither has an absent interface")
    func absentNeighbors() throws {
        let socket = try NetlinkSocket(.route)
        let address = AddressBytes(family: .ipv4, high: 0, low: 0xC000_0201)
        for interface: UInt32 in [1, 0x7FFF_0000] {
            let entry = try socket.entry(of: Neighbor(interface: interface, address: address))
            #expect(entry == nil)
        }
    }

    @Test("There is no route through an absent interface")
    func anInterfaceThatIsNotThereHasNoRoute() throws {
        let address = AddressBytes(family: .ipv4, high: 0, low: 0x0808_0808)
        let answer = try NetlinkSocket(.route).answer(
            RouteQuery(destination: address, interface: 0x7FFF_0000, matchesEntry: true))
        #expect(answer == .refused(.noRoute) || answer == .refused(.unreachable))
    }

    @Test("One socket serves many queries")
    func oneSocketServesManyQuestions() throws {
        let socket = try NetlinkSocket(.route)
        for _ in 0..<1000 {
            _ = try socket.answer(
                RouteQuery(destination: AddressBytes(family: .ipv4, high: 0, low: 0x7F00_0001)))
        }
        #expect(try socket.allLinks().isEmpty == false)
    }

    /// Loopback addresses; every third query names an interface that does not exist.
    private static func queries(_ count: Int) -> [RouteQuery] {
        (0..<count).map { number in
            RouteQuery(
                destination: AddressBytes(
                    family: .ipv4, high: 0, low: 0x7F00_0001 + UInt64(number)),
                interface: number % 3 == 2 ? 0x7FFF_0000 : nil)
        }
    }

    @Test(
        "Queries in one datagram have the same answers as single ones, in order",
        arguments: [0, 1, 7, 15, 16, 17, 200], [false, true])
    func together(count: Int, isUnderLock: Bool) throws {
        let socket = try NetlinkSocket(.route)
        var queries = RouteQueries()
        var alone: [RouteAnswer] = []
        for query in Self.queries(count) {
            alone.append(try socket.answer(query))
            queries.append(query)
        }
        for _ in 0..<2 {
            var together: [RouteAnswer] = []
            try socket.answer(Array(0..<count), of: &queries, isUnderLock: isUnderLock) {
                #expect($0 == together.count)
                together.append($1)
            }
            #expect(together == alone)
        }
        if count > 2 { #expect(alone[0] != alone[2]) }
        // The next exchange finds no remaining messages.
        #expect(try socket.allLinks().isEmpty == false)
    }

    @Test("Some of the queries are sent without the others")
    func some() throws {
        let socket = try NetlinkSocket(.route)
        var queries = RouteQueries()
        for query in Self.queries(40) { queries.append(query) }
        var asked: [Int] = []
        let wanted = [2, 3, 5, 8, 13, 21, 34]
        try socket.answer(wanted, of: &queries, isUnderLock: true) { position, answer in
            asked.append(position)
            let isLocal = answer == .refused(.local)
            #expect(isLocal == (position % 3 != 2))
        }
        #expect(asked == wanted)
    }

    @Test("A query keeps its request when others are removed")
    func removed() throws {
        let socket = try NetlinkSocket(.route)
        var queries = RouteQueries()
        for query in Self.queries(5) { queries.append(query) }
        queries.removeAll { $0 < 2 }
        #expect(queries.all == Array(Self.queries(5).dropFirst(2)))
        #expect(queries.position(of: Self.queries(5)[3], expected: 1) == 1)
        #expect(queries.position(of: Self.queries(5)[3], expected: 9) == 1)
        #expect(queries.position(of: Self.queries(5)[0], expected: 0) == nil)
        var answers: [RouteAnswer] = []
        try socket.answer([0, 1, 2], of: &queries, isUnderLock: false) { answers.append($1) }
        #expect(answers.map { $0 == .refused(.local) } == [false, true, true])
    }
}

extension NetlinkSocket {
    /// All links, in one list.
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

/// Requests in their binary form, on a little-endian machine.
@Suite("Requests") struct RequestTests {
    @Test("A request for a generic netlink command has both headers, and its attributes")
    func genericCommand() {
        let request = Request(command: 5, ofFamily: 28, flags: 0x301)
        request.append(3, 7)
        let header: [UInt8] = [28, 0, 0, 0, 28, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(request.bytes == header + [5, 0, 0, 0] + [8, 0, 3, 0, 7, 0, 0, 0])
    }

    @Test("An address is an attribute in network byte order")
    func address() {
        let request = Request(type: 26, flags: 1)
        request.append(1, AddressBytes(family: .ipv4, high: 0, low: 0xC000_0207))
        let header: [UInt8] = [24, 0, 0, 0, 26, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(request.bytes == header + [8, 0, 1, 0, 192, 0, 2, 7])
    }
}
