// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachCommand

extension DoctorFindings {
    /// The first step that failed, with what to try.
    ///
    /// If nothing behind the router answers, a name server there does not decide, nor does a name that it should know: they
    /// are no more at fault than the rest. The same is true where a captive portal holds packets back.
    var verdict: DoctorVerdict {
        if let verdict = plan.localVerdict { return verdict }
        let lines = lines
        let failed = lines.filter { $0.outcome == .failed }
        let isOffline = failed.contains { $0.step == .internet }
        // Where the internet answers, the portal holds nothing back.
        let isHeldBack =
            portalAnswer?.value == .portal
            && !lines.contains { $0.step == .internet && [.ok, .slow].contains($0.outcome) }
        let isCutOff = isOffline || isHeldBack
        let deciding = failed.filter { !(isCutOff && followsFromOutage($0)) }
        guard let step = deciding.first?.step else { return allIsWell(lines) }
        let faults = deciding.filter { $0.step == step }
        let others = lines.filter { $0.step == step && $0.outcome != .failed }
        switch step {
        case .interface, .link, .address, .route, .gateway:
            return gatewayVerdict(faults, others)
        case .nameServer: return nameServerVerdict(faults, others, isOffline: isOffline)
        case .resolver: return resolverVerdict(faults)
        case .internet: return internetVerdict(faults, others, lines)
        case .portal: return portalVerdict(faults)
        case .destination: return destinationVerdict(faults)
        }
    }

    /// Whether a failure may follow from an internet that does not answer, although its step comes before.
    private func followsFromOutage(_ line: DoctorLine) -> Bool {
        switch line.step {
        case .nameServer:
            plan.nameServers.contains { $0.address == line.subject && $0.isBehindGateway }
        case .resolver: !isUnknown(line.subject)
        case .interface, .link, .address, .route, .gateway, .internet, .portal, .destination: false
        }
    }

    /// Whether a name server has said that a name has no address.
    private func isUnknown(_ name: String) -> Bool {
        plan.hosts.contains { host in
            guard host.description == name,
                case .noAddress(_, isAnswer: true) = replies[.resolver(host)]?.reply
            else { return false }
            return true
        }
    }

    private func allIsWell(_ lines: [DoctorLine]) -> DoctorVerdict {
        let name = plan.interface
        if let restraint = plan.restraint {
            return DoctorVerdict(
                sentence: "\(name) has a route to the internet; nothing else was checked"
                    + "\(restraint.consequence).")
        }
        let unasked = Self.list(plan.interfacesNotAsked(lines))
        let end =
            unasked.isEmpty
            ? "." : "; nothing was sent over \(unasked), which is metered (--force sends)."
        let slow = lines.filter { $0.outcome == .slow }
        if let first = slow.first {
            return DoctorVerdict(
                sentence:
                    "Nothing failed, but \(Self.list(slow.map(\.subject), "answers", "answer")) slowly "
                    + "(\(first.step.rawValue): \(first.milliseconds ?? 0) ms)\(end)",
                advice: ["look for other traffic on the line, and for a weak signal"])
        }
        let isAnswered = lines.contains { $0.step == .internet && $0.outcome == .ok }
        return DoctorVerdict(
            sentence: isAnswered
                ? "Nothing failed: the internet answers over \(name)\(end)"
                : "Nothing failed over \(name)\(end)")
    }

    private func gatewayVerdict(_ faults: [DoctorLine], _ others: [DoctorLine]) -> DoctorVerdict {
        let names = Self.list(faults.map(\.subject))
        let interface = plan.nextHops.first { $0.name == faults.first?.subject }?.interface
        let rest = others.isEmpty ? "" : " (\(Self.list(others.map(\.subject), "does", "do")))"
        return DoctorVerdict(
            step: .gateway,
            sentence: faults.count == 1
                ? "The router \(names) does not answer on \(interface ?? plan.interface)\(rest)."
                : "The routers \(names) do not answer\(rest).",
            advice: [
                "switch the router off and on again",
                "check that \(interface ?? plan.interface) is in the right network, and has an address of it: "
                    + "reach status",
            ])
    }

    private func nameServerVerdict(
        _ faults: [DoctorLine], _ others: [DoctorLine], isOffline: Bool
    ) -> DoctorVerdict {
        if plan.nameServers.isEmpty {
            return DoctorVerdict(
                step: .nameServer,
                sentence: "No name server is configured"
                    + (isOffline ? ", and the internet does not answer either." : "."),
                advice: [
                    "have DHCP set one, or add one to the settings of the connection (resolv.conf(5))"
                ])
        }
        let servers = Self.list(faults.map(\.subject))
        var sentence =
            faults.count == 1
            ? "The name server \(servers) \(faults[0].detail)"
            : "The name servers \(servers) do not work: \(faults[0].subject) \(faults[0].detail)"
        if others.contains(where: { $0.outcome != .skipped }) {
            sentence += "; \(Self.list(others.map(\.subject), "works", "work"))"
        }
        if isOffline { sentence += ", and the internet does not answer either" }
        return DoctorVerdict(
            step: .nameServer, sentence: sentence + ".",
            advice: ownResolverAdvice(faults)
                ?? (isOffline
                    ? ["restart the router; if that does not help, ask the provider about the line"]
                    : [
                        "restart the router, or use another name server, for example 9.9.9.9, "
                            + "in the settings of the connection"
                    ]))
    }

