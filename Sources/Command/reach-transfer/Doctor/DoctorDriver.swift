// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import ConnectivityProbes
import Glibc
import LinuxSystem
import NetworkReachability
import Netlink
import ReachCommand

/// Asks what ``DoctorMachine`` decides to ask: each question on a thread of its own, which may block.
///
/// A thread whose answer does not matter any more is left to itself: the process ends soon.
struct DoctorDriver: ~Copyable {
    private typealias Received = (question: DoctorMachine.Question, timed: DoctorMachine.Timed)

    private var machine: DoctorMachine
    private let inbox: Mailbox<Received>

    init(_ plan: DoctorPlan) throws(SystemError) {
        machine = DoctorMachine(plan)
        inbox = try Mailbox()
    }

    /// Asks everything, and waits for the end.
    ///
    /// - Parameter onWait: called before each wait with the open questions.
    /// - Returns: what the replies say.
    consuming func run(onWait: ([DoctorMachine.Question]) -> Void) -> DoctorFindings {
        while true {
            switch machine.next(at: MonotonicClock.milliseconds) {
            case .ask(let questions): for question in questions { start(question) }
            case .wait(let end):
                onWait(Array(machine.pending))
                let interest = PollSet.Interest(inbox.descriptor, reads: true)
                _ = interest.isMet(within: MonotonicClock.milliseconds(until: end))
                for (question, timed) in inbox.take() {
                    machine.received(timed.reply, to: question, after: timed.milliseconds)
                }
            case .finish: return machine.findings
            }
        }
    }

    private func start(_ question: DoctorMachine.Question) {
        let start = MonotonicClock.milliseconds
        let (plan, inbox) = (machine.findings.plan, self.inbox)
        let answer: @Sendable (DoctorMachine.Reply, Int64?) -> Void = { reply, milliseconds in
            let timed = DoctorMachine.Timed(
                reply: reply,
                milliseconds: milliseconds ?? MonotonicClock.milliseconds - start)
            inbox.post((question, timed))
        }
        if case .resolver(let host) = question {
            return HostResolver.shared.resolve(host) { outcome in
                switch outcome {
                case .success(let addresses): answer(.addresses(addresses), nil)
                case .failure(let error):
                    answer(.noAddress(error.reason, isAnswer: error.isAnswer), nil)
                }
            }
        }
        do throws(SystemError) {
            try SystemThread.start(name: "doctor") {
                switch question {
                case .gateway(let hop): answer(.gateway(hop.ask()), nil)
                case .confirmation(let hop): answer(.gateway(hop.awaitConfirmation()), nil)
                case .nameServer(let server):
                    let replies = NameServerExchange.askTwice(
                        server.address, over: server.interface, patience: DoctorPlan.patience)
                    answer(
                        .nameServer(udp: replies.udp, tcp: replies.tcp), replies.milliseconds)
                case .internet(let probe):
                    answer(
                        .internet(
                            NameServerExchange.ask(
                                probe.address, over: probe.interface,
                                patience: DoctorPlan.patience)), nil)
                case .portal(let withCheck): answer(plan.askPortal(withCheck: withCheck), nil)
                case .destination(let addresses): answer(plan.connect(to: addresses), nil)
                // The resolver has threads of its own.
                case .resolver: break
                }
            }
        } catch {
            answer(.notAsked(error.description), 0)
        }
    }
}

extension DoctorPlan {
    /// Asks the API of the captive portal, and for the page of the check.
    fileprivate func askPortal(withCheck: Bool) -> DoctorMachine.Reply {
        guard withCheck, let settings = check?.settings else {
            return .portal(
                .ofPortal(
                    askedPortal ?? "", over: interface, userAgent: "reach/\(version)",
                    patience: Self.limit))
        }
        do throws(HTTPConnectivityProbe.AddressError) {
            let probe = try HTTPConnectivityProbe(settings)
            return .portal(
                probe.checkAndWait(over: interface, portal: askedPortal, patience: Self.limit))
        } catch {
            return .notAsked(error.reason)
        }
    }
}

// MARK: - Routers

extension DoctorPlan.NextHop {
    /// The time for an answer to the datagram if the kernel has an old entry, in milliseconds.
    private static let patienceWithEntry: Int64 = 1000
    /// The time between two readings of the entry, in milliseconds. The kernel reports when the state of an entry changes,
    /// but not when a TCP connection confirms the entry.
    private static let pause: Int32 = 20

    /// Sends a datagram to the discard port (RFC 863), so that the kernel looks for the router, and waits for its neighbor
    /// entry, or for the router's own answer: that the port is closed.
    fileprivate func ask() -> DoctorMachine.GatewayReply {
        do {
            let kernel = try NetlinkSocket(.route)
            let socket = try InternetSocket(
                .datagram, to: gateway.address.description, port: 9, over: interface)
            try socket.sendByte()
            let start = MonotonicClock.milliseconds
            let interest = PollSet.Interest(socket.descriptor, reads: true)
            while true {
                let waited = MonotonicClock.milliseconds - start
                if interest.isMet(within: Self.pause) {
                    switch socket.takeError() {
                    case 0: break
                    case EHOSTUNREACH: return .absent
                    case ECONNREFUSED: return .refusedDatagram
                    case let number:
                        return .notAsked(
                            SystemError(operation: "send a datagram", errno: number).description)
                    }
                }
                guard let entry = try kernel.entry(of: neighbor) else { return .noEntry }
                // An entry counts as reachable for up to 45 s, also if the router has gone since.
                if entry.isConfirmed(within: MonotonicClock.milliseconds - start) {
                    return .reachable
                }
                if entry.isFixed { return .fixed }
                if entry.isUnanswered { return .absent }
                if entry.isWorking, waited >= Self.patienceWithEntry { return .unconfirmed }
                if waited >= DoctorPlan.patience { return .absent }
            }
        } catch {
            return .notAsked("\(error)")
        }
    }

    /// Waits until the kernel has asked the router itself. An ordinary user cannot have it ask earlier.
    fileprivate func awaitConfirmation() -> DoctorMachine.GatewayReply {
        guard let kernel = try? NetlinkSocket(.route) else { return .unconfirmed }
        let sentAt = MonotonicClock.milliseconds - Self.patienceWithEntry
        // The machine may end the wait before.
        let end = sentAt + DoctorMachine.confirmationTime
        var searchedSince: Int64?
        while case let now = MonotonicClock.milliseconds, now < end {
            usleep(useconds_t(Self.pause) * 1000)
            guard let entry = try? kernel.entry(of: neighbor) else { return .unconfirmed }
            if entry.isConfirmed(within: MonotonicClock.milliseconds - sentAt) { return .reachable }
            if entry.isUnanswered || !entry.isWorking { return .absent }
            guard entry.isSearched else {
                searchedSince = nil
                continue
            }
            let start = searchedSince ?? now
            if now - start >= DoctorMachine.searchTime { return .absent }
            searchedSince = start
        }
        return .unconfirmed
    }

    private var neighbor: Neighbor {
        Neighbor(interface: index, address: gateway.address.bytes)
    }
}
