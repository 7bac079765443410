// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The path that follows from what xdg-desktop-portal says, where the kernel cannot be queried.
@Suite struct DesktopPortalPathTests {
    /// The kernel of a sandbox: nothing can be asked.
    private final class NoRoutes: RouteOracle {
        func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
            throw NetlinkError(.open, .errno(1))
        }
    }

    private static func state(
        _ isAvailable: Bool, _ isMetered: Bool, _ connectivity: UInt32, servers: [String] = []
    ) -> NetworkState {
        var state = NetworkState()
        state.resolver = ResolverConfiguration(nameServers: servers)
        state.desktopPortal = DesktopPortalReport(
            isAvailable: isAvailable, isMetered: isMetered, connectivity: connectivity,
            refusal: "cannot open a netlink socket")
        return state
    }

    @Test(
        "The portal's report decides the path",
        arguments: [
            // The connectivity is GLib's: 1 local, 2 limited, 3 portal, 4 full.
            (true, false, 4, .satisfied, .unknown, .unknown),
            (true, true, 4, .satisfied, .guessYes, .unknown),
            (false, false, 1, .unsatisfied, .unknown, .unknown),
            // Behind a captive portal, GLib calls no network available.
            (false, false, 3, .satisfied, .unknown, .portal),
            (false, false, 2, .satisfied, .unknown, .limited),
            (true, true, 2, .satisfied, .guessYes, .limited),
            (false, true, 1, .unsatisfied, .unknown, .unknown),
            (true, false, 9, .satisfied, .unknown, .unknown),
            (false, false, 0, .unsatisfied, .unknown, .unknown),
        ]
            as [(
                Bool, Bool, UInt32, NetworkPath.Status, Metered.Value,
                NetworkPath.Connectivity.Value
            )])
    func words(
        isAvailable: Bool, isMetered: Bool, connectivity: UInt32, status: NetworkPath.Status,
        metered: Metered.Value, finding: NetworkPath.Connectivity.Value
    ) throws {
        let path = try NetworkPath.evaluate(
            Self.state(isAvailable, isMetered, connectivity), oracle: NoRoutes())
        #expect(path.status == status)
        #expect(path.unsatisfiedReason == (status == .satisfied ? nil : .noRoute))
        #expect(path.connection == (status == .satisfied ? .other : .unavailable))
        #expect(path.metered.value == metered)
        #expect(path.metered.source == (status == .satisfied ? .desktopPortal : .noSource))
        #expect(path.connectivity.value == finding)
        #expect(path.connectivity.source == (finding == .unknown ? .noSource : .desktopPortal))
        #expect(path.interfaces.isEmpty && path.primary == nil)
        #expect(path.kernelRefusal == "cannot open a netlink socket")
    }

    @Test("A name server counts if one is configured", arguments: [[], ["192.0.2.53"]])
    func nameServers(servers: [String]) throws {
        let path = try NetworkPath.evaluate(
            Self.state(true, false, 4, servers: servers), oracle: NoRoutes())
        #expect(path.supportsDNS == !servers.isEmpty)
    }

    @Test("No path is known over interfaces of certain types")
    func types() throws {
        var question = PathQuestion()
        question.requiredTypes = [.wifi]
        let path = try NetworkPath.evaluate(
            Self.state(true, false, 4), question, oracle: NoRoutes())
        #expect(path.unsatisfiedReason == .noInterface)
    }

    @Test("A path is not found again by what is the same, while the portal says something else")
    func cacheKey() throws {
        let state = Self.state(true, false, 4)
        let routes = RouteCache(ScriptedKernel())
        var cache = PathCache()
        cache.store([FollowedPath(PathQuestion())], from: state, [], isDifferent: true)
        #expect(try cache.find(state, routes) != nil)
        var other = state
        other.desktopPortal?.isMetered = true
        #expect(try cache.find(other, routes) == nil)
    }

    @Test("An explanation says why the kernel was not asked, and what the portal says")
    func explanation() throws {
        let explanation = try PathExplanation.evaluate(
            Self.state(false, true, 3), oracle: NoRoutes())
        let evidence = explanation.answers.first?.evidence.filter(\.decided) ?? []
        #expect(
            evidence.map(\.fact) == [
                "cannot open a netlink socket", "the network has a captive portal, and is metered",
            ])
        #expect(evidence.map(\.source) == [.netlink, .desktopPortal])
        let finding = explanation.answers.first { $0.question == .connectivity }
        #expect(finding?.evidence.map(\.source) == [.desktopPortal])
    }
}
