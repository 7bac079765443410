// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Netlink

/// The real kernel, as any user may ask it.
@Suite struct SocketTests {
    @Test func loopbackIsAmongTheLinks() throws {
        let links = try NetlinkSocket(.route).dumpLinks()
        #expect(links.contains { $0.index == 1 && $0.name == "lo" && $0.hardwareType == 772 })
    }

    @Test func addressesBelongToLinks() throws {
        let socket = try NetlinkSocket(.route)
        let links = Set(try socket.dumpLinks().map(\.index))
        #expect(try socket.dumpAddresses().allSatisfy { links.contains($0.interface) })
    }

    @Test func theMainTableHasARule() throws {
        #expect(try NetlinkSocket(.route).dumpRules().contains { $0.table == 254 && $0.mark == 0 })
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
        #expect(try socket.dumpLinks().isEmpty == false)
    }
}
