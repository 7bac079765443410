// SPDX-License-Identifier: Apache-2.0
//
// A program for Apple's Network framework, of which only this import differs: prints each path.

import Dispatch
import NetworkCompat

func describe(_ type: NWInterface.InterfaceType) -> String {
    switch type {
    case .other: "other"
    case .wifi: "Wi-Fi"
    case .cellular: "cellular"
    case .wiredEthernet: "Ethernet"
    case .loopback: "loopback"
    }
}

func describe(_ path: NWPath) -> String {
    switch path.status {
    case .satisfied:
        break
    case .requiresConnection:
        return "offline until a connection is set up"
    case .unsatisfied:
        switch path.unsatisfiedReason {
        case .notAvailable: return "offline"
        case .cellularDenied: return "offline: cellular is denied"
        case .wifiDenied: return "offline: Wi-Fi is denied"
        case .localNetworkDenied: return "offline: the local network is denied"
        case .vpnInactive: return "offline: the VPN is inactive"
        }
    }
    var words = path.availableInterfaces.map { "\($0.name) (\(describe($0.type)))" }
    if path.usesInterfaceType(.cellular) { words.append("cellular") }
    if path.isExpensive { words.append("expensive") }
    if path.isConstrained { words.append("constrained") }
    if path.supportsIPv4 { words.append("IPv4") }
    if path.supportsIPv6 { words.append("IPv6") }
    if path.supportsDNS { words.append("DNS") }
    words += path.gateways.map { "by \($0)" }
    return "online: " + words.joined(separator: ", ")
}

let monitor = NWPathMonitor()
monitor.pathUpdateHandler = { path in print(describe(path)) }
monitor.start(queue: DispatchQueue(label: "path"))

let wireless = NWPathMonitor(requiredInterfaceType: .wifi)
let free = NWPathMonitor(prohibitedInterfaceTypes: [.cellular])
wireless.start(queue: .main)
print("now:", describe(wireless.currentPath), "by Wi-Fi")

for await path in free {
    if path.status == .unsatisfied { break }
}
wireless.cancel()
monitor.cancel()
