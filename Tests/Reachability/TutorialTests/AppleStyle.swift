// SPDX-License-Identifier: Apache-2.0

// In the style of Apple's documentation: exhaustive switches, descriptions of paths, and a sequence.

import Foundation
import NetworkCompat

class ConnectionReporter {
    let cellular = NWPathMonitor(requiredInterfaceType: .cellular)
    let vpn = NWPathMonitor(requiredInterfaceType: .other)
    let unmetered = NWPathMonitor(prohibitedInterfaceTypes: [.cellular, .loopback])

    func describe(_ path: NWPath) -> String {
        switch path.status {
        case .satisfied:
            var words = path.availableInterfaces.map { interface -> String in
                switch interface.type {
                case .wifi: return "\(interface.name): Wi-Fi"
                case .cellular: return "\(interface.name): cellular"
                case .wiredEthernet: return "\(interface.name): wired"
                case .loopback: return "\(interface.name): loopback"
                case .other: return "\(interface.name): other"
                @unknown default: return interface.debugDescription
                }
            }
            if path.isExpensive { words.append("expensive") }
            if path.isConstrained { words.append("constrained") }
            if path.supportsDNS && path.supportsIPv4 || path.supportsIPv6 { words.append("IP") }
            return words.joined(separator: ", ")
        case .unsatisfied: return "offline: \(path.unsatisfiedReason)"
        case .requiresConnection: return "not connected yet"
        @unknown default: return "unknown"
        }
    }

    func firstDescription() async -> String {
        for await path in NWPathMonitor() {
            return describe(path)
        }
        return ""
    }

    func start() {
        for monitor in [cellular, vpn, unmetered] {
            monitor.pathUpdateHandler = { path in
                print(path.debugDescription, path.gateways.count)
            }
            monitor.start(queue: DispatchQueue(label: "Monitor", qos: .background))
        }
    }

    deinit {
        for monitor in [cellular, vpn, unmetered] { monitor.cancel() }
    }
}
