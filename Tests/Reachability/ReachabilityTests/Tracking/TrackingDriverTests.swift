// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSystem
import Netlink
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// What the loop reports of a network that a script plays: two interfaces; the first is preferred.
@Suite struct TrackingDriverTests {
    private let question = PathQuestion()
    private let kernel = ScriptedKernel()

    private static let eth0 = link(2, "eth0", bus: "pci")
    private static let wwan0 = link(3, "wwan0", kind: "wwan", hardwareType: 65534)

    private static func route(
        _ index: UInt32, _ destination: ScriptedRoutes.Route.Destination = .ipv4,
        isDead: Bool = false
    ) -> ScriptedRoutes.Route {
        ScriptedRoutes.Route(
            destination: destination, hops: [hop(index, isDead: isDead)],
            source: index == 2 ? "192.0.2.7" : "192.0.2.8")
    }

    init() {
        kernel.state = network(
            [Self.eth0, Self.wwan0], addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"]])
        // Its type is known, and no device need be read for it.
        kernel.state.set(NetworkDevice(), of: 2)
        kernel.routes = ScriptedRoutes(routes: [Self.route(2), Self.route(3)])
    }

    private func makeLoop(
        _ questions: Set<PathQuestion> = [PathQuestion()]
    ) -> TrackingDriver<ScriptedKernel> {
        let loop = TrackingDriver(questions, of: kernel, showsAll: false)
        _ = kernel.takeCalls()
        return loop
    }

    /// Lets the loop do all that there is to do.
    ///
    /// - Returns: the primary interfaces of the paths that it reports, in order; "-" for no path.
    private func run(_ loop: inout TrackingDriver<ScriptedKernel>) -> [String] {
        loop.wake()
        var primaries: [String] = []
        while let changed = loop.next() {
            #expect(!changed.isEmpty)
            primaries += changed.map { $0.path.primary?.name ?? "-" }
        }
        return primaries
    }

    private func setRoutes(_ routes: [ScriptedRoutes.Route], isMade: Bool) {
        kernel.routes = ScriptedRoutes(routes: routes)
        kernel.report([.event(.route(.ipv4, isMade: isMade))])
    }

    @Test("The first path is there at once, and the filter is set before it is evaluated")
    func begins() {
        let loop = TrackingDriver([question], of: kernel, showsAll: false)
        #expect(loop.path(question)?.primary?.name == "eth0")
        #expect(loop.mode == .events)
        let calls = kernel.takeCalls()
        #expect(calls.prefix(3) == [.open, .readSnapshot, .filter])
        let probes = question.probes.addresses.map(\.bytes)
        #expect(Set(kernel.watchedAddresses) == Set(probes))
    }

    @Test("A route that goes, and its return, are each one query and one report")
    func flap() {
        var loop = makeLoop()
        for _ in 0..<3 {
            setRoutes([], isMade: false)
            #expect(run(&loop) == ["-"])
            #expect(kernel.takeCalls() == [.query(count: 2, isUnderLock: false)])
            setRoutes([Self.route(2), Self.route(3)], isMade: true)
            #expect(run(&loop) == ["eth0"])
            // After the first time nothing is asked that is not known.
            #expect(kernel.takeCalls().allSatisfy { $0 != .queryOne })
        }
    }

    @Test("A path that was there before is the same value again, and nothing is evaluated")
    func cached() throws {
        var loop = makeLoop()
        let firstPath = loop.path(question)
        let first = try #require(firstPath)
        setRoutes([], isMade: false)
        _ = run(&loop)
        let secondPath = loop.path(question)
        let second = try #require(secondPath)
        for _ in 0..<3 {
            setRoutes([Self.route(2), Self.route(3)], isMade: true)
            _ = run(&loop)
            #expect(loop.path(question)?.isIdentical(to: first) == true)
            setRoutes([], isMade: false)
            _ = run(&loop)
            #expect(loop.path(question)?.isIdentical(to: second) == true)
        }
    }

    @Test("A path is not taken from the cache when something else was seen")
    func notCached() throws {
        var loop = makeLoop()
        let firstPath = loop.path(question)
        let first = try #require(firstPath)
        setRoutes([], isMade: false)
        _ = run(&loop)
        var renamed = Self.eth0
        renamed.name = "lan0"
        kernel.report([.event(.link(renamed))])
        _ = run(&loop)
        setRoutes([Self.route(2), Self.route(3)], isMade: true)
        #expect(run(&loop) == ["lan0"])
        #expect(loop.path(question)?.isIdentical(to: first) == false)
    }

    @Test("Another name server, rule or metric is another path, though interfaces are the same")
    func keys() {
        var loop = makeLoop()
        setRoutes([], isMade: false)
        _ = run(&loop)
        kernel.report([.nameServers(["192.0.2.53"])])
        _ = run(&loop)
        setRoutes([Self.route(2), Self.route(3)], isMade: true)
        _ = run(&loop)
        #expect(loop.path(question)?.supportsDNS == true)
        kernel.report([.nameServers([])])
        _ = run(&loop)
        #expect(loop.path(question)?.supportsDNS == false)
        // Of two routes the other one is preferred.
        setRoutes([Self.route(3), Self.route(2)], isMade: true)
        #expect(run(&loop) == ["wwan0"])
    }

    @Test("A change that is announced before it is made is seen under the lock")
    func announced() {
        var loop = makeLoop()
        kernel.announce([.event(.route(.ipv4, isMade: false))]) { kernel in
            kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        }
        #expect(run(&loop) == ["wwan0"])
        let calls = kernel.takeCalls()
        #expect(
            calls.contains { if case .query(_, isUnderLock: true) = $0 { true } else { false } })
    }

