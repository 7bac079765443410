// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import ReachCommand

/// What the replies to the questions of `reach doctor` say about each step, and about where the network breaks.
struct DoctorFindings: Sendable {
    let plan: DoctorPlan
    var replies: [DoctorMachine.Question: DoctorMachine.Timed] = [:]

    /// Whether a router has answered itself: not only has an entry that nothing confirmed.
    func isConfirmed(_ hop: DoctorPlan.NextHop) -> Bool {
        [DoctorMachine.Question.gateway(hop), .confirmation(hop)].contains { question in
            switch replies[question]?.reply {
            case .gateway(.reachable), .gateway(.refusedDatagram): true
            default: false
            }
        }
    }

    /// The addresses of a host, as far as they are known.
    func addresses(of host: HostName) -> [String] {
        if host.isAddress { return [host.description] }
        guard case .addresses(let found) = replies[.resolver(host)]?.reply else { return [] }
        return found
    }

    /// Whether a packet has come back that a router of the path has passed on.
    var hasAnswerFromBehindGateway: Bool {
        replies.contains { question, timed in
            switch (question, timed.reply) {
            case (.internet, .internet(let reply)): reply.isFromServer
            case (.nameServer(let server), .nameServer(let udp, let tcp)):
                server.isBehindGateway && (udp.isFromServer || tcp.isFromServer)
            default: false
            }
        }
    }
}

extension DoctorFindings {
    /// A line for each subject of each step, in the order of the steps.
    var lines: [DoctorLine] {
        let steps: [[DoctorLine]] =
            if let reason = plan.whyNothingIsAsked {
                DoctorStep.allCases.filter(isPartOfPlan).map {
                    [.skipped($0, subject(ofSkipped: $0), reason)]
                }
            } else {
                [gateways, nameServers, resolvers, internet, [portal]]
                    + (plan.destination.map { [[destination($0)]] } ?? [])
            }
        return plan.local + steps.joined()
    }

    private func isPartOfPlan(_ step: DoctorStep) -> Bool {
        !step.isLocal && (step != .destination || plan.destination != nil)
    }

    private func subject(ofSkipped step: DoctorStep) -> String {
        switch step {
        case .portal: shownCheck ?? plan.subject
        case .destination: plan.destination?.description ?? ""
        case .resolver: plan.hosts.first?.description ?? plan.subject
        case .interface, .link, .address, .route, .gateway, .nameServer, .internet: plan.subject
        }
    }

    // MARK: - Routers

    private var gateways: [DoctorLine] {
        guard !plan.nextHops.isEmpty else {
            return [
                .skipped(.gateway, plan.subject, "packets leave without a router")
            ]
        }
        return plan.nextHops.map { hop in
            let timed = replies[.gateway(hop)]
            func line(
                _ outcome: DoctorOutcome, _ detail: String, isMeasured: Bool = true
            ) -> DoctorLine {
                DoctorLine(
                    .gateway, hop.name, outcome, detail, milliseconds: timed?.milliseconds,
                    isMeasured: isMeasured)
            }
            let silent = "does not answer \(hop.search) on \(hop.interface)"
            switch timed?.reply {
            case .gateway(.reachable): return line(.ok, "answers \(hop.search)")
            case .gateway(.refusedDatagram): return line(.ok, "answers")
            case .gateway(.fixed):
                return line(.ok, "has a fixed neighbor entry, which needs no answer")
            case .gateway(.unconfirmed):
                switch replies[.confirmation(hop)]?.reply {
                case .gateway(.absent): return line(.failed, silent)
                // The time is the doctor's patience, and says nothing of the router.
                case .gateway(.reachable):
                    return line(.ok, "answers \(hop.search)", isMeasured: false)
                default:
                    return line(
                        .ok,
                        hasAnswerFromBehindGateway
                            ? "passes packets on"
                            : "has a neighbor entry, which is not confirmed yet",
                        isMeasured: false)
                }
            case .gateway(.noEntry):
                return line(.skipped, "\(hop.interface) has no neighbor entries")
            case .gateway(.notAsked(let reason)), .notAsked(let reason):
                return line(.skipped, reason)
            default: return line(.failed, silent)
            }
        }
    }

    // MARK: - Names

