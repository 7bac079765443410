// SPDX-License-Identifier: Apache-2.0

// snippet.current
import Reachability

let path = try NetworkPath.current()
if path.status == .satisfied {
    print("online by \(path.connection), over \(path.primary?.name ?? "")")
} else if let reason = path.unsatisfiedReason {
    print("offline: \(reason)")
}
// snippet.end

// snippet.cost
if path.isExpensive {
    print("metered: \(path.metered.detail)")
}
// snippet.end

// snippet.all
for interface in try NetworkInterface.all() { print(interface) }
// snippet.end

// snippet.interfaces
for interface in path.availableInterfaces {
    print(interface.name, interface.type, interface.metered.value)
}
// snippet.end

// snippet.unknown
switch path.metered.value {
case .yes, .guessYes: print("metered, or probably metered")
case .no, .guessNo: print("not metered, or probably not")
case .unknown: print("unknown: \(path.metered.detail)")
}
// snippet.end

// snippet.overrides
let overrides = [
    InterfaceOverride(interface: "usb*", isMetered: true),
    InterfaceOverride(ssid: "Train WiFi", isMetered: true, isConstrained: true),
]
let overridden = try NetworkPath.current(.init(overrides: overrides))
let monitor = PathMonitor(.init(overrides: overrides, debounce: .milliseconds(200)))
// snippet.end
print(overridden.metered.source, monitor.currentPath.isConstrained)

// snippet.places
let home = NetworkPlace(
    "home",
    networks: [.init(ssid: "Home"), .init(gateway: GatewayAddress("02:00:00:00:00:01"))])
let placed = try NetworkPath.current(.init(places: [home]))
let atHome = NetworkConstraints(places: ["home"])
// snippet.end
print(placed.place ?? "elsewhere", placed.satisfies(atHome))

// snippet.probes
let hosts = PathProbes(["192.0.2.99", "198.51.100.1"].compactMap(IPAddress.init))
let inside = try NetworkPath.current(.init(probes: hosts))
// snippet.end
print(inside.status)

// snippet.explain
for answer in try PathExplanation.current().answers {
    print(answer.subject, answer.question, answer.answer)
    for evidence in answer.evidence where evidence.decided {
        print("    \(evidence.source): \(evidence.fact)")
    }
}
// snippet.end