    @Test(
        "A link that is switched off before its routes go is no loss while another one takes over")
    func handOver() {
        var loop = makeLoop()
        var down = Self.eth0
        down.flags = []
        down.operationalState = 2
        kernel.announce([.event(.link(down))]) { kernel in
            kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        }
        #expect(run(&loop) == ["wwan0"])
    }

    @Test("A loss that stays is reported, though it looks like a change that is not finished")
    func transientThatStays() {
        var loop = makeLoop()
        setRoutes([Self.route(2, .lowerHalf)], isMade: false)
        #expect(run(&loop) == ["eth0"])
        #expect(loop.path(question)?.isDegraded == true)
    }

    @Test("A transient path waits for changes that are reported meanwhile")
    func transientInAStorm() {
        var loop = makeLoop()
        // After the lock the first half has gone, and the next change is under way.
        kernel.announce([.event(.route(.ipv4, isMade: false))]) { kernel in
            kernel.routes = ScriptedRoutes(routes: [Self.route(2, .lowerHalf)])
            kernel.announce([.event(.route(.ipv4, isMade: false))]) { kernel in
                kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
            }
        }
        #expect(run(&loop) == [])
        #expect(loop.path(question)?.primary?.name == "eth0")
        // A cost that differs meanwhile does not report the transient path.
        let statement = MeteredStatement(
            priority: .override, metered: Metered(.yes, source: .override, detail: "test"))
        kernel.report([.cost(statement, of: 3)])
        #expect(run(&loop) == ["wwan0"])
        #expect(loop.path(question)?.metered.value == .yes)
    }

    @Test("A transient path answers a new question, and leaves the paths of the others")
    func newQuestionDuringAChange() {
        var loop = makeLoop()
        let other = PathQuestion(prohibitedTypes: [.bluetooth])
        // Its route stays, as behind a link watch that lags, and changes wait.
        var down = Self.eth0
        down.flags = .up
        down.operationalState = 2
        kernel.routes = ScriptedRoutes(routes: [Self.route(2)])
        kernel.report([.event(.link(down))])
        loop.wake()
        _ = loop.next()
        kernel.report([.event(.setting)])
        loop.follow([question, other])
        #expect(loop.path(other)?.unsatisfiedReason == .noCarrier)
        _ = run(&loop)
        #expect(loop.path(question)?.unsatisfiedReason == .noCarrier)
        #expect(loop.path(other)?.unsatisfiedReason == .noCarrier)
    }

    @Test("A question that is followed no longer has no path, and one that is new has one at once")
    func questions() {
        var loop = makeLoop()
        let other = PathQuestion(requiredTypes: [.wwan])
        loop.follow([other])
        // Its answer is no change of the network.
        #expect(run(&loop) == [])
        #expect(loop.path(question) == nil)
        #expect(loop.path(other)?.primary?.name == "wwan0")
        #expect(kernel.takeCalls().first == .filter)
        loop.follow([other])
        #expect(run(&loop) == [])
        #expect(kernel.takeCalls() == [])
    }

    /// The question of a path to a host.
    private static func host(_ number: Int) -> PathQuestion {
        let address = IPAddress("198.51.\(100 + number / 250).\(number % 250 + 1)")
        return PathQuestion(probes: PathProbes([address].compactMap(\.self)), destination: .host)
    }

