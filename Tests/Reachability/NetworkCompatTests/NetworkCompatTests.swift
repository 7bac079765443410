// SPDX-License-Identifier: Apache-2.0

import NetworkCompat
import NetworkReachability
import ReachabilityTesting
import TestSupport
import Testing

/// Apple's names, over a scripted network.
@Suite struct NetworkCompatTests {
    private let network = ScriptedNetwork()

    private func path() -> NWPath { NWPathMonitor(PathMonitor(network)).currentPath }

    @Test(
        "Interface types map to Apple's types",
        arguments: [
            (InterfaceType.wifi, NWInterface.InterfaceType.wifi), (.wwan, .cellular),
            (.ethernet, .wiredEthernet), (.bluetooth, .other),
        ])
    func types(_ type: InterfaceType, asApple: NWInterface.InterfaceType) {
        network.connect(type, name: "if0")
        let path = path()
        #expect(path.status == .satisfied)
        #expect(path.availableInterfaces.map(\.type) == [asApple])
        #expect(path.availableInterfaces.map(\.name) == ["if0"])
        #expect(path.usesInterfaceType(asApple))
        let types: [NWInterface.InterfaceType] = [
            .other, .wifi, .cellular, .wiredEthernet, .loopback,
        ]
        for other in types where other != asApple {
            #expect(!path.usesInterfaceType(other))
        }
    }

    @Test(
        "Required and prohibited types count as the types of interfaces do",
        arguments: [
            (.vpn, [.other, .wifi]), (.bluetooth, [.other]), (.other, [.other]),
            (.wifi, [.wifi]), (.wwan, [.cellular]), (.ethernet, [.wiredEthernet]),
        ] as [(InterfaceType, Set<NWInterface.InterfaceType>)])
    func monitored(_ type: InterfaceType, types: Set<NWInterface.InterfaceType>) {
        // A VPN leads over Wi-Fi.
        if type == .vpn { network.connect(.wifi, name: "wlan0") }
        network.connect(type, name: "if0")
        for other in [.other, .wifi, .cellular, .wiredEthernet] as [NWInterface.InterfaceType] {
            let required = NWPathMonitor(PathMonitor(network, .requiring(other))).currentPath
            #expect((required.status == .satisfied) == types.contains(other))
            let others = NWPathMonitor(PathMonitor(network, .prohibiting([other]))).currentPath
            #expect((others.availableInterfaces.first?.name == "if0") != types.contains(other))
        }
    }

    @Test("A path through a VPN also uses the type of the interface below")
    func aVPNShowsWhatIsBelow() {
        network.connect(.wwan, name: "wwan0")
        network.connect(.vpn, name: "wg0")
        let path = path()
        #expect(path.usesInterfaceType(.other) && path.usesInterfaceType(.cellular))
        #expect(path.isExpensive)
    }

    @Test("An unsatisfied path has no interfaces and supports no protocol")
    func offline() {
        let path = path()
        #expect(path.status == .unsatisfied)
        #expect(path.unsatisfiedReason == .notAvailable)
        #expect(path.availableInterfaces == [])
        #expect("\(path)" == "unsatisfied (there is no network interface)")
        #expect(!path.supportsIPv4 && !path.supportsIPv6 && !path.supportsDNS)
    }

    @Test("A gateway is a host with an interface and port 0")
    func routers() {
        network.connect(.ethernet, name: "eth0", families: [.ipv4])
        let path = path()
        #expect(path.supportsIPv4 && path.supportsDNS && !path.isConstrained)
        let router = path.gateways.first
        #expect(path.gateways.count == 1)
        switch router {
        case .hostPort(.ipv4(let address), let port)?:
            #expect(address.interface?.name == "eth0")
            #expect(port.rawValue == 0)
        default: Issue.record("no IPv4 router")
        }
        #expect("\(path)" == "satisfied (eth0)" && "\(path.path)" == "satisfied (eth0)")
    }