    private var nameServers: [DoctorLine] {
        guard !plan.nameServers.isEmpty else {
            let subject = "resolv.conf"
            // Other modules than `dns` of nsswitch.conf(5) may know names.
            let isResolved = replies.contains { question, timed in
                if case .addresses = timed.reply { true } else { false }
            }
            return [
                isResolved
                    ? .skipped(.nameServer, subject, "names no server, and none is needed")
                    : DoctorLine(.nameServer, subject, .failed, "names no server", milliseconds: 0)
            ]
        }
        return plan.nameServers.map(line)
    }

    private func line(_ server: DoctorPlan.NameServer) -> DoctorLine {
        guard server.location != .noRoute else {
            let family: IPAddress.Family = server.isIPv6 ? .ipv6 : .ipv4
            // The C library asks the next one at once.
            if !plan.carries(family), hasUsableNameServer || plan.nameRestraint != nil {
                return .skipped(
                    .nameServer, server.address, "not asked: the path has no \(family.text)")
            }
            return DoctorLine(
                .nameServer, server.address, .failed, "has no route", milliseconds: 0)
        }
        if let restraint = plan.restraint(over: server.interface) {
            return .skipped(.nameServer, server.address, restraint)
        }
        let timed = replies[.nameServer(server)]
        func line(_ outcome: DoctorOutcome, _ detail: String) -> DoctorLine {
            DoctorLine(
                .nameServer, server.address, outcome, detail, milliseconds: timed?.milliseconds)
        }
        guard case .nameServer(let udp, let tcp) = timed?.reply else {
            if case .notAsked(let reason) = timed?.reply { return line(.skipped, reason) }
            return line(.failed, "\(DNSReply.silence.text) within 3 s")
        }
        if case .notAsked = udp { return line(.skipped, udp.text) }
        if udp.isUsable {
            return line(
                .ok,
                "answers over UDP \(tcp.isUsable ? "and TCP" : "only")"
                    + (udp == .nothingFound ? ", without the root's name servers" : ""))
        }
        if tcp.isUsable, !udp.isFromServer {
            return line(.failed, "answers over TCP, and not over UDP")
        }
        if udp == .silence, tcp == .unreachable {
            return line(.failed, "does not answer over UDP, and refuses connections over TCP")
        }
        return line(.failed, udp == .silence ? "\(udp.text) within 3 s" : udp.text)
    }

    private var hasUsableNameServer: Bool {
        replies.values.contains { timed in
            if case .nameServer(let udp, _) = timed.reply { udp.isUsable } else { false }
        }
    }

    private var resolvers: [DoctorLine] {
        guard !plan.hosts.isEmpty else {
            return [.skipped(.resolver, plan.subject, "no name is given; --to HOST resolves one")]
        }
        if let restraint = plan.nameRestraint {
            return plan.hosts.map { .skipped(.resolver, $0.description, restraint) }
        }
        return plan.hosts.map { host in
            let timed = replies[.resolver(host)]
            func line(_ outcome: DoctorOutcome, _ detail: String) -> DoctorLine {
                DoctorLine(
                    .resolver, host.description, outcome, detail,
                    milliseconds: timed?.milliseconds)
            }
            switch timed?.reply {
            case .addresses(let found):
                let most = found.prefix(3).joined(separator: ", ")
                return line(.ok, "has the address \(most)\(found.count > 3 ? ", …" : "")")
            case .noAddress(let reason, isAnswer: true):
                return line(.failed, "has no address: \(reason)")
            case .noAddress(let reason, isAnswer: false):
                return line(.failed, "cannot be resolved: \(reason)")
            case .notAsked(let reason): return line(.skipped, reason)
            default: return line(.failed, "cannot be resolved within 3 s")
            }
        }
    }

    // MARK: - The internet

    private var internet: [DoctorLine] {
        let lines = plan.probes.map(line)
        guard lines.contains(where: { $0.outcome == .failed }),
            !lines.contains(where: \.outcome.isAnswer)
        else { return lines }
        // Of two contradicting findings, the page is the proof: a network may hold back questions to foreign name servers.
        let reason: String
        switch portalAnswer?.value {
        case .full: reason = "does not answer; the page of the portal step does"
        case .portal: reason = "does not answer; a captive portal holds packets back"
        case .limited, .none?, .unknown, nil: return lines
        }
        return lines.map {
            $0.outcome == .failed ? .skipped(.internet, $0.subject, reason) : $0
        }
    }