    @Test("A new question costs the same queries, however many are followed", arguments: [1, 400])
    func manyQuestions(count: Int) {
        var loop = makeLoop()
        _ = loop.follow((0..<count).map(Self.host), insteadOf: [])
        let before = loop.statistics.lookups
        let changed = loop.follow([Self.host(count)], insteadOf: [])
        #expect(changed.map(\.question) == [Self.host(count)])
        #expect(loop.statistics.lookups - before == 3)
        #expect(loop.path(Self.host(count))?.primary?.name == "eth0")
    }

    @Test("A change of a route asks once for each of many questions, and in few datagrams")
    func changeOfManyQuestions() {
        var loop = makeLoop()
        _ = loop.follow((0..<400).map(Self.host), insteadOf: [])
        // What is asked for the first time is asked alone.
        setRoutes([Self.route(3)], isMade: true)
        _ = run(&loop)
        setRoutes([Self.route(2), Self.route(3)], isMade: true)
        _ = run(&loop)
        _ = kernel.takeCalls()
        setRoutes([Self.route(3)], isMade: true)
        let primaries = run(&loop)
        #expect(primaries == [String](repeating: "wwan0", count: 401))
        let isAskedAlone = kernel.takeCalls().contains(.queryOne)
        #expect(!isAskedAlone)
    }