    @Test(
        "An endpoint's description has its port unless that is 0",
        arguments: [
            ("192.0.2.1", 443, "192.0.2.1:443"), ("192.0.2.1", 0, "192.0.2.1"),
            ("2001:db8::1", 443, "2001:db8::1.443"),
        ])
    func endpoints(address: String, port: UInt16, text: String) throws {
        let host =
            try IPv4Address(address).map(NWEndpoint.Host.ipv4)
            ?? .ipv6(#require(IPv6Address(address)))
        let endpoint = NWEndpoint.hostPort(host: host, port: .init(rawValue: port))
        #expect("\(endpoint)" == text)
        #expect(endpoint.interface == nil)
    }

    @Test("An address has its bytes as raw value")
    func addressesAsBytes() {
        #expect(IPv4Address("192.0.2.1")?.rawValue == [192, 0, 2, 1])
        #expect(IPv4Address("2001:db8::1") == nil)
        #expect(
            IPv6Address("2001:db8::1")?.rawValue
                == [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(IPv6Address("192.0.2.1") == nil)
    }

    @Test("A path is ultra-constrained by an override")
    func ultraConstrained() {
        network.connect(.wwan, name: "wwan0")
        #expect(!path().isUltraConstrained)
        let override = InterfaceOverride(interface: "wwan*", isUltraConstrained: true)
        let path = NWPathMonitor(PathMonitor(network, .init(overrides: [override]))).currentPath
        #expect(path.isUltraConstrained && path.isConstrained)
    }

    @Test("Endpoints are those of connections, which a monitor does not have")
    func endpointsOfConnections() {
        let path = path()
        #expect(path.localEndpoint == nil && path.remoteEndpoint == nil)
    }

    @Test("A started monitor continues until it is cancelled, also without references")
    func aStartedMonitorNeedsNoReference() async {
        weak var forgotten: NWPathMonitor?
        let (paths, updates) = AsyncStream.makeStream(of: NWPath.Status.self)
        do {
            let monitor = NWPathMonitor(PathMonitor(network))
            monitor.pathUpdateHandler = { path in updates.yield(path.status) }
            monitor.start(queue: DispatchQueue(label: "test"))
            forgotten = monitor
        }
        var statuses = paths.makeAsyncIterator()
        #expect(await statuses.next() == .unsatisfied)
        network.connect(.ethernet, name: "eth0")
        #expect(await statuses.next() == .satisfied)
        forgotten?.cancel()
        #expect(forgotten == nil)
    }

    @Test("Starting a cancelled monitor does not keep it alive")
    func aMonitorThatWasCancelledIsNotKeptByAnotherStart() {
        weak var forgotten: NWPathMonitor?
        do {
            let monitor = NWPathMonitor(PathMonitor(network))
            monitor.cancel()
            monitor.start(queue: DispatchQueue(label: "test"))
            forgotten = monitor
        }
        #expect(forgotten == nil)
    }

    /// An object that its monitor's handler keeps alive, and that cancels the monitor when it ends.
    private final class Watcher: Sendable {
        let monitor: NWPathMonitor

        init(_ monitor: NWPathMonitor) {
            self.monitor = monitor
            monitor.pathUpdateHandler = { [self] _ in _ = self.monitor }
            monitor.start(queue: DispatchQueue(label: "test"))
        }

        deinit { monitor.cancel() }
    }

    @Test("An object that ends with the handler can cancel the monitor")
    func endOfTheHandler() {
        let monitor = NWPathMonitor(PathMonitor(network))
        weak var watcher: Watcher?
        do {
            let new = Watcher(monitor)
            watcher = new
        }
        #expect(returns { monitor.cancel() })
        #expect(watcher == nil)
    }

    @Test("The handler receives the current path first")
    func theHandlerIsGivenThePathAsItIs() async {
        network.connect(.wifi, name: "wlan0")
        let monitor = NWPathMonitor(PathMonitor(network))
        let path = await withCheckedContinuation { continuation in
            monitor.pathUpdateHandler = { path in
                monitor.cancel()
                continuation.resume(returning: path)
            }
            monitor.start(queue: DispatchQueue(label: "test"))
        }
        #expect(path.usesInterfaceType(.wifi))
    }

    @Test("Only the queue of the first start is used")
    func theFirstQueueCounts() {
        let monitor = NWPathMonitor(PathMonitor(network))
        #expect(monitor.queue == nil)
        let queue = DispatchQueue(label: "first")
        monitor.start(queue: queue)
        monitor.start(queue: DispatchQueue(label: "second"))
        #expect(monitor.queue === queue)
    }

    @Test("A monitor is a sequence of paths")
    func aSequence() async {
        let monitor = NWPathMonitor(PathMonitor(network))
        var statuses: [NWPath.Status] = []
        for await path in monitor {
            statuses.append(path.status)
            if path.status == .satisfied { monitor.cancel() }
            network.connect(.ethernet, name: "eth0")
        }
        #expect(statuses == [.unsatisfied, .satisfied])
    }
}
