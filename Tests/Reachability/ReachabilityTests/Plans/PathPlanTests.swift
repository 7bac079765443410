// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The data plan of a path, on a scripted network with a scripted usage.
struct PathPlanTests {
    private let network = ScriptedNetwork()
    private let usage: ScriptedPlanUsage
    private static let lte = DataPlan(
        name: "LTE", interface: "wwan*", limit: 2_000_000_000, renewal: .monthly(on: 5))
    private static let train = DataPlan(name: "Train", ssid: "Train*", limit: 200_000_000)

    init() { usage = ScriptedPlanUsage(network) }

    private func monitor(
        _ plans: [DataPlan] = [lte, train], overrides: [InterfaceOverride] = []
    ) -> PathMonitor {
        PathMonitor(
            network, .init(overrides: overrides, plans: plans, planUsage: usage))
    }

    @Test("A path over a network with a plan has the plan, and is metered by it")
    func plan() {
        network.connect(.wwan, name: "wwan0")
        usage.set(1_300_000_000, of: "LTE")
        let path = monitor().currentPath
        #expect(path.plan?.name == "LTE")
        #expect(path.plan?.state == .within)
        #expect(path.plan?.used == 1_300_000_000)
        #expect(path.plan?.limit == 2_000_000_000)
        #expect(path.plan?.warning == 1_600_000_000)
        #expect(path.metered == Metered(.yes, source: .plan, detail: "the data plan “LTE”"))
        #expect(path.primary?.metered.source == .plan)
    }

    @Test("A path over another network has no plan")
    func none() {
        network.connect(.ethernet, name: "eth0")
        network.connect(.wwan, name: "wwan0")
        let path = monitor().currentPath
        #expect(path.plan == nil)
        #expect(path.metered.source == .interfaceType)
        // An interface with a plan costs, whether it carries the path or not.
        let modem = path.interfaces.first { $0.name == "wwan0" }
        #expect(modem?.metered.source == .plan)
        network.disconnect("eth0")
        network.disconnect("wwan0")
        #expect(monitor().currentPath.plan == nil)
    }

    @Test("An override has priority over a plan, and the plan stays")
    func override() {
        network.connect(.wwan, name: "wwan0")
        let path = monitor(overrides: [.init(interface: "wwan0", isMetered: false)]).currentPath
        #expect(path.metered.value == .no)
        #expect(path.metered.source == .override)
        #expect(path.plan?.name == "LTE")
    }

    @Test("Below a VPN, the plan of the carrying interface counts")
    func tunnel() {
        network.connect(.wwan, name: "wwan0")
        network.connect(.vpn, name: "wg0")
        let path = monitor().currentPath
        #expect(path.primary?.name == "wg0")
        #expect(path.plan?.name == "LTE")
        #expect(path.metered.value == .yes)
        #expect(path.metered.source == .underlay)
        // The bytes are those of the interface below.
        let plans = [DataPlan(name: "VPN", interface: "wg*", limit: 1)]
        #expect(monitor(plans).currentPath.plan == nil)
    }

    @Test("Of several interfaces the worst plan counts")
    func worst() {
        network.connect(.wwan, name: "wwan0", families: [.ipv4])
        network.connect(.wifi, name: "wlan0", ssid: "Train WiFi", families: [.ipv6])
        let monitor = monitor()
        #expect(monitor.currentPath.plan?.state == .within)
        usage.set(199_000_000, of: "Train")
        #expect(monitor.currentPath.plan?.name == "Train")
        #expect(monitor.currentPath.plan?.state == .warning)
        usage.set(2_000_000_000, of: "LTE")
        #expect(monitor.currentPath.plan?.name == "LTE")
        #expect(monitor.currentPath.plan?.state == .over)
    }

    @Test("While nothing records, the state is unknown")
    func unknown() {
        network.connect(.wwan, name: "wwan0")
        usage.isRecording = false
        let plan = monitor().currentPath.plan
        #expect(plan?.state == .unknown)
        #expect(plan?.used == nil)
        #expect(plan?.renewsAt != nil)
        // What is used meanwhile counts later.
        usage.use(600_000_000, of: Self.lte)
        usage.use(500_000_000, of: Self.lte)
        #expect(monitor().currentPath.plan?.used == nil)
        usage.isRecording = true
        #expect(monitor().currentPath.plan?.used == 1_100_000_000)
    }

    @Test("A plan renews, and begins with 0")
    func renewal() throws {
        network.connect(.wwan, name: "wwan0")
        usage.use(2_000_000_000, of: Self.lte)
        let monitor = monitor()
        let old = try #require(monitor.currentPath.plan)
        #expect(old.state == .over)
        usage.advance(by: try #require(old.renewsAt) - usage.now)
        let new = try #require(monitor.currentPath.plan)
        #expect(new.state == .within)
        #expect(new.used == 0)
        #expect(new.startedAt == old.renewsAt)
    }

    @Test("A change of the state is a change of the path, and a change of the bytes is not")
    func changes() async throws {
        network.connect(.wwan, name: "wwan0")
        let monitor = monitor()
        var changes = monitor.changes.makeAsyncIterator()
        let first = monitor.currentPath
        usage.use(1_000_000_000, of: Self.lte)
        usage.use(700_000_000, of: Self.lte)
        let change = try #require(await changes.next())
        #expect(change.fields == [.plan])
        #expect(change.old.plan?.state == .within)
        #expect(change.new.plan?.state == .warning)
        #expect(PathChange(from: first, to: monitor.currentPath)?.fields == [.plan])
        // On pace or ahead of it: conditions depend on that, a watch does not show it.
        usage.set(1_700_000_000, of: "LTE")
        let slow = monitor.currentPath
        usage.set(1_900_000_000, of: "LTE")
        #expect(slow.plan?.isOnPace != monitor.currentPath.plan?.isOnPace)
        #expect(PathChange(from: slow, to: monitor.currentPath) == nil)
        monitor.cancel()
    }

    @Test("The path has its plan in JSON: with bytes, and without them in an event")
    func json() throws {
        network.connect(.wwan, name: "wwan0")
        let off = monitor().currentPath
        usage.set(1_700_000_000, of: "LTE")
        let path = monitor().currentPath
        let text = JSONLineEncoder.text(path)
        let end = try #require(path.plan?.period?.end)
        let renewsAt = Timestamp(milliseconds: end).description
        #expect(
            text.contains(
                #""plan":{"name":"LTE","state":"warning","used":1700000000,"limit":2000000000,"warning":1600000000,"renewsAt":"\#(renewsAt)"}"#
            ))
        let change = try #require(PathChange(from: off, to: path))
        #expect(
            JSONLineEncoder.text(change).contains(
                #""plan":{"name":"LTE","state":"warning","renewsAt":"\#(renewsAt)"}"#))
        network.connect(.ethernet, name: "eth0")
        #expect(JSONLineEncoder.text(monitor().currentPath).contains(#""plan":null"#))
    }

    @Test("The configurations of two monitors with the same plans are equal")
    func configurations() {
        func configuration(_ plans: [DataPlan], _ usage: any PlanUsage) -> PathMonitor.Configuration
        {
            .init(plans: plans, planUsage: usage)
        }
        let other = ScriptedPlanUsage(network)
        #expect(configuration([Self.lte], usage) == configuration([Self.lte], usage))
        #expect(configuration([Self.lte], usage) != configuration([Self.train], usage))
        #expect(configuration([Self.lte], usage) != configuration([Self.lte], other))
        // Without a plan no source is asked.
        #expect(configuration([], usage) == configuration([], other))
    }
}
