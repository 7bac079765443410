// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachCommand

extension DoctorPlan {
    /// Begins a plan with the steps on this machine.
    ///
    /// - Parameters:
    ///   - path: the path to the internet.
    ///   - milliseconds: how long the evaluation of the path took.
    ///   - isForced: whether a metered path is asked, too.
    ///   - deadRoutes: the dead routes that the kernel chooses although another interface has a live one.
    init(
        _ path: NetworkPath, milliseconds: Int64, isForced: Bool, deadRoutes: [DeadRoute] = []
    ) {
        let subject = path.primary ?? path.candidate
        interface = subject?.name ?? ""
        isVPN = path.isVPN
        interfaces = Interfaces(path)
        if !isForced {
            meteredInterfaces = Set(path.interfaces.filter(\.metered.isExpensive).map(\.name))
        }
        portal = path.connectivity.portal
        let fault = path.unsatisfiedReason?.step
        local = []
        local = [DoctorStep.interface, .link, .address, .route].map { [owner = self.subject] step in
            if let fault, step > fault { return .skipped(step, owner, "not reached") }
            return DoctorLine(
                step, owner, step == fault ? .failed : .ok,
                path.detail(of: step, subject, isFailed: step == fault), milliseconds: milliseconds)
        }
        if let fault {
            localVerdict = path.verdict(fault, subject)
            localVerdict?.advice += deadRoutes.map { "use the other route: \($0)" }
        }
        if path.isExpensive, !isForced {
            restraint = .metered
        }
    }
}

extension NetworkPath.UnsatisfiedReason {
    /// The step that fails for the reason.
    fileprivate var step: DoctorStep {
        switch self {
        case .noInterface: .interface
        case .noCarrier: .link
        case .noAddress: .address
        case .noRoute, .routeRejected: .route
        }
    }
}

extension NetworkPath {
    /// The result of a step on this machine, in words.
    fileprivate func detail(
        of step: DoctorStep, _ subject: NetworkInterface?, isFailed: Bool
    ) -> String {
        switch step {
        case .interface:
            guard let subject, !isFailed else { return "there is no network interface" }
            let below = underlay.map(\.name).joined(separator: ", ")
            return subject.type.rawValue + (below.isEmpty ? "" : " over \(below)")
        case .link:
            guard isFailed else { return "has a link" }
            return subject.map { $0.isUp ? "has no link" : "is switched off" }
                ?? "no interface has a link"
        case .address:
            let wide = subject?.addresses.filter { !$0.address.isLinkLocal } ?? []
            let addresses = (wide.isEmpty ? subject?.addresses ?? [] : wide).map { address in
                "\(address.address)/\(address.prefixLength)"
            }
            guard isFailed else { return "has \(addresses.joined(separator: ", "))" }
            return addresses.isEmpty
                ? "has no address"
                : "has no usable address, only \(addresses.joined(separator: ", "))"
        case .route:
            guard isFailed else {
                let families = [supportsIPv4 ? "IPv4" : nil, supportsIPv6 ? "IPv6" : nil]
                    .compactMap(\.self).joined(separator: " and ")
                let gateways = gateways.map(\.description).joined(separator: ", ")
                return "has a route for \(families)" + (gateways.isEmpty ? "" : " by \(gateways)")
            }
            return unsatisfiedReason == .routeRejected
                ? "a route rejects packets to the internet" : "there is no route to the internet"
        case .gateway, .nameServer, .resolver, .internet, .portal, .destination: return ""
        }
    }

    /// The verdict for a step on this machine.
    fileprivate func verdict(_ step: DoctorStep, _ subject: NetworkInterface?) -> DoctorVerdict {
        func verdict(_ sentence: String, _ advice: String...) -> DoctorVerdict {
            DoctorVerdict(step: step, sentence: sentence, advice: advice)
        }
        guard let subject, step != .interface else {
            return verdict(
                "There is no network interface.",
                "plug the network card in, or load its driver (ip link, dmesg)")
        }
        let name = subject.name
        switch step {
        case .link: return linkVerdict(subject)
        case .address:
            let wide = subject.addresses.filter { !$0.address.isLinkLocal }
            if wide.contains(where: { $0.flags.contains(.dadFailed) }) {
                return verdict(
                    "Another machine has the address of \(name).",
                    "give \(name) another address, or have DHCP do so")
            }
            if wide.contains(where: { $0.flags.contains(.tentative) }) {
                return verdict(
                    "The kernel still checks whether another machine has the address of \(name).",
                    "run reach doctor again in a few seconds")
            }
            return verdict(
                "\(name) has a link, but no usable address: no DHCP server seems to answer.",
                "connect \(name) again (nmcli device connect \(name), networkctl renew \(name))",
                "restart the router, which usually gives addresses")
        case .route:
            if unsatisfiedReason == .routeRejected {
                return verdict(
                    "A route of this machine rejects packets to the internet.",
                    "look for the route (ip route, ip -6 route, ip rule); a VPN may have set it")
            }
            return verdict(
                whyChoiceFails().map { $0.capitalized + "." }
                    ?? "\(name) has an address, but there is no route to the internet.",
                "connect \(name) again, or add a default route (ip route add default via ROUTER)")
        case .interface, .gateway, .nameServer, .resolver, .internet, .portal, .destination:
            return verdict("")
        }
    }

    private func linkVerdict(_ subject: NetworkInterface) -> DoctorVerdict {
        let name = subject.name
        func verdict(_ sentence: String, _ advice: String) -> DoctorVerdict {
            DoctorVerdict(step: .link, sentence: sentence, advice: [advice])
        }
        guard subject.isUp else {
            return verdict(
                "\(name) is switched off.",
                "switch \(name) on (ip link set \(name) up, or in the settings of the network)")
        }
        if subject.hasCarrier || subject.operationalState == .dormant
            || subject.operationalState == .testing
        {
            return verdict(
                (whyChoiceFails() ?? "\(name) cannot pass packets yet").capitalized + ".",
                "check whether the network wants a login (802.1X)")
        }
        switch subject.type {
        case .wifi:
            return verdict(
                "\(name) is not connected to a Wi-Fi network.",
                "choose a network (nmcli device wifi, or in the settings), or move nearer to it")
        case .wwan:
            return verdict(
                "The modem \(name) is not connected.",
                "check the SIM card and the signal (mmcli -m any)")
        case .ethernet where subject.lowerInterfaces.isEmpty && subject.kind != "bridge":
            return verdict(
                "The cable of \(name) is unplugged.",
                "plug the cable in at both ends, or try another cable or port")
        case .ethernet, .bluetooth, .vpn, .loopback, .other:
            return verdict(
                "\(name) has no link.", "connect \(name), or what carries it: reach status --all")
        }
    }
}

extension String {
    /// The text with a capital letter at its beginning, unless it begins with a name in another form.
    fileprivate var capitalized: String {
        begins(with: "the ") ? "The" + dropFirst(3) : self
    }
}
