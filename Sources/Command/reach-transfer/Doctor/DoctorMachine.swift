// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// Decides what `reach doctor` asks, and when it has waited long enough.
///
/// The first round asks every question that depends on no other answer; the second round asks the questions that need
/// an address. During both rounds, the machine checks a router with an unconfirmed entry again, until something behind
/// it has answered.
struct DoctorMachine: Sendable {
    /// A question to the network.
    enum Question: Sendable, Hashable {
        /// Does the router answer? A datagram is sent to it.
        case gateway(DoctorPlan.NextHop)
        /// Has the router answered the kernel's own search, which follows later? Nothing is sent.
        case confirmation(DoctorPlan.NextHop)
        case nameServer(DoctorPlan.NameServer)
        case resolver(HostName)
        case internet(DoctorPlan.Probe)
        /// Is there a captive portal?
        ///
        /// - withCheck: whether the page of the check is requested, too.
        case portal(withCheck: Bool)
        case destination([String])

        /// The longest time, in milliseconds.
        fileprivate var patience: Int64 {
            switch self {
            case .confirmation: DoctorMachine.confirmationTime
            case .resolver: DoctorPlan.limit
            // They keep the time themselves, and know what did not come. On a busy machine they are late.
            case .gateway, .nameServer, .internet, .portal, .destination: DoctorPlan.limit + 300
            }
        }

        fileprivate var isConfirmation: Bool {
            if case .confirmation = self { true } else { false }
        }
    }

    /// The longest time from the datagram to the end of the kernel's own search for a router, in milliseconds: it begins
    /// after 5 s (`delay_first_probe_time`), up to 0.6 s late, and is waited for as long as ``searchTime``.
    static let confirmationTime: Int64 = 7200
    /// How long an answer to the kernel's own search for a router is waited for, in milliseconds. The kernel asks once a
    /// second, three times; a router on the link answers within milliseconds.
    static let searchTime: Int64 = 1500

    /// The kernel's knowledge of a router after a datagram.
    enum GatewayReply: Sendable, Hashable {
        /// The router has answered lately.
        case reachable
        /// The entry needs no confirmation.
        case fixed
        /// The router has answered the datagram.
        case refusedDatagram
        /// There is an old entry, which nothing has confirmed.
        case unconfirmed
        /// The link has no neighbor entries.
        case noEntry
        /// The kernel has looked for the router, and nothing answered.
        case absent
        /// This machine could not send, for a reason.
        case notAsked(String)
    }

    /// An answer.
    enum Reply: Sendable, Hashable {
        case gateway(GatewayReply)
        case nameServer(udp: DNSReply, tcp: DNSReply)
        case addresses([String])
        /// No address, for a reason; and whether a name server said so.
        case noAddress(String, isAnswer: Bool)
        case internet(DNSReply)
        case portal(ConnectivityAnswer)
        /// The address that accepted the connection, and where it is.
        case connected(String, DoctorPlan.Location)
        case notConnected(String)
        /// This machine could not ask, for a reason.
        case notAsked(String)
        /// Nothing came in time.
        case overdue
    }

    /// A reply, and when it came after the question.
    struct Timed: Sendable, Hashable {
        var reply: Reply
        var milliseconds: Int64
    }

    /// The next action of the driver.
    enum Step: Sendable, Hashable {
        case ask([Question])
        /// Wait for a reply, until a time.
        case wait(until: Int64)
        case finish
    }

    private enum State: Sendable {
        case start, firstRound, secondRound, finished
    }

    /// The plan with the replies so far.
    private(set) var findings: DoctorFindings
    private var state = State.start
    /// The open questions, with the time at which they were asked; of a confirmation, at which the datagram was sent.
    private var open: [Question: Int64] = [:]

    init(_ plan: DoctorPlan) { findings = DoctorFindings(plan: plan) }

    private var plan: DoctorPlan { findings.plan }

    /// The questions that have no reply yet.
    var pending: some Collection<Question> { open.keys }

    /// Decides what to do next.
    mutating func next(at now: Int64) -> Step {
        for (question, askedAt) in open where now - askedAt >= question.patience {
            received(.overdue, to: question, after: question.patience)
        }
        if findings.hasAnswerFromBehindGateway {
            // The routers work.
            open = open.filter { !$0.key.isConfirmation }
        } else if case let questions = confirmations(at: now), !questions.isEmpty {
            open.merge(questions) { first, _ in first }
            return .ask(Array(questions.keys))
        }
        let isRoundOver = open.keys.allSatisfy(\.isConfirmation)
        switch state {
        case .start:
            state = .firstRound
            return ask(firstQuestions, at: now)
        case .firstRound where isRoundOver:
            state = .secondRound
            return ask(secondQuestions, at: now)
        case .firstRound, .secondRound, .finished:
            if let earliest = open.map({ $1 + $0.patience }).min() {
                return .wait(until: earliest)
            }
            state = .finished
            return .finish
        }
    }

    /// Takes in a reply. One that comes too late, or twice, does not count.
    mutating func received(_ reply: Reply, to question: Question, after milliseconds: Int64) {
        guard open.removeValue(forKey: question) != nil else { return }
        findings.replies[question] = Timed(reply: reply, milliseconds: milliseconds)
    }

    private mutating func ask(_ questions: [Question], at now: Int64) -> Step {
        for question in questions { open[question] = now }
        return questions.isEmpty ? next(at: now) : .ask(questions)
    }

    private var firstQuestions: [Question] {
        guard plan.whyNothingIsAsked == nil else { return [] }
        let servers = plan.nameServers.filter { server in
            server.location != .noRoute && plan.restraint(over: server.interface) == nil
        }
        let hosts = plan.nameRestraint == nil ? plan.hosts : []
        return plan.nextHops.map(Question.gateway) + servers.map(Question.nameServer)
            + hosts.map(Question.resolver)
            + plan.probes.filter { $0.interface != nil }.map(Question.internet)
    }

    private var secondQuestions: [Question] {
        guard plan.whyNothingIsAsked == nil else { return [] }
        var questions: [Question] = []
        let canCheck =
            plan.check.map { $0.host.map { !findings.addresses(of: $0).isEmpty } ?? true } ?? false
        if canCheck || plan.askedPortal != nil { questions.append(.portal(withCheck: canCheck)) }
        if let host = plan.destination?.host, case let addresses = findings.addresses(of: host),
            !addresses.isEmpty
        {
            questions.append(.destination(addresses))
        }
        return questions
    }

    /// The routers to check again, with the time of their datagrams.
    private func confirmations(at now: Int64) -> [Question: Int64] {
        var questions: [Question: Int64] = [:]
        for hop in plan.nextHops {
            guard let timed = findings.replies[.gateway(hop)],
                timed.reply == .gateway(.unconfirmed),
                case let question = Question.confirmation(hop), open[question] == nil,
                findings.replies[question] == nil
            else { continue }
            questions[question] = now - timed.milliseconds
        }
        return questions
    }
}
