// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability

/// The interfaces of a path in comparison with those of the previous path.
@Suite struct ShowingTests {
    private static let lo = link(1, "lo", hardwareType: 772)
    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let eth1 = link(3, "eth1", bus: "pci")

    private var state = network([lo, eth0, eth1], addresses: [2: ["192.0.2.7"]])

    private func path(
        _ routes: [ScriptedRoutes.Route] = [],
        _ question: PathQuestion = PathQuestion()
    ) throws -> NetworkPath {
        try NetworkPath.evaluate(state, question, oracle: ScriptedRoutes(routes: routes))
    }

    /// The displayed interfaces, with `=` before those that are the same.
    private func words(
        _ path: NetworkPath, all: Bool = false, _ choice: NetworkPath.Choice? = nil,
        beside other: NetworkPath?
    ) -> [String] {
        var words: [String] = []
        path.forEachShowing(choice ?? (all ? .all : .ofInterest), beside: other) { showing in
            switch showing {
            case .same(let index): words.append("=\(index)")
            case .other(let interface): words.append("\(interface.index)")
            }
        }
        return words
    }

    @Test("Without an earlier path every interface is new")
    func withoutAnotherPathAllIsNew() throws {
        #expect(words(try path(), beside: nil) == ["2", "3"])
        #expect(words(try path(), all: true, beside: nil) == ["1", "2", "3"])
    }

    @Test("An interface without a change is the same")
    func withoutAnEventItIsTheSame() throws {
        #expect(words(try path(), all: true, beside: try path()) == ["=1", "=2", "=3"])
    }

    @Test("Exactly the named interfaces are shown")
    func named() throws {
        let names = NetworkPath.Choice.named(["lo", "eth1", "eth9"])
        #expect(words(try path(), names, beside: nil) == ["1", "3"])
        #expect(words(try path(), names, beside: try path()) == ["=1", "=3"])
    }

    @Test("A changed interface is not the same")
    mutating func afterAnEventItIsNotTheSame() throws {
        let before = try path()
        var link = Self.eth1
        link.mtu = 1400
        _ = state.apply(.link(link))
        #expect(words(try path(), beside: before) == ["=2", "3"])
    }

    @Test("An interface that carries another family is not the same")
    func whatCarriesNowIsNotTheSame() throws {
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [RouteReply.NextHop(interface: 2)], source: "192.0.2.7")
        let with = try path([route])
        #expect(with.status == .satisfied)
        #expect(words(with, beside: try path()) == ["2", "=3"])
        #expect(words(with, beside: try path([route])) == ["=2", "=3"])
        #expect(words(try path(), beside: with) == ["2", "=3"])
    }

    @Test("With other overrides no interface is the same")
    func ofOtherOverridesNothingIsKnown() throws {
        let override = InterfaceOverride(interface: "eth0", isMetered: true)
        let metered = PathQuestion(overrides: [override])
        #expect(words(try path([], metered), beside: try path()) == ["2", "3"])
    }

    /// The interface existed before, and was of no interest.
    @Test("An interface that was not shown before is not the same")
    mutating func whatWasNotShownIsNotTheSame() throws {
        state = network([Self.lo, Self.eth0, link(4, "dummy0", kind: "dummy", isUp: false)])
        let before = try path()
        #expect(words(before, beside: nil) == ["2"])
        #expect(words(before, all: true, beside: before) == ["=1", "=2", "=4"])
        let address = AddressMessage(
            interface: 4, address: AddressBytes(family: .ipv4, high: 0, low: 0xC633_6401))
        _ = state.apply(.link(link(4, "dummy0", kind: "dummy")))
        _ = state.apply(.address(address))
        #expect(words(try path(), beside: before) == ["=2", "4"])
    }

    @Test("Without a path all interfaces that are up are shown")
    mutating func whatIsUpIsShownWithoutAPath() throws {
        let addresses: [UInt32: [String]] = [2: ["192.0.2.7"]]
        state = network(
            [
                Self.lo, Self.eth0, link(4, "dummy0", kind: "dummy"),
                link(5, "br0", kind: "bridge", carrier: false),
                link(6, "spare", kind: "bridge", isUp: false),
            ], addresses: addresses)
        let route = ScriptedRoutes.Route(
            destination: .ipv4, hops: [RouteReply.NextHop(interface: 2)], source: "192.0.2.7")
        let (with, without) = (try path([route]), try path())
        #expect(words(with, beside: nil) == ["2"])
        #expect(words(without, beside: with) == ["2", "4", "5"])
        #expect(without.interfacesOfInterest.map(\.name) == ["eth0", "dummy0", "br0"])
        #expect(without.isOfInterest(4) && !with.isOfInterest(4) && !without.isOfInterest(6))
        // A path with other interfaces keeps its interfaces of interest.
        #expect(with.showing(state.interfaces, state.counts).interfacesOfInterest.count == 1)
        #expect(without.showing(state.interfaces, state.counts).interfacesOfInterest.count == 3)
    }

    /// An upper interface contains the names of the lower ones and inherits their costs.
    @Test("An interface above another one is always compared")
    mutating func whatStandsOnAnotherIsLookedAt() throws {
        state = network([Self.lo, Self.eth0, link(4, "eth0.10", kind: "vlan", on: 2)])
        #expect(words(try path(), all: true, beside: try path()) == ["=1", "=2", "4"])
    }

    @Test("A path with other interfaces shares its evaluation")
    mutating func aPathThatShowsOthersSharesItsWays() throws {
        let before = try path()
        var link = Self.eth1
        link.mtu = 1400
        _ = state.apply(.link(link))
        let after = before.showing(
            state.interfaces, state.counts)
        #expect(after.sharesEvaluation(with: before) && after.isDecided(like: before))
        #expect(after != before)
        #expect(after == (try path()))
        #expect(!after.sharesEvaluation(with: try path()))
    }
}
