// SPDX-License-Identifier: Apache-2.0

import Dispatch
import NetworkCompat
import Reachability
import ReachabilityTesting
import Testing

/// Apple's names, over a scripted network.
@Suite struct NetworkCompatTests {
    private let network = ScriptedNetwork()

    private func path() -> NWPath { NWPathMonitor(PathMonitor(network)).currentPath }

    @Test(arguments: [
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
        for other in NWInterface.InterfaceType.allCases where other != asApple {
            #expect(!path.usesInterfaceType(other))
        }
    }

    @Test func aVPNShowsWhatIsBelow() {
        network.connect(.wwan, name: "wwan0")
        network.connect(.vpn, name: "wg0")
        let path = path()
        #expect(path.usesInterfaceType(.other) && path.usesInterfaceType(.cellular))
        #expect(path.isExpensive)
    }

    @Test func offline() {
        let path = path()
        #expect(path.status == .unsatisfied)
        #expect(path.unsatisfiedReason == .notAvailable)
        #expect(path.availableInterfaces == [])
        #expect(!path.supportsIPv4 && !path.supportsIPv6 && !path.supportsDNS)
    }

    @Test func routers() {
        network.connect(.ethernet, name: "eth0", families: [.ipv4])
        let path = path()
        #expect(path.supportsIPv4 && path.supportsDNS && !path.isConstrained)
        let router = path.gateways.first
        #expect(path.gateways.count == 1)
        switch router {
        case .hostPort(.ipv4(_, let interface), let port)?:
            #expect(interface?.name == "eth0")
            #expect(port.rawValue == 0)
        case .hostPort(.ipv6, _)?, nil: Issue.record("no IPv4 router")
        }
    }

    @Test func theHandlerIsGivenThePathAsItIs() async {
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

    @Test func theFirstQueueCounts() {
        let monitor = NWPathMonitor(PathMonitor(network))
        #expect(monitor.queue == nil)
        let queue = DispatchQueue(label: "first")
        monitor.start(queue: queue)
        monitor.start(queue: DispatchQueue(label: "second"))
        #expect(monitor.queue === queue)
    }

    @Test func aSequence() async {
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