    /// The advice if only name servers on this machine have failed; `nil` if there are others.
    private func ownResolverAdvice(_ faults: [DoctorLine]) -> [String]? {
        let servers = faults.compactMap { fault in
            plan.nameServers.first { $0.address.isSameText(as: fault.subject) }
        }
        guard let server = servers.first, servers.allSatisfy({ $0.location == .thisMachine }) else {
            return nil
        }
        let status =
            "systemctl status systemd-resolved, or of the program that serves \(server.address)"
        guard case .nameServer(udp: .unreachable, _) = replies[.nameServer(server)]?.reply else {
            return ["check the resolver of this machine, and the servers that it asks: \(status)"]
        }
        return ["start the resolver of this machine, which is not running: \(status)"]
    }

    private func resolverVerdict(_ faults: [DoctorLine]) -> DoctorVerdict {
        guard let fault = faults.first else { return DoctorVerdict(step: .resolver, sentence: "") }
        return DoctorVerdict(
            step: .resolver, sentence: "The name \(fault.subject) \(fault.detail).",
            advice: isUnknown(fault.subject)
                ? ["check the spelling of \(fault.subject)"]
                : [
                    "check how this machine resolves names: resolvectl query \(fault.subject), or getent ahosts "
                        + fault.subject
                ])
    }

    private func internetVerdict(
        _ faults: [DoctorLine], _ others: [DoctorLine], _ lines: [DoctorLine]
    ) -> DoctorVerdict {
        func verdict(_ sentence: String, _ advice: String...) -> DoctorVerdict {
            DoctorVerdict(step: .internet, sentence: sentence, advice: advice)
        }
        func vpnVerdict(_ sentence: String) -> DoctorVerdict {
            verdict(
                sentence, "disconnect the VPN, and run reach doctor again",
                "ask who runs the VPN's server")
        }
        if others.contains(where: \.outcome.isAnswer) {
            let probe = plan.probes.first { $0.address == faults.first?.subject }
            let family = probe?.family ?? .ipv6
            let other: IPAddress.Family = family == .ipv4 ? .ipv6 : .ipv4
            if let interface = probe?.interface, plan.interfaces.isTunnel(interface) {
                return vpnVerdict(
                    "The internet answers over \(other.text), and not over \(family.text), which goes "
                        + "through the VPN \(interface).")
            }
            return verdict(
                "The internet answers over \(other.text), and not over \(family.text).",
                "restart the router, or switch \(family.text) off on \(plan.interface) for a while"
            )
        }
        let routers = lines.filter { $0.step == .gateway && $0.outcome.isAnswer }.map(\.subject)
        let answering = plan.nextHops.filter(isConfirmed).map(\.name)
        if plan.isVPN {
            let router =
                answering.isEmpty ? "" : "; the router \(Self.list(answering, "does", "do"))"
            return vpnVerdict("Nothing answers through the VPN \(plan.interface)\(router).")
        }
        let reached = lines.filter(isReachedOnwards).map(\.subject)
        guard reached.isEmpty else {
            return verdict(
                "The addresses that stand for the internet do not answer over \(plan.interface), "
                    + "but \(Self.list(reached, "does", "do")).",
                "check whether a firewall holds back questions to foreign name servers",
                "configure addresses that this network lets through (probes in reach.json(5))")
        }
        guard !routers.isEmpty else {
            return verdict(
                "Nothing answers over \(plan.interface): the provider's line seems to be down.",
                "restart the modem; if that does not help, ask the provider")
        }
        let sentence =
            switch answering.count {
            case 0:
                "Nothing answers over \(plan.interface), and it is not known whether the "
                    + (routers.count == 1
                        ? "router \(Self.list(routers)) does."
                        : "routers \(Self.list(routers)) do.")
            case 1:
                "The router \(Self.list(answering)) answers, and nothing behind it does: "
                    + "the provider's line seems to be down."
            default:
                "The routers \(Self.list(answering)) answer, and nothing behind them does: "
                    + "the provider's line seems to be down."
            }
        return verdict(
            sentence, "restart the router and the modem",
            "look for outages of the provider, over another network such as that of a phone")
    }

    private func portalVerdict(_ faults: [DoctorLine]) -> DoctorVerdict {
        guard portalAnswer?.value == .portal else {
            return DoctorVerdict(
                step: .portal,
                sentence: "The internet answers, but the page of the check does not: "
                    + "\(faults.first?.subject ?? "") \(faults.first?.detail ?? "").",
                advice: [
                    "check whether a firewall holds web pages back, and whether that page exists"
                ])
        }
        return DoctorVerdict(
            step: .portal, sentence: "A captive portal holds packets back.",
            advice: [
                loginPage.map { "log in at \($0)" }
                    ?? "open any http:// page in a browser, and log in"
            ])
    }

    private func destinationVerdict(_ faults: [DoctorLine]) -> DoctorVerdict {
        let fault = faults.first
        return DoctorVerdict(
            step: .destination,
            sentence: "Everything works but \(fault?.subject ?? ""): it \(fault?.detail ?? "").",
            advice: ["check the port, and ask who runs the host; a firewall may be in the way"])
    }

    /// Whether a line is about a name server or the destination, which answers behind the routers.
    private func isReachedOnwards(_ line: DoctorLine) -> Bool {
        guard line.outcome.isAnswer else { return false }
        return switch line.step {
        case .nameServer: followsFromOutage(line)
        case .destination:
            replies.values.contains { timed in
                if case .connected(_, let location) = timed.reply {
                    location.isBehindGateway
                } else {
                    false
                }
            }
        case .interface, .link, .address, .route, .gateway, .resolver, .internet, .portal: false
        }
    }

    /// Joins words as in a sentence, with a verb for one of them or for several.
    private static func list(_ words: [String], _ verb: String, _ plural: String) -> String {
        "\(list(words)) \(words.count == 1 ? verb : plural)"
    }

    /// Joins words as in a sentence.
    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and \(last)"
    }
}
