// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// Values have readable descriptions, not the compiler's.
@Suite struct DescriptionTests {
    private static func ip(_ text: String) -> IPAddress {
        guard let address = IPAddress(text) else { preconditionFailure("no address: \(text)") }
        return address
    }

    private static let address = InterfaceAddress(
        address: ip("192.0.2.7"), prefixLength: 24, flags: [.permanent, .noPrefixRoute])
    private static let peer = InterfaceAddress(
        address: ip("192.0.2.7"), peer: ip("192.0.2.8"), prefixLength: 32)
    private static let probably = Metered(
        .guessYes, source: .interfaceType, detail: "a cellular network")
    private static let constraints: NetworkConstraints = {
        var constraints = NetworkConstraints.discretionary
        constraints.unknownMetering = .deny
        constraints.allowedInterfaceTypes = [.wifi, .ethernet]
        constraints.prohibitedInterfaceTypes = [.bluetooth]
        constraints.requiredInterface = "wlan0"
        constraints.requiresIPv4 = true
        constraints.requiresIPv6 = true
        constraints.requiresDNS = true
        constraints.allowsVPN = false
        constraints.allowsRoaming = false
        return constraints
    }()

    /// A value, and its description.
    private static let rows: [(any Sendable, String)] = [
        (address, "192.0.2.7/24"),
        (peer, "192.0.2.7 peer 192.0.2.8/32"),
        (address.flags, "permanent, noPrefixRoute"),
        (InterfaceAddress.Flags(), "none"),
        (InterfaceAddress.Scope.global, "global"),
        (InterfaceAddress.Scope.site, "site"),
        (InterfaceAddress.Scope.link, "link"),
        (InterfaceAddress.Scope.host, "host"),
        (InterfaceAddress.Scope.number(255), "255"),
        (probably, "metered: guessYes (a cellular network)"),
        (Metered(.unknown, source: .noSource, detail: ""), "metered: unknown"),
        (NetworkPath.UnsatisfiedReason.noInterface, "there is no network interface"),
        (NetworkPath.UnsatisfiedReason.noCarrier, "no interface in use has a link"),
        (
            NetworkPath.UnsatisfiedReason.noAddress,
            "no interface with a link has a usable address"
        ),
        (NetworkPath.UnsatisfiedReason.noRoute, "there is no route"),
        (NetworkPath.UnsatisfiedReason.routeRejected, "a route rejects the packets"),
        (
            InterfaceOverride(interface: "usb*", isMetered: true, isConstrained: false),
            "interface usb*: metered, not constrained"
        ),
        (InterfaceOverride(ssid: "Home", isMetered: false), "network “Home”: not metered"),
        (InterfaceOverride(), "every interface: nothing"),
        (
            PathProbes([ip("192.0.2.1"), ip("2001:db8::1")]),
            "192.0.2.1, 2001:db8::1"
        ),
        (PathMonitor.Mode.events, "the kernel reports changes"),
        (
            PathMonitor.Statistics(),
            "0 messages, 0 drops, 0 overruns, 0 resyncs, 0 lookups"
        ),
        (
            PathExplanation.Evidence(source: .nl80211, fact: "Wi-Fi interface", decided: true),
            "nl80211: Wi-Fi interface (decided)"
        ),
        (
            PathExplanation.Answer(
                subject: "wlan0", interface: 2, question: .type, answer: "wifi", confidence: .high,
                evidence: [.init(source: .sysfs, fact: "DEVTYPE=wlan", decided: false)]),
            "wlan0 type: wifi (confidence high)\n  sysfs: DEVTYPE=wlan"
        ),
        (PathChange.Field.supportsIPv4, "supportsIPv4"),
        (NetworkConstraints.connected, "connected"),
        (NetworkConstraints.unmetered, "connected, unmetered"),
        (
            constraints,
            "connected, unmetered, unconstrained, unknown cost counts as metered, ethernet or wifi, "
                + "not bluetooth, over wlan0, IPv4, IPv6, DNS, no VPN, no roaming"
        ),
        (NetworkConstraints.Evaluation.satisfied, "satisfied"),
        (
            NetworkConstraints.Evaluation.unsatisfied([.offline(.noCarrier), .vpn]),
            "unsatisfied: offline: no interface in use has a link; the path leads through a VPN"
        ),
        (
            Backoff.exponential(),
            "exponential from 30.0 seconds to 18000.0 seconds, jitter 0.5"
        ),
        (
            DeferralQueue.Activity(waiting: 1, running: 2, finished: 3, reasons: [.held]),
            "1 waiting (the queue is on hold), 2 running, 3 finished"
        ),
        (DeferralQueue.Activity(), "0 waiting, 0 running, 0 finished"),
        (DeferralQueue.Deadline.run(after: .seconds(60)), "run after 60.0 seconds"),
        (DeferralError.declined, "not confirmed for a metered network"),
    ]

    @Test("A value has a readable description", arguments: rows.indices)
    func values(index: Int) {
        let (value, text) = Self.rows[index]
        #expect("\(value)" == text)
    }

    @Test("Interfaces, paths and changes have descriptions with the reasons") func paths() throws {
        let network = ScriptedNetwork()
        let offline = PathMonitor(network).currentPath
        #expect("\(offline)" == "unsatisfied (there is no network interface)")
        network.connect(.wifi, name: "wlan0", metered: .no)
        let online = PathMonitor(network).currentPath
        #expect("\(online)" == "satisfied (wlan0)")
        let interface = try #require(online.primary)
        let addresses = interface.addresses.map { ", \($0)" }.joined()
        #expect("\(interface)" == "wlan0 (wifi\(addresses))")
        #expect(!interface.addresses.isEmpty)
        let change = try #require(PathChange(from: offline, to: online, isResync: true))
        let text = "\(change)"
        #expect(text.hasPrefix("status, unsatisfiedReason, connection"))
        #expect(
            text.hasSuffix(
                ": unsatisfied (there is no network interface) -> satisfied (wlan0), "
                    + "after messages were lost"))
    }

    @Test("The description of the polling mode says that some changes are not reported")
    func polling() {
        let error = NetworkAccessError(SystemError(operation: "read", errno: 4))
        #expect(
            PathMonitor.Mode.polling(error).description.hasPrefix(
                "the kernel does not report every change, so the network is read every ten "
                    + "seconds: cannot read"))
    }
}
