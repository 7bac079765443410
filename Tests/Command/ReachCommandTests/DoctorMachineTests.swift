// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability
import Testing

@testable import ReachCommand
@testable import reach_transfer

private typealias Question = DoctorMachine.Question
private typealias Reply = DoctorMachine.Reply
private typealias Server = DoctorPlan.NameServer

/// The decisions of `reach doctor`: what it asks, and which verdict follows from the replies.
@Suite struct DoctorMachineTests {
    private static let router = [IPAddress("192.0.2.1")].compactMap(\.self).map {
        DoctorPlan.NextHop(gateway: .init(address: $0, interface: "eth0"), index: 2)
    }[0]
    private static let onLink = Server(address: "192.0.2.53", location: .onLink("eth0"))
    private static let behind = Server(address: "203.0.113.53", location: .behindGateway("eth0"))
    private static let check = DoctorPlan.Check(
        settings: ConnectivitySettings(url: "http://check.example/"),
        host: HostName("check.example"))

    /// A path over Ethernet with both families, and everything that there is to ask.
    private static let plan = DoctorPlan(
        local: [DoctorLine(.interface, "eth0", .ok, "ethernet", milliseconds: 1)],
        interface: "eth0", nextHops: [router], nameServers: [onLink, behind],
        probes: [
            DoctorPlan.Probe(address: "198.41.0.4", family: .ipv4, interface: "eth0"),
            DoctorPlan.Probe(address: "9.9.9.9", family: .ipv4, interface: "eth0"),
            DoctorPlan.Probe(address: "2001:500:2::c", family: .ipv6, interface: "eth0"),
        ],
        check: check, destination: try? DoctorDestination("mail.example:993"))

    /// Each step in a network in which everything works.
    private static func well(_ question: Question) -> Reply? {
        switch question {
        case .gateway: .gateway(.reachable)
        case .confirmation: .gateway(.reachable)
        case .nameServer: .nameServer(udp: .answer, tcp: .answer)
        case .resolver: .addresses(["192.0.2.9"])
        case .internet: .internet(.answer)
        case .portal: .portal(ConnectivityAnswer(.full, detail: "HTTP status 204"))
        case .destination: .connected("192.0.2.9", .onLink("eth0"))
        }
    }