    private func line(_ probe: DoctorPlan.Probe) -> DoctorLine {
        guard probe.interface != nil else {
            return .skipped(
                .internet, probe.address, "not asked: the path has no \(probe.family.text)")
        }
        let timed = replies[.internet(probe)]
        let reply: DNSReply =
            switch timed?.reply {
            case .internet(let reply): reply
            case .notAsked(let reason): .notAsked(reason)
            default: .silence
            }
        if case .notAsked = reply { return .skipped(.internet, probe.address, reply.text) }
        if reply.isFromNameServer {
            return DoctorLine(
                .internet, probe.address, .ok, "answers", milliseconds: timed?.milliseconds)
        }
        let silent =
            switch reply {
            case .silence: "does not answer within 3 s"
            case .garbage: "sends an invalid DNS response"
            default: "cannot be reached"
            }
        if isAnswered(probe.family) {
            return .skipped(
                .internet, probe.address, "\(silent); ignored, because another address answers")
        }
        return DoctorLine(
            .internet, probe.address, .failed, silent, milliseconds: timed?.milliseconds)
    }

    /// Whether an address of a family has answered.
    private func isAnswered(_ family: IPAddress.Family) -> Bool {
        plan.probes.contains { probe in
            guard probe.family == family,
                case .internet(let reply) = replies[.internet(probe)]?.reply
            else { return false }
            return reply.isFromNameServer
        }
    }

    // MARK: - The last steps

    private var portalReply: (withCheck: Bool, timed: DoctorMachine.Timed)? {
        for withCheck in [true, false] {
            if let timed = replies[.portal(withCheck: withCheck)] { return (withCheck, timed) }
        }
        return nil
    }

    /// The answer of the portal step; `nil` if there is none.
    var portalAnswer: ConnectivityAnswer? {
        if case .portal(let answer) = portalReply?.timed.reply { answer } else { nil }
    }

    /// The page on which to log in to a captive portal; `nil` if it is unknown.
    var loginPage: String? { portalAnswer?.captivePortal?.userPortalURL ?? plan.portal }

    /// The address of the check without its query, which may contain secrets; `nil` if there is none.
    private var shownCheck: String? { plan.check.map { WebAddress.shown($0.settings.url) } }

    private var portal: DoctorLine {
        guard let (withCheck, timed) = portalReply else {
            return .skipped(
                .portal, shownCheck ?? plan.subject,
                plan.check == nil
                    ? plan.checkRefusal ?? "no address to check is configured (connectivity.url)"
                    : plan.whyWithoutAddress(plan.check?.host))
        }
        let subject = (withCheck ? shownCheck : nil) ?? WebAddress.shown(plan.portal ?? "")
        func line(_ outcome: DoctorOutcome, _ detail: String) -> DoctorLine {
            DoctorLine(.portal, subject, outcome, detail, milliseconds: timed.milliseconds)
        }
        guard case .portal(let answer) = timed.reply else {
            if case .notAsked(let reason) = timed.reply { return line(.skipped, reason) }
            return line(.failed, "does not answer within 3 s")
        }
        var detail = answer.detail
        if withCheck, let settings = plan.check?.settings, settings.isOfNetworkManager {
            detail += "; the address is that of \(settings.owner)"
        }
        switch answer.value {
        case .full: return line(.ok, "answers: \(detail)")
        case .portal:
            let login = loginPage.map { ", log in at \($0)" } ?? ""
            return line(.failed, "a captive portal answers\(login): \(detail)")
        case .unknown: return line(.skipped, detail)
        case .none, .limited: return line(.failed, "does not answer as expected: \(detail)")
        }
    }

    private func destination(_ destination: DoctorDestination) -> DoctorLine {
        let asked = replies.first { question, _ in
            if case .destination = question { true } else { false }
        }
        guard let timed = asked?.value else {
            return .skipped(
                .destination, destination.description, plan.whyWithoutAddress(destination.host))
        }
        func line(_ outcome: DoctorOutcome, _ detail: String) -> DoctorLine {
            DoctorLine(
                .destination, destination.description, outcome, detail,
                milliseconds: timed.milliseconds)
        }
        switch timed.reply {
        case .connected(let address, _):
            return line(
                .ok,
                "accepts a connection"
                    + (destination.host.isAddress ? "" : " at \(address)"))
        case .notConnected(let reason): return line(.failed, reason)
        case .notAsked(let reason): return line(.skipped, reason)
        default: return line(.failed, "does not answer within 3 s")
        }
    }
}