    @Test("Of many questions the others stay when some are followed no longer")
    func fewerQuestions() {
        var loop = makeLoop()
        _ = loop.follow((0..<10).map(Self.host), insteadOf: [])
        _ = loop.follow([Self.host(10)], insteadOf: [question, Self.host(9), Self.host(3)])
        #expect(
            Set(loop.paths.map(\.question))
                == Set([0, 1, 2, 4, 5, 6, 7, 8, 10].map(Self.host)))
        #expect(loop.paths.allSatisfy { loop.path($0.question)?.primary?.name == "eth0" })
    }

    @Test("What was known of a question that was not followed for a while is asked again")
    func returningQuestion() {
        var loop = makeLoop()
        _ = loop.follow([Self.host(1)], insteadOf: [])
        _ = loop.follow([], insteadOf: [Self.host(1)])
        // The filter withholds it.
        kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        _ = loop.follow([Self.host(1)], insteadOf: [])
        #expect(loop.path(Self.host(1))?.primary?.name == "wwan0")
    }

    @Test("A path that answered another question is no answer to this one")
    func formerQuestion() {
        var loop = makeLoop()
        let other = PathQuestion(prohibitedTypes: [.bluetooth])
        setRoutes([], isMade: false)
        _ = run(&loop)
        loop.follow([other])
        setRoutes([Self.route(2), Self.route(3)], isMade: true)
        #expect(run(&loop) == ["eth0"])
        #expect(loop.path(other)?.primary?.name == "eth0")
    }

    @Test("What xdg-desktop-portal says is a part of what a path is evaluated from")
    func desktopPortal() {
        func says(isAvailable: Bool) {
            kernel.state.desktopPortal = DesktopPortalReport(
                isAvailable: isAvailable, isMetered: false, connectivity: isAvailable ? 4 : 1,
                refusal: "cannot open a netlink socket")
            kernel.report([.exchange])
        }
        kernel.state = network([])
        kernel.routes = ScriptedRoutes(routes: [])
        var loop = makeLoop()
        for isAvailable in [true, false, true] {
            says(isAvailable: isAvailable)
            _ = run(&loop)
            #expect(loop.path(question)?.isSatisfied == isAvailable)
        }
    }

    @Test("Changes that wait while another question is answered are received after it")
    func changesBesideQuestion() {
        var loop = makeLoop()
        setRoutes([Self.route(3)], isMade: true)
        loop.wake()
        let other = PathQuestion(prohibitedTypes: [.bluetooth])
        loop.follow([question, other])
        #expect(loop.path(other)?.primary?.name == "wwan0")
        while loop.next() != nil {}
        #expect(loop.path(question)?.primary?.name == "wwan0")
        #expect(!kernel.hasChanges)
    }

    /// How the loop queries routes for a change of an interface without a usable address.
    private func looks(_ loop: inout TrackingDriver<ScriptedKernel>, at link: LinkMessage) -> [Bool]
    {
        kernel.report([.event(.link(link))])
        _ = run(&loop)
        return kernel.takeCalls().compactMap {
            if case .query(_, let isUnderLock) = $0 { isUnderLock } else { nil }
        }
    }

    @Test("A link that goes down and up is queried for once, if no route uses it")
    func bystander() {
        var other = link(4, "eth1", kind: "veth")
        kernel.state.set(other)
        var loop = makeLoop()
        for _ in 0..<3 {
            for flags in [[], Self.eth0.flags] {
                other.flags = flags
                #expect(looks(&loop, at: other) == [false])
            }
        }
    }

    /// Each row: the next hops of the route that goes. A link without an address is the first or the second of them.
    @Test(
        "A link without an address whose routes are in use is queried for under the lock, too",
        arguments: [[2, 4], [4, 2]] as [[UInt32]])
    func unnumbered(hops: [UInt32]) {
        var other = link(4, "eth1", kind: "veth")
        kernel.state.set(other)
        kernel.routes = ScriptedRoutes(
            routes: [
                ScriptedRoutes.Route(
                    destination: .ipv4, hops: hops.map { hop($0) }, source: "192.0.2.7")
            ])
        var loop = makeLoop()
        other.flags = []
        other.operationalState = 2
        kernel.announce([.event(.link(other))]) { kernel in
            kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        }
        #expect(run(&loop) == ["wwan0"])
    }

    @Test("A link that a question names is queried for under the lock, though no route uses it")
    func named() throws {
        var other = link(4, "eth1", kind: "veth")
        other.flags = []
        other.operationalState = 2
        kernel.state.set(other)
        let host = try #require(IPAddress("fe80::1"))
        var question = PathQuestion(probes: PathProbes([host]), destination: .host)
        question.zone = "eth1"
        kernel.state.set(
            [InterfaceAddress(address: try #require(IPAddress("fe80::7")), prefixLength: 64)], of: 4
        )
        var loop = makeLoop([question])
        other.flags = Self.eth0.flags
        other.operationalState = 6
        kernel.announce([.event(.link(other))]) { kernel in
            kernel.routes = ScriptedRoutes(routes: [
                ScriptedRoutes.Route(destination: .ipv6, hops: [hop(4)], source: "fe80::7")
            ])
        }
        #expect(run(&loop).last == "eth1")
    }

    /// The routers of two equal routes.
    private static let routers = [(2, "192.0.2.1"), (3, "198.51.100.1")].compactMap {
        (interface: UInt32, text) in
        IPAddress(text).map { Neighbor(interface: interface, address: $0.bytes) }
    }

    /// Reports that a router works, or does not, and has the kernel choose another one.
    private func setRouter(_ number: Int, works: Bool, choosing chosen: Int) {
        let other = 1 - chosen
        kernel.routes = ScriptedRoutes(routes: [Self.routed(chosen), Self.routed(other)])
        let state: UInt16 = works ? 0x02 : 0x20
        kernel.report([.event(.neighbor(NeighborMessage(Self.routers[number], state: state)))])
    }

    private static func routed(_ number: Int) -> ScriptedRoutes.Route {
        let gateway = IPAddress(routers[number].address).description
        return ScriptedRoutes.Route(
            destination: .ipv4, hops: [hop(UInt32(number) + 2, via: gateway)],
            source: number == 0 ? "192.0.2.7" : "192.0.2.8")
    }

    private static let filter = ScriptedKernel.Call.filter

    /// Whether the kernel was asked once, after the filter was replaced or without that.
    private func isOneLook(_ calls: [ScriptedKernel.Call], filters: Bool) -> Bool {
        let asked = filters ? Array(calls.dropFirst()) : calls
        guard filters == (calls.first == Self.filter), asked.count == 1 else { return false }
        if case .query(_, isUnderLock: false) = asked[0] { return true }
        return false
    }

    @Test("A router that fails, and works again, is followed like a route, with one query each")
    func neighbors() {
        kernel.routes = ScriptedRoutes(routes: [Self.routed(0), Self.routed(1)])
        var loop = makeLoop()
        #expect(
            kernel.followedNextHops
                == Set(Self.routers.map { RouteFilter.NextHop($0, known: .nothing) }))
        for _ in 0..<2 {
            setRouter(0, works: false, choosing: 1)
            #expect(run(&loop) == ["wwan0"])
            setRouter(0, works: true, choosing: 0)
            #expect(run(&loop) == ["eth0"])
        }
        _ = kernel.takeCalls()
        // From now on the kernel withholds what says again that it works. The filter is replaced before the query.
        setRouter(0, works: false, choosing: 1)
        _ = run(&loop)
        #expect(isOneLook(kernel.takeCalls(), filters: true))
        #expect(!kernel.followedNextHops.contains(.init(Self.routers[0], known: .isReachable)))
        setRouter(0, works: true, choosing: 0)
        _ = run(&loop)
        #expect(kernel.followedNextHops.contains(.init(Self.routers[0], known: .isReachable)))
        // Nothing new is known by another failure of a router that failed.
        setRouter(1, works: false, choosing: 0)
        #expect(run(&loop) == [])
        _ = kernel.takeCalls()
        setRouter(1, works: false, choosing: 0)
        #expect(run(&loop) == [])
        #expect(isOneLook(kernel.takeCalls(), filters: false))
    }

    /// (`fib_detect_death` keeps to a first router that is reachable, and alternates while it is not confirmed.)
    @Test("A router of IPv4 that is not confirmed any more may not be the kernel's choice")
    func unconfirmed() {
        kernel.routes = ScriptedRoutes(routes: [Self.routed(0), Self.routed(1)])
        var loop = makeLoop()
        setRouter(0, works: true, choosing: 0)
        #expect(run(&loop) == [])
        kernel.routes = ScriptedRoutes(routes: [Self.routed(1), Self.routed(0)])
        kernel.report([.event(.neighbor(NeighborMessage(Self.routers[0], state: 0x04)))])
        #expect(run(&loop) == ["wwan0"])
        // All messages pass until it is reachable again.
        #expect(kernel.followedNextHops.contains(.init(Self.routers[0], known: .nothing)))
        setRouter(0, works: true, choosing: 0)
        #expect(run(&loop) == ["eth0"])
        #expect(kernel.followedNextHops.contains(.init(Self.routers[0], known: .isReachable)))
    }

    @Test("A router that is new is followed before routes are queried once more")
    func newRouter() {
        kernel.routes = ScriptedRoutes(routes: [Self.routed(0)])
        var loop = makeLoop()
        kernel.routes = ScriptedRoutes(routes: [Self.routed(1)])
        kernel.report([.event(.route(.ipv4, isMade: true))])
        #expect(run(&loop) == ["wwan0"])
        let calls = kernel.takeCalls()
        #expect(calls.filter { $0 == Self.filter }.count == 1)
        let afterFilter = calls.drop { $0 != Self.filter }.dropFirst()
        #expect(!afterFilter.isEmpty)
        #expect(kernel.followedNextHops.count == 2)
    }

    @Test("After lost messages no router is known to work until the kernel says so")
    func lostNeighbors() {
        kernel.routes = ScriptedRoutes(routes: [Self.routed(0)])
        var loop = makeLoop()
        setRouter(0, works: true, choosing: 0)
        _ = run(&loop)
        #expect(kernel.followedNextHops.contains { $0.known == .isReachable })
        kernel.report([.loss])
        _ = run(&loop)
        #expect(!kernel.followedNextHops.contains { $0.known == .isReachable })
    }

    @Test("Where the kernel refuses the filter, the counts say so", arguments: [false, true])
    func filter(isRefused: Bool) {
        kernel.refusesFilter = isRefused
        let loop = makeLoop()
        #expect(loop.statistics.isFilterOpen == isRefused)
    }

    @Test("All that another question calls for is done before it is followed")
    func questionDuringAChange() {
        var loop = makeLoop()
        // Its answer shows that the kernel has not finished a change.
        let other = PathQuestion(overrides: [InterfaceOverride(interface: "eth0", isMetered: true)])
        kernel.routes = ScriptedRoutes(routes: [Self.route(2, .lowerHalf)])
        loop.follow([question, other])
        #expect(loop.path(other)?.status == .satisfied)
        #expect(loop.path(other)?.isDegraded == true)
        #expect(loop.path(question)?.isDegraded == true)
        _ = kernel.takeCalls()
        #expect(run(&loop) == [])
        #expect(kernel.takeCalls() == [])
    }

    @Test("Of several paths those are reported that differ, also when they are found again")
    func otherPaths() {
        var loop = makeLoop([question, PathQuestion(requiredTypes: [.wwan])])
        for _ in 0..<3 {
            setRoutes([Self.route(3)], isMade: true)
            #expect(run(&loop) == ["wwan0"])
            setRoutes([Self.route(2), Self.route(3)], isMade: true)
            #expect(run(&loop) == ["eth0"])
        }
    }

    @Test("A third route is not mistaken for the one before the last")
    func thirdRoute() {
        var loop = makeLoop()
        setRoutes([], isMade: false)
        #expect(run(&loop) == ["-"])
        setRoutes([Self.route(3)], isMade: true)
        #expect(run(&loop) == ["wwan0"])
    }

    private static let rule = RuleMessage(family: .ipv4, priority: 5, mark: 9, table: 254)

    @Test("A rule that changes no path is not reported")
    func unimportantRule() {
        var loop = makeLoop()
        kernel.report([.event(.rule(Self.rule))])
        #expect(run(&loop) == [])
    }

    @Test("A path is found again after one that was equal, and not with another rule")
    func rulesInTheCache() throws {
        var loop = makeLoop()
        let firstPath = loop.path(question)
        let first = try #require(firstPath)
        var removal = Self.rule
        removal.isRemoval = true
        for (events, isIdentical) in [([removal], true), ([], false)] {
            setRoutes([], isMade: false)
            _ = run(&loop)
            // Without a route the path is the same with and without the rule.
            kernel.report([.event(.rule(Self.rule))])
            #expect(run(&loop) == [])
            kernel.report(events.map { .event(.rule($0)) })
            setRoutes([Self.route(2), Self.route(3)], isMade: true)
            #expect(run(&loop) == ["eth0"])
            #expect(loop.path(question)?.isIdentical(to: first) == isIdentical)
        }
    }

    @Test("A cost that differs is reported once, and nothing is queried for it")
    func cost() {
        var loop = makeLoop()
        let statement = MeteredStatement(
            priority: .override, metered: Metered(.yes, source: .override, detail: "test"))
        for reported in [[Metered.Value.yes], []] {
            kernel.report([.cost(statement, of: 2)])
            loop.wake()
            #expect((loop.next() ?? []).map(\.path.metered.value) == reported)
            #expect(loop.next()?.count == nil)
        }
        #expect(kernel.takeCalls() == [])
    }

    @Test("What changed without an evaluation is taken back when the former network is read")
    func takenBack() {
        let statement = MeteredStatement(
            priority: .override, metered: Metered(.yes, source: .override, detail: "test"))
        var shown = Self.eth0
        shown.mtu = 1400
        for report in [ScriptedKernel.Report.cost(statement, of: 2), .event(.link(shown))] {
            var loop = makeLoop()
            let first = loop.path(question)
            kernel.report([report])
            #expect(run(&loop) == ["eth0"])
            #expect(loop.path(question) != first)
            kernel.report([.exchange])
            #expect(run(&loop) == ["eth0"])
            #expect(loop.path(question) == first)
        }
    }

    @Test("Each query, message and loss counts, also those over sockets that are closed")
    func statistics() {
        func queries() -> Int {
            kernel.takeCalls().map {
                switch $0 {
                case .query(let count, _): count
                case .queryOne: 1
                case .open, .close, .readSnapshot, .filter: 0
                }
            }.reduce(0, +)
        }
        var loop = TrackingDriver([question], of: kernel, showsAll: false)
        var count = queries()
        #expect(loop.statistics.lookups == count)
        setRoutes([Self.route(3)], isMade: true)
        _ = run(&loop)
        #expect(loop.statistics.messages == 1)
        #expect(loop.statistics.overruns == 0)
        #expect(loop.statistics.drops == 0)
        count += queries()
        kernel.report([.foreign, .foreign])
        _ = run(&loop)
        #expect(loop.statistics.drops == 2)
        #expect(loop.statistics.lookups == count)
        // It fails before a query is sent.
        kernel.failure = NetlinkError(.lookUpRoute, .errno(EIO))
        _ = run(&loop)
        kernel.failure = nil
        kernel.now = loop.due ?? .max
        _ = run(&loop)
        count += queries()
        #expect(loop.statistics.lookups == count)
        #expect(loop.statistics.messages == 1)
    }

    @Test("What could not be opened yet is no resync", arguments: [false, true])
    func failureToOpen(isPolled: Bool) {
        kernel.subscriptionRefusal =
            isPolled ? NetworkAccessError(NetlinkError(.subscribe, .errno(EPERM))) : nil
        kernel.failure = isPolled ? nil : NetlinkError(.lookUpRoute, .errno(EIO))
        var loop = makeLoop()
        kernel.failure = NetlinkError(.lookUpRoute, .errno(EIO))
        // The next poll fails, or the next attempt.
        kernel.now = loop.due ?? .max
        _ = run(&loop)
        guard case .unavailable = loop.mode else {
            Issue.record("\(loop.mode)")
            return
        }
        #expect(loop.statistics.resyncs == 0)
    }

    @Test(
        "The loop is due when the kernel is, or when a route ends",
        arguments: [
            (nil, nil, nil), (nil, 3000, 3000), (5000, nil, 5020), (5000, 3000, 3000),
            (5000, 7000, 5020),
        ] as [(Int64?, Int64?, Int64?)])
    func due(end: Int64?, kernelDue: Int64?, due: Int64?) {
        if let end { kernel.routes = ExpiringRoutes(kernel: kernel, end: end) }
        kernel.due = kernelDue
        #expect(makeLoop().due == due)
    }

    @Test("After lost messages the whole network is read, and counts as a resync")
    func lostMessages() {
        var loop = makeLoop()
        kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        kernel.report([.loss])
        #expect(run(&loop) == ["wwan0"])
        #expect(kernel.takeCalls().prefix(2) == [.readSnapshot, .filter])
        #expect(loop.statistics.overruns == 1)
        #expect(loop.statistics.resyncs == 1)
    }

    @Test("A socket that fails is opened again at once, and what changed meanwhile is reported")
    func failure() {
        var loop = makeLoop()
        kernel.failure = NetlinkError(.lookUpRoute, .errno(EIO))
        #expect(run(&loop) == [])
        #expect(kernel.takeCalls().contains(.close))
        guard case .unavailable = loop.mode else {
            Issue.record("\(loop.mode)")
            return
        }
        // The path stays.
        #expect(loop.path(question)?.primary?.name == "eth0")
        #expect(loop.statistics.resyncs == 1)
        kernel.failure = nil
        kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        kernel.now = loop.due ?? .max
        #expect(run(&loop) == ["wwan0"])
        #expect(loop.mode == .events)
        #expect(loop.statistics.resyncs == 1)
    }

    @Test("Where the kernel does not report changes, they are found every ten seconds")
    func polling() {
        let refusal = NetworkAccessError(NetlinkError(.subscribe, .errno(EPERM)))
        kernel.subscriptionRefusal = refusal
        var loop = makeLoop()
        #expect(loop.mode == .polling(refusal))
        kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        kernel.now = 9_999
        #expect(run(&loop) == [])
        kernel.now = 10_000
        #expect(loop.due == 10_000)
        #expect(run(&loop) == ["wwan0"])
        #expect(loop.due == 20_000)
    }

    @Test(
        "A route that ends by itself is queried again when it has ended, though nothing is reported"
    )
    func expiry() {
        kernel.routes = ExpiringRoutes(kernel: kernel, end: 5000)
        var loop = makeLoop()
        #expect(loop.path(question)?.status == .satisfied)
        let due = loop.due ?? 0
        // After the ticks of both clocks.
        #expect(due == 5020)
        kernel.now = due - 1
        #expect(run(&loop) == [])
        #expect(kernel.takeCalls() == [])
        kernel.now = due
        #expect(run(&loop) == ["-"])
        // When it was collected, or an advertisement has brought it back without a report.
        #expect(loop.due == due + kernel.routeCollectionInterval)
    }

    @Test("An interface that a path shows is reported when its MTU differs, another one is not")
    func presentation() {
        var loop = makeLoop()
        var other = link(9, "dummy0", kind: "dummy", isUp: false)
        kernel.report([.event(.link(other))])
        _ = run(&loop)
        _ = kernel.takeCalls()
        other.mtu = 1400
        kernel.report([.event(.link(other))])
        #expect(run(&loop) == [])
        var shown = Self.eth0
        shown.mtu = 1400
        kernel.report([.event(.link(shown))])
        #expect(run(&loop) == ["eth0"])
        #expect(loop.path(question)?.primary?.mtu == 1400)
        #expect(kernel.takeCalls() == [])
    }

    @Test(
        "Where all interfaces are shown, an MTU is reported whichever it is of",
        arguments: [false, true])
    func presentationOfAll(showsAll: Bool) {
        var dummy0 = link(9, "dummy0", kind: "dummy", isUp: false)
        kernel.state.set(dummy0)
        var loop = TrackingDriver([question], of: kernel, showsAll: showsAll)
        dummy0.mtu = 1400
        kernel.report([.event(.link(dummy0))])
        #expect(run(&loop) == (showsAll ? ["eth0"] : []))
    }

    @Test(
        "An interface beside the path is shown if it has a device, or is up with an address",
        arguments: [
            ("the path's own, without an address", wwan0, nil, true),
            ("down", link(9, "dummy0", kind: "dummy", isUp: false), nil, false),
            ("up, without an address", link(9, "dummy0", kind: "dummy"), nil, false),
            ("a card", link(9, "eth1", isUp: false, bus: "pci"), nil, true),
            (
                "a device that is new", link(9, "dummy0", kind: "dummy", isUp: false),
                link(9, "dummy0", kind: "dummy", isUp: false, bus: "pci"), true
            ),
        ] as [(String, LinkMessage, LinkMessage?, Bool)])
    func presentationBesideThePath(
        name: String, before: LinkMessage, after: LinkMessage?, isShown: Bool
    ) {
        kernel.state = network([Self.wwan0])
        kernel.state.set(before)
        kernel.state.set(NetworkDevice(), of: before.index)
        kernel.routes = ScriptedRoutes(routes: [Self.route(3)])
        var loop = makeLoop()
        #expect(loop.path(question)?.primary?.name == "wwan0")
        var changed = after ?? before
        changed.mtu = 1400
        kernel.report([.event(.link(changed))])
        #expect(run(&loop) == (isShown ? ["wwan0"] : []))
        #expect(kernel.takeCalls() == [])
    }

    /// Two servers, each over one of the interfaces.
    private static let servers = ["203.0.113.2", "203.0.113.3"]

    private func setServer(_ server: String) {
        kernel.tunnels[4] = .device(
            WireGuardDevice(peers: [
                .init(
                    endpoint: IPAddress(server).map { .init(address: $0.bytes, port: 51820) },
                    allowedIPs: [
                        .init(AddressBytes(family: .ipv4, high: 0, low: 0), length: 0)
                    ])
            ]))
    }

    @Test("WireGuard is read again with each change, and the routes to its servers are followed")
    func wireGuard() {
        kernel.state = network(
            [Self.eth0, Self.wwan0, link(4, "wg0", kind: "wireguard", hardwareType: 65534)],
            addresses: [2: ["192.0.2.7"], 3: ["192.0.2.8"], 4: ["10.8.0.2"]])
        kernel.state.set(NetworkDevice(), of: 2)
        var tunnel = Self.route(4)
        tunnel.source = "10.8.0.2"
        kernel.routes = ScriptedRoutes(
            routes: Self.servers.enumerated().map { place, server in
                Self.route(UInt32(2 + place), .host(server))
            } + [tunnel])
        setServer(Self.servers[0])
        var loop = makeLoop()
        var underlay: [String]? { loop.path(question)?.underlay.map(\.name) }
        func isWatched(_ server: String) -> Bool {
            kernel.watchedAddresses.contains(IPAddress(server)!.bytes)
        }
        #expect(underlay == ["eth0"])
        #expect(isWatched(Self.servers[0]))
        for (server, expected) in [(1, "wwan0"), (0, "eth0"), (1, "wwan0")] {
            // An endpoint that roams is not reported.
            setServer(Self.servers[server])
            #expect(run(&loop) == [])
            kernel.report([.event(.route(.ipv4, isMade: true))])
            #expect(run(&loop) == ["wg0"])
            #expect(underlay == [expected])
            #expect(isWatched(Self.servers[server]))
        }
        // If it did not, nothing is reported.
        kernel.report([.event(.route(.ipv4, isMade: true))])
        #expect(run(&loop) == [])
    }

    @Test("Without a WireGuard interface in the path, WireGuard is not read")
    func noWireGuard() {
        kernel.state.set(link(4, "wg0", kind: "wireguard", hardwareType: 65534))
        var loop = TrackingDriver([question], of: kernel, showsAll: false)
        setRoutes([Self.route(3)], isMade: true)
        #expect(run(&loop) == ["wwan0"])
        #expect(kernel.tunnelReads == 0)
    }

    @Test("What is kept of a flap is not reported again after a presentation that differs")
    func presentationAfterFlap() {
        var loop = makeLoop()
        setRoutes([], isMade: false)
        _ = run(&loop)
        var shown = Self.eth0
        shown.mtu = 1400
        kernel.report([.event(.link(shown))])
        _ = run(&loop)
        setRoutes([Self.route(2), Self.route(3)], isMade: true)
        _ = run(&loop)
        #expect(loop.path(question)?.primary?.mtu == 1400)
    }
}

/// A default route that ends at a time of a kernel's clock.
private struct ExpiringRoutes: RouteOracle {
    let kernel: ScriptedKernel
    let end: Int64

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        guard query.destination.family == .ipv4, kernel.now < end else {
            return .refused(.noRoute)
        }
        return .route(
            RouteReply(
                source: query.matchesEntry ? nil : IPAddress("192.0.2.7")?.bytes,
                nextHops: [RouteReply.NextHop(interface: 2)],
                expiresInTicks: UInt32((end - kernel.now) / 10)))
    }
}