    /// A network, and what follows.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var plan: @Sendable (inout DoctorPlan) -> Void = { _ in }
        /// The replies that differ from those of a network in which everything works; `nil` for silence.
        var replies: @Sendable (DoctorMachine.Question) -> DoctorMachine.Reply?? = {
            _ in .none
        }
        var verdict: DoctorStep?
        /// Outcomes of steps, and a part of the sentence.
        var outcomes: [DoctorStep: [DoctorOutcome]] = [:]
        var sentence = ""
        var testDescription: String { name }
    }

    private static let silence: @Sendable (Question) -> Reply?? = { question in
        switch question {
        case .internet: .some(.internet(.silence))
        case .nameServer: .some(.nameServer(udp: .silence, tcp: .silence))
        case .portal: .some(.portal(ConnectivityAnswer(.limited, detail: "no answer")))
        case .destination: .some(.notConnected("does not answer within 3 s"))
        case .resolver: .some(nil)
        case .gateway, .confirmation: .none
        }
    }

    private static func nameServer(
        _ server: Server, _ udp: DNSReply, _ tcp: DNSReply
    ) -> @Sendable (Question) -> Reply?? {
        { $0 == .nameServer(server) ? .some(.nameServer(udp: udp, tcp: tcp)) : .none }
    }

    private static func gateway(
        _ reply: DoctorMachine.GatewayReply, then confirmation: DoctorMachine.GatewayReply?,
        _ others: @escaping @Sendable (DoctorMachine.Question) -> DoctorMachine.Reply?? = {
            _ in .none
        }
    ) -> @Sendable (Question) -> Reply?? {
        { question in
            switch question {
            case .gateway: .some(.gateway(reply))
            case .confirmation: .some(confirmation.map(Reply.gateway))
            default: others(question)
            }
        }
    }

    static let rows: [Row] = [
        Row(
            name: "everything answers", outcomes: [.gateway: [.ok], .nameServer: [.ok, .ok]],
            sentence: "Nothing failed: the internet answers over eth0."),
        Row(
            name: "the router does not answer, and so nothing does",
            replies: gateway(.absent, then: nil, silence), verdict: .gateway,
            outcomes: [.gateway: [.failed], .internet: [.failed, .failed, .failed]],
            sentence: "The router 192.0.2.1 does not answer on eth0."),
        Row(
            name: "a router with a fixed entry", replies: gateway(.fixed, then: nil),
            outcomes: [.gateway: [.ok]]),
        Row(
            name: "a router that only refuses the datagram",
            replies: gateway(.refusedDatagram, then: nil), outcomes: [.gateway: [.ok]]),
        Row(
            name: "a link without neighbor entries", replies: gateway(.noEntry, then: nil),
            outcomes: [.gateway: [.skipped]]),
        Row(
            name: "an old entry, and answers from behind the router",
            replies: gateway(.unconfirmed, then: nil), outcomes: [.gateway: [.ok]]),
        Row(
            name: "an old entry of a router that has gone",
            replies: gateway(.unconfirmed, then: .absent, silence), verdict: .gateway,
            outcomes: [.gateway: [.failed]]),
        Row(
            name: "an old entry of a router whose line is down",
            plan: { $0.nameServers = [behind] },
            replies: gateway(.unconfirmed, then: .reachable, silence), verdict: .internet,
            outcomes: [.gateway: [.ok]]),
        Row(
            name: "an old entry that nothing confirms, and nothing answers",
            plan: { $0.nameServers = [behind] },
            replies: gateway(.unconfirmed, then: .unconfirmed, silence), verdict: .internet,
            outcomes: [.gateway: [.ok]],
            sentence: "Nothing answers over eth0, and it is not known whether the router "
                + "192.0.2.1 does."),
        Row(
            name: "only the addresses that stand for the internet do not answer",
            plan: { $0.nameServers = [behind] },
            replies: { question in
                switch question {
                case .internet: .some(.internet(.silence))
                case .portal: .some(.portal(ConnectivityAnswer(.limited, detail: "no answer")))
                default: .none
                }
            }, verdict: .internet,
            sentence: "do not answer over eth0, but \(behind.address) does."),
        Row(
            name: "the addresses that stand for the internet answer garbage",
            plan: { $0.nameServers = [behind] },
            replies: { question in
                switch question {
                case .internet: .some(.internet(.garbage))
                case .portal: .some(.portal(ConnectivityAnswer(.limited, detail: "no answer")))
                default: .none
                }
            }, verdict: .internet, outcomes: [.internet: [.failed, .failed, .failed]]),
        Row(
            name: "one family goes through a VPN that does not answer",
            plan: { plan in
                (plan.interfaces.names, plan.interfaces.tunnels) = ([9: "tun9"], [9])
                for index in plan.probes.indices where plan.probes[index].family == .ipv4 {
                    plan.probes[index].interface = "tun9"
                }
            },
            replies: { question in
                guard case .internet(let probe) = question, probe.family == .ipv4 else {
                    return .none
                }
                return .some(.internet(.silence))
            }, verdict: .internet, sentence: "not over IPv4, which goes through the VPN tun9."),
        Row(
            name: "a fixed entry, and nothing answers",
            plan: { $0.nameServers = [behind] }, replies: gateway(.fixed, then: nil, silence),
            verdict: .internet, outcomes: [.gateway: [.ok]],
            sentence: "it is not known whether the router 192.0.2.1 does."),
        Row(
            name: "a fixed entry before a VPN that does not answer",
            plan: { ($0.isVPN, $0.nameServers, $0.interface) = (true, [behind], "wg0") },
            replies: gateway(.fixed, then: nil, silence), verdict: .internet,
            sentence: "Nothing answers through the VPN wg0."),
        Row(
            name: "the line is down, and the name server is behind it",
            plan: { $0.nameServers = [behind] }, replies: silence, verdict: .internet,
            outcomes: [.nameServer: [.failed], .gateway: [.ok]],
            sentence: "The router 192.0.2.1 answers, and nothing behind it does: the provider's "
                + "line seems to be down."),
        Row(
            name: "the line is down, and so is the name server on the link", replies: silence,
            verdict: .nameServer, sentence: "and the internet does not answer either"),
        Row(
            name: "the line is down, without a router",
            plan: { ($0.nextHops, $0.nameServers, $0.interface) = ([], [behind], "ppp0") },
            replies: silence, verdict: .internet, outcomes: [.gateway: [.skipped]],
            sentence: "Nothing answers over ppp0"),
        Row(
            name: "the server of a VPN does not answer",
            plan: { ($0.isVPN, $0.nameServers, $0.interface) = (true, [behind], "wg0") },
            replies: silence, verdict: .internet,
            sentence: "Nothing answers through the VPN wg0; the router 192.0.2.1 does."),
        Row(
            name: "a name server refuses",
            replies: nameServer(onLink, .error("REFUSED"), .error("REFUSED")),
            verdict: .nameServer, outcomes: [.nameServer: [.failed, .ok]],
            sentence:
                "The name server 192.0.2.53 refuses to answer (REFUSED); 203.0.113.53 works."),
        Row(
            name: "a name server behind the router fails, and the internet answers",
            replies: nameServer(behind, .error("SERVFAIL"), .error("SERVFAIL")),
            verdict: .nameServer, outcomes: [.nameServer: [.ok, .failed]]),
        Row(
            name: "a name server answers over TCP only",
            replies: nameServer(onLink, .silence, .answer), verdict: .nameServer,
            sentence: "answers over TCP, and not over UDP"),
        Row(
            name: "a name server answers over UDP only",
            replies: nameServer(onLink, .answer, .unreachable), outcomes: [.nameServer: [.ok, .ok]]),
        Row(
            name: "a name server does not know the root",
            replies: nameServer(onLink, .nothingFound, .nothingFound),
            outcomes: [.nameServer: [.ok, .ok]]),
        Row(
            name: "a name server answers garbage",
            replies: nameServer(onLink, .garbage, .garbage), verdict: .nameServer,
            sentence: "sends an invalid DNS response"),
        Row(
            name: "no name server, and names are resolved", plan: { $0.nameServers = [] },
            outcomes: [.nameServer: [.skipped]]),
        Row(
            name: "no name server, and no name is resolved", plan: { $0.nameServers = [] },
            replies: {
                if case .resolver = $0 {
                    .some(.noAddress("no usable answer", isAnswer: false))
                } else {
                    .none
                }
            },
            verdict: .nameServer, outcomes: [.nameServer: [.failed], .portal: [.skipped]],
            sentence: "No name server is configured."),
        Row(
            name: "an IPv6 name server on a path without IPv6",
            plan: {
                $0.nameServers = [onLink, Server(address: "2001:db8::53", location: .noRoute)]
                $0.probes[2].interface = nil
            },
            outcomes: [.nameServer: [.ok, .skipped], .internet: [.ok, .ok, .skipped]]),
        Row(
            name: "only an IPv6 name server on a path without IPv6",
            plan: {
                $0.nameServers = [Server(address: "2001:db8::53", location: .noRoute)]
                $0.probes[2].interface = nil
            },
            verdict: .nameServer, sentence: "The name server 2001:db8::53 has no route."),
        Row(
            name: "a name server behind another interface, which is metered",
            plan: { plan in
                plan.nameServers = [
                    onLink, Server(address: "10.0.0.1", location: .behindGateway("wwan0")),
                ]
                plan.meteredInterfaces = ["wwan0", "wwan1"]
            },
            outcomes: [
                .nameServer: [.ok, .skipped], .resolver: [.skipped, .skipped],
                .internet: [.ok, .ok, .ok], .portal: [.skipped], .destination: [.skipped],
            ],
            sentence: "Nothing failed: the internet answers over eth0; nothing was sent over "
                + "wwan0, which is metered (--force sends)."),
        Row(
            name: "a name server behind a metered interface, and no name to resolve",
            plan: { plan in
                plan.nameServers = [Server(address: "10.0.0.1", location: .onLink("wwan0"))]
                plan.meteredInterfaces = ["wwan0"]
                plan.check?.host = HostName("198.51.100.9")
                plan.portal = "https://portal.example/"
                plan.destination = try? DoctorDestination("192.0.2.9")
            },
            outcomes: [
                .nameServer: [.skipped], .resolver: [.skipped], .portal: [.ok], .destination: [.ok],
            ]),
        Row(
            name: "a portal whose name may not be resolved",
            plan: { plan in
                plan.nameServers = [Server(address: "10.0.0.1", location: .onLink("wwan0"))]
                plan.meteredInterfaces = ["wwan0"]
                (plan.check, plan.portal) = (nil, "https://portal.example/")
            },
            outcomes: [.portal: [.skipped]]),
        Row(
            name: "an IPv6 name server on a path without IPv6, and one behind a metered interface",
            plan: { plan in
                plan.nameServers = [
                    Server(address: "2001:db8::53", location: .noRoute),
                    Server(address: "10.0.0.1", location: .onLink("wwan0")),
                ]
                plan.meteredInterfaces = ["wwan0"]
                plan.probes[2].interface = nil
            },
            outcomes: [.nameServer: [.skipped, .skipped]]),
        Row(
            name: "a destination behind a metered interface",
            plan: { $0.meteredInterfaces = ["wwan0"] },
            replies: {
                if case .destination = $0 {
                    .some(.notAsked("not asked, because wwan0 is metered (--force asks)"))
                } else {
                    .none
                }
            },
            outcomes: [.nameServer: [.ok, .ok], .destination: [.skipped]],
            sentence: "nothing was sent over wwan0"),
        Row(
            name: "one probe does not answer",
            replies: {
                if case .internet(let probe) = $0, probe.address == "9.9.9.9" {
                    .some(.internet(.silence))
                } else {
                    .none
                }
            },
            outcomes: [.internet: [.ok, .skipped, .ok]]),
        Row(
            name: "IPv6 does not answer",
            replies: {
                if case .internet(let probe) = $0, probe.family == .ipv6 {
                    .some(.internet(.unreachable))
                } else {
                    .none
                }
            },
            verdict: .internet, outcomes: [.internet: [.ok, .ok, .failed]],
            sentence: "The internet answers over IPv4, and not over IPv6."),
        Row(
            name: "a probe that refuses has answered",
            replies: {
                if case .internet = $0 { .some(.internet(.error("REFUSED"))) } else { .none }
            },
            outcomes: [.internet: [.ok, .ok, .ok]]),
        Row(
            name: "a captive portal",
            replies: {
                if case .portal = $0 {
                    .some(.portal(ConnectivityAnswer(.portal, detail: "HTTP status 302")))
                } else {
                    .none
                }
            },
            verdict: .portal, outcomes: [.portal: [.failed], .internet: [.ok, .ok, .ok]],
            sentence: "A captive portal holds packets back."),
        Row(
            name: "a captive portal that holds DNS back, too",
            replies: {
                switch $0 {
                case .portal: .some(.portal(ConnectivityAnswer(.portal, detail: "302")))
                case .internet: .some(.internet(.silence))
                default: .none
                }
            },
            verdict: .portal, outcomes: [.internet: [.skipped, .skipped, .skipped]]),
        Row(
            name: "a captive portal that holds back questions to name servers behind it",
            replies: {
                switch $0 {
                case .portal: .some(.portal(ConnectivityAnswer(.portal, detail: "302")))
                case .internet: .some(.internet(.silence))
                case .nameServer(behind): .some(.nameServer(udp: .silence, tcp: .silence))
                default: .none
                }
            },
            verdict: .portal, outcomes: [.nameServer: [.ok, .failed], .portal: [.failed]],
            sentence: "A captive portal holds packets back."),
        Row(
            name: "an unexpected page, and a name server that refuses, while the internet answers",
            replies: {
                switch $0 {
                case .portal: .some(.portal(ConnectivityAnswer(.portal, detail: "404")))
                case .nameServer(behind): .some(.nameServer(udp: .silence, tcp: .silence))
                default: .none
                }
            },
            verdict: .nameServer, outcomes: [.nameServer: [.ok, .failed], .portal: [.failed]]),
        Row(
            name: "a captive portal, and a name server of its network that does not answer",
            replies: {
                switch $0 {
                case .portal: .some(.portal(ConnectivityAnswer(.portal, detail: "302")))
                case .nameServer(onLink): .some(.nameServer(udp: .silence, tcp: .silence))
                default: .none
                }
            },
            verdict: .nameServer, outcomes: [.nameServer: [.failed, .ok], .portal: [.failed]],
            sentence: "; 203.0.113.53 works."),
        Row(
            name: "a network that holds back questions to other name servers",
            replies: { if case .internet = $0 { .some(.internet(.silence)) } else { .none } },
            outcomes: [.internet: [.skipped, .skipped, .skipped], .portal: [.ok]]),
        Row(
            name: "the page of the check does not answer",
            replies: {
                if case .portal = $0 {
                    .some(.portal(ConnectivityAnswer(.limited, detail: "HTTP status 503")))
                } else {
                    .none
                }
            },
            verdict: .portal, sentence: "HTTP status 503"),
        Row(
            name: "no page to check", plan: { $0.check = nil }, outcomes: [.portal: [.skipped]]),
        Row(
            name: "a name does not exist",
            replies: {
                if case .resolver(let host) = $0, host.description == "mail.example" {
                    .some(.noAddress("Name or service not known", isAnswer: true))
                } else {
                    .none
                }
            },
            verdict: .resolver,
            outcomes: [.resolver: [.ok, .failed], .destination: [.skipped]],
            sentence: "The name mail.example has no address: Name or service not known."),
        Row(
            name: "the resolver does not answer",
            replies: { if case .resolver = $0 { .some(nil) } else { .none } },
            verdict: .resolver,
            outcomes: [.portal: [.skipped], .destination: [.skipped]],
            sentence: "cannot be resolved within 3 s"),
        Row(
            name: "the destination refuses",
            replies: {
                if case .destination = $0 {
                    .some(.notConnected("refuses the connection"))
                } else {
                    .none
                }
            },
            verdict: .destination,
            sentence: "Everything works but mail.example:993: it refuses the connection."),
        Row(
            name: "two causes: the router and the name server",
            replies: gateway(
                .absent, then: nil, nameServer(onLink, .error("REFUSED"), .error("REFUSED"))),
            verdict: .gateway, outcomes: [.nameServer: [.failed, .ok]]),
        Row(
            name: "a metered path", plan: { $0.restraint = .metered },
            outcomes: [
                .gateway: [.skipped], .nameServer: [.skipped], .resolver: [.skipped],
                .internet: [.skipped], .portal: [.skipped], .destination: [.skipped],
            ],
            sentence:
                "eth0 has a route to the internet; nothing else was checked, because the path is"),
        Row(
            name: "a sandbox that refuses sockets",
            plan: { $0.restraint = .forbidden("cannot open a socket: Operation not permitted") },
            outcomes: [
                .gateway: [.skipped], .nameServer: [.skipped], .resolver: [.skipped],
                .internet: [.skipped], .portal: [.skipped], .destination: [.skipped],
            ],
            sentence: "nothing else was checked: cannot open a socket: Operation not permitted."),
        Row(
            name: "threads cannot be started any more",
            replies: { question in
                switch question {
                case .resolver: .none
                default: .some(.notAsked("cannot start a thread"))
                }
            },
            outcomes: [
                .gateway: [.skipped], .nameServer: [.skipped, .skipped],
                .internet: [.skipped, .skipped, .skipped], .portal: [.skipped],
                .destination: [.skipped],
            ]),
        Row(
            name: "no link",
            plan: {
                $0.localVerdict = DoctorVerdict(
                    step: .link, sentence: "The cable of eth0 is unplugged.")
            },
            verdict: .link, outcomes: [.gateway: [.skipped], .destination: [.skipped]],
            sentence: "The cable of eth0 is unplugged."),
        Row(
            name: "c-ares is not there",
            replies: {
                switch $0 {
                case .nameServer:
                    .some(.nameServer(udp: .notAsked("no library"), tcp: .notAsked("no library")))
                case .internet: .some(.internet(.notAsked("no library")))
                default: .none
                }
            },
            outcomes: [
                .nameServer: [.skipped, .skipped], .internet: [.skipped, .skipped, .skipped],
            ]),
    ]

    /// Runs a machine until it has finished.
    ///
    /// - Returns: the machine, and how long it took in milliseconds.
    private func run(
        _ plan: DoctorPlan, after milliseconds: Int64 = 5, _ reply: (Question) -> Reply?
    ) throws -> (DoctorMachine, Int64) {
        var machine = DoctorMachine(plan)
        var now: Int64 = 1000
        for _ in 0..<20 {
            switch machine.next(at: now) {
            case .ask(let questions):
                for question in questions {
                    guard let reply = reply(question) else { continue }
                    machine.received(reply, to: question, after: milliseconds)
                }
            case .wait(let end): now = end
            case .finish: return (machine, now - 1000)
            }
        }
        Issue.record("the machine does not finish")
        return (machine, now)
    }

    @Test("The verdict is the first step that failed", arguments: rows)
    func verdict(row: Row) throws {
        var plan = Self.plan
        row.plan(&plan)
        let (machine, _) = try run(plan) { row.replies($0) ?? Self.well($0) }
        let (verdict, lines) = (machine.findings.verdict, machine.findings.lines)
        #expect(verdict.step == row.verdict)
        #expect(verdict.sentence.includes(row.sentence), "\(verdict.sentence)")
        #expect(verdict.advice.isEmpty == (row.verdict == nil || row.verdict == .link))
        for (step, outcomes) in row.outcomes {
            #expect(lines.filter { $0.step == step }.map(\.outcome) == outcomes, "\(step)")
        }
        #expect(
            lines.contains { $0.outcome == .failed } == (row.verdict != nil && row.verdict != .link)
        )
        #expect(lines.allSatisfy { ($0.milliseconds == nil) == ($0.outcome == .skipped) })
        #expect(lines.map(\.step) == lines.map(\.step).sorted(), "the steps are not in their order")
    }

    @Test(
        "The query of the check's address is not shown, whatever is asked",
        arguments: [nil, .metered] as [DoctorPlan.Restraint?], [true, false])
    func secretAddress(restraint: DoctorPlan.Restraint?, isResolved: Bool) throws {
        var plan = Self.plan
        plan.check?.settings = ConnectivitySettings(url: "http://check.example/204?key=secret")
        plan.restraint = restraint
        let (machine, _) = try run(plan) { question in
            if case .resolver = question, !isResolved { nil } else { Self.well(question) }
        }
        let portal = machine.findings.lines.filter { $0.step == .portal }
        #expect(portal.map(\.subject) == ["http://check.example/204"])
    }

    @Test("An answer after a second is slow, and no failure", arguments: [(999, 0), (1000, 7)])
    func slow(milliseconds: Int64, count: Int) throws {
        let (machine, _) = try run(Self.plan, after: milliseconds, Self.well)
        let slow = machine.findings.lines.filter { $0.outcome == .slow }
        #expect(machine.findings.verdict.step == nil)
        #expect(slow.isEmpty == (count == 0) && slow.count >= count)
        #expect(machine.findings.verdict.sentence.includes("slowly") == (count > 0))
    }

    @Test(
        "A router is not slow because the doctor waits for a confirmation of its entry",
        arguments: [true, false])
    func confirmation(isInternetUp: Bool) throws {
        let (machine, _) = try run(Self.plan, after: 1500) { question in
            switch question {
            case .gateway: .gateway(.unconfirmed)
            case .confirmation: .gateway(.reachable)
            case .internet where !isInternetUp: .internet(.silence)
            case .nameServer where !isInternetUp: .nameServer(udp: .silence, tcp: .silence)
            default: Self.well(question)
            }
        }
        #expect(machine.findings.lines.first { $0.step == .gateway }?.outcome == .ok)
    }

    @Test("A router is checked again at once, until 7.2 seconds after the datagram")
    func confirmationTime() {
        var machine = DoctorMachine(Self.plan)
        _ = machine.next(at: 100)
        machine.received(.gateway(.unconfirmed), to: .gateway(Self.router), after: 1000)
        #expect(machine.next(at: 1110) == .ask([.confirmation(Self.router)]))
        var (now, hasFinished): (Int64, Bool) = (1110, false)
        for _ in 0..<20 where !hasFinished {
            switch machine.next(at: now) {
            case .ask: break
            case .wait(let end): now = end
            case .finish: hasFinished = true
            }
        }
        #expect(hasFinished && now == 7310)
    }

    @Test("A router is not checked again once something behind it has answered")
    func confirmationEnd() {
        var machine = DoctorMachine(Self.plan)
        _ = machine.next(at: 0)
        machine.received(.gateway(.unconfirmed), to: .gateway(Self.router), after: 1000)
        _ = machine.next(at: 1000)
        machine.received(
            .internet(.answer), to: .internet(Self.plan.probes[0]), after: 1100)
        _ = machine.next(at: 1100)
        #expect(!machine.pending.contains(.confirmation(Self.router)))
    }

    @Test("Silence of everything, 20 name servers among it, ends in less than 10 seconds")
    func silence() throws {
        var plan = Self.plan
        plan.nameServers = (1...20).map {
            Server(address: "192.0.2.\($0)", location: .onLink("eth0"))
        }
        let (machine, milliseconds) = try run(plan) { question in
            if case .gateway = question { .gateway(.unconfirmed) } else { nil }
        }
        #expect(milliseconds < 9000)
        #expect(
            machine.findings.lines.count { $0.step == .nameServer && $0.outcome == .failed } == 20)
    }

    @Test("A reply that comes too late does not count")
    func late() throws {
        let (machine, _) = try run(Self.plan) { _ in nil }
        var late = machine
        late.received(.internet(.answer), to: .internet(Self.plan.probes[0]), after: 5)
        #expect(late.findings.replies == machine.findings.replies)
    }

    @Test(
        "A destination is a host or an address, with or without a port",
        arguments: [
            ("example.org", "example.org:443"), ("example.org:80", "example.org:80"),
            ("192.0.2.1", "192.0.2.1:443"), ("192.0.2.1:65535", "192.0.2.1:65535"),
            ("2001:db8::1", "[2001:db8::1]:443"), ("[2001:db8::1]", "[2001:db8::1]:443"),
            ("[2001:db8::1]:22", "[2001:db8::1]:22"), ("fe80::1%eth0", "[fe80::1%eth0]:443"),
            ("[fe80::1%eth0]:22", "[fe80::1%eth0]:22"),
            ("", nil), (":443", nil), ("example.org:", nil), ("example.org:0", nil),
            ("example.org:65536", nil), ("example.org:-1", nil), ("example.org:+1", nil),
            ("example.org:http", nil), ("a b", nil), ("[192.0.2.1]:80", nil),
            ("[2001:db8::1", nil), ("[2001:db8::1]80", nil), ("[example.org]:80", nil),
            ("http://example.org/", nil), ("1.2.3", nil), ("ex\u{E4}mple.org", nil),
            ("2001:db8::1:g", nil),
        ] as [(String, String?)])
    func destination(text: String, description: String?) {
        let destination = try? DoctorDestination(text)
        #expect(destination?.description == description)
    }
}
