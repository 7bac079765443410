// SPDX-License-Identifier: Apache-2.0

import Netlink
import Testing

@testable import NetworkReachability
@testable import Reachability

/// What counts as a Wi-Fi network that is here.
@Suite struct LocalWiFiTests {
    /// A mode of nl80211 (`NL80211_IFTYPE_*`).
    private static let (station, accessPoint, monitor): (UInt32, UInt32, UInt32) = (2, 3, 6)

    @Test(
        "A local Wi-Fi network needs a station that is up, with a carrier and an address",
        arguments: [
            (station, true, true, ["192.0.2.7"], true),
            (station, true, true, ["2001:db8::7", "fe80::7"], true),
            // Two machines on their own.
            (station, true, true, ["169.254.7.7"], true),
            (station, true, true, ["fe80::7"], false),
            (station, true, true, [], false),
            (station, true, false, ["192.0.2.7"], false),
            (station, false, true, ["192.0.2.7"], false),
            (accessPoint, true, true, ["192.0.2.7"], false),
            (monitor, true, true, ["192.0.2.7"], false),
        ] as [(UInt32, Bool, Bool, [String], Bool)])
    func wifi(
        mode: UInt32, isUp: Bool, hasCarrier: Bool, addresses: [String], isHere: Bool
    ) throws {
        var state = network(
            [
                link(2, "eth0", bus: "pci"),
                link(3, "wlan0", carrier: hasCarrier, isUp: isUp, bus: "pci"),
            ],
            addresses: [2: ["192.0.2.1"], 3: addresses])
        state.set(WirelessInterface(index: 3, mode: mode))
        let path = try NetworkPath.evaluate(state, oracle: ScriptedRoutes(routes: []))
        #expect(path.status == .unsatisfied)
        let status = ReachabilityStatus(path, to: .localWiFi, allowsCellular: true)
        #expect(status.connection == (isHere ? .wifi : .unavailable))
        #expect(status.reason == (isHere ? nil : .noLocalWiFi))
    }
}
