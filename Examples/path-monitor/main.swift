// SPDX-License-Identifier: Apache-2.0
//
// A program for Apple's Network framework that prints each path. Only its import is changed.

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
        return "offline until a connection is established"
    case .unsatisfied:
        switch path.unsatisfiedReason {
        case .notAvailable: return "offline"
        case .cellularDenied: return "offline: cellular is denied"
        case .wifiDenied: return "offline: Wi-Fi is denied"
        case .localNetworkDenied: return "offline: the local network is denied"
        case .vpnInactive: return "offline: the VPN is inactive"
        }
    }
    var parts = path.availableInterfaces.map { "\($0.name) (\(describe($0.type)))" }
    if path.usesInterfaceType(.cellular) { parts.append("cellular") }
    if path.isExpensive { parts.append("expensive") }
    if path.isConstrained { parts.append("constrained") }
    if path.supportsIPv4 { parts.append("IPv4") }
    if path.supportsIPv6 { parts.append("IPv6") }
    if path.supportsDNS { parts.append("DNS") }
    parts += path.gateways.map { "gateway \($0)" }
    return "online: " + parts.joined(separator: ", ")
}

let monitor = NWPathMonitor()
monitor.pathUpdateHandler = { path in print(describe(path)) }
monitor.start(queue: DispatchQueue(label: "path"))

let wireless = NWPathMonitor(requiredInterfaceType: .wifi)
let other = NWPathMonitor(prohibitedInterfaceTypes: [.cellular])
wireless.start(queue: .main)
print("now:", describe(wireless.currentPath), "over Wi-Fi")

for await path in other {
    if path.status == .unsatisfied { break }
}
wireless.cancel()
monitor.cancel()
