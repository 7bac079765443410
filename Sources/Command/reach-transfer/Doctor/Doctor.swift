// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability
import ReachCommand

/// `reach doctor`: finds out where the network breaks, by asking.
struct Doctor: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: DoctorCall.configuration.abstract,
        discussion: """
            The steps are in the order in which packets depend on each other: interface, link, address and route of \
            this machine, then gateway (a datagram to port 9 of each router), nameServer (each configured one is \
            asked for the root's name servers, by UDP and TCP), resolver (this system resolves the names), internet \
            (each probe address is asked for the root's name servers), portal (the API of a captive portal, and the \
            page of the configuration's connectivity check), and destination. Each takes 3 s at most, and all \
            together 10 s. If nothing behind a router answers, reach waits up to 7 s for the kernel's own search for it.

            The first step that failed is the verdict. If the internet does not answer, reach does not blame a name \
            server behind the router. slow: an answer took a second or more. Without --force, reach sends nothing on a \
            metered path or over a metered interface.

            Exit codes: 0 nothing failed; 1 something failed; 64 the command line is invalid; 69 the kernel's \
            netlink interface cannot be used, or the program reach-transfer is not installed; 78 the configuration \
            file is invalid.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Ask why nothing works:
            reach doctor
          Ask why a server cannot be reached:
            reach doctor --to mail.example.org:993
          Print the step that failed, for a script:
            reach doctor --json | jq -r .verdict
        """#

    @Option(
        help: ArgumentHelp(
            """
            Also connect to this host by TCP, as HOST:PORT or HOST. The port is 443 unless it is given.
            """,
            valueName: "host"))
    var to: String?

    @Flag(help: "Send packets over metered interfaces, too.")
    var force = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    @Flag(name: [.short, .long], help: "Print the report as a JSON object.")
    var json = false

    @Option(help: ColorMode.help) var color = ColorMode.auto

    /// The longest wait for NetworkManager's answer, in milliseconds. It is shorter than `PathTracker.costPatience`: a user who
    /// looks for a fault waits for each step, and NetworkManager may be the fault.
    private static let costPatience: Int64 = 1000

    func run() throws {
        let destination = try to.map { text throws(Failure) in try DoctorDestination(text) }
        let configuration = try configurationFile.read()
        try PollSet.checkAvailability()
        let start = MonotonicClock.milliseconds
        var deadRoutes: [DeadRoute] = []
        let path = try NetworkPath.current(
            answering: configuration.question, costPatience: Self.costPatience,
            onDeadRoutes: { deadRoutes = $0 })
        if let refusal = path.kernelRefusal {
            throw Failure("cannot read the interfaces: \(refusal.escaped)", exitCode: 69)
        }
        var plan = DoctorPlan(
            path, milliseconds: MonotonicClock.milliseconds - start, isForced: force,
            deadRoutes: deadRoutes)
        try plan.addQuestions(path, configuration, to: destination)
        let line = LiveLine()
        let findings = try DoctorDriver(plan).run(onWait: line.show)
        line.clear()
        let report = DoctorReport(lines: findings.lines, verdict: findings.verdict, path: path)
        if json {
            try StandardStream.output.write(OutputLine(report).bytes)
        } else {
            try StandardStream.output.write(
                report.text(color.style, columns: StandardStream.output.columns))
        }
        if report.hasFailure { throw ExitCode.failure }
    }
}

/// A line on the terminal that names the open questions, until they are answered.
private struct LiveLine {
    private let columns: Int?

    init() {
        columns =
            StandardStream.error.interpretsEscapes ? StandardStream.error.columns ?? 80 : nil
    }

    func show(_ questions: [DoctorMachine.Question]) {
        guard let columns else { return }
        let subjects = Set(questions.map(\.text)).sorted().joined(separator: ", ")
        StandardStream.error.notify(
            "\r\u{1B}[K" + "asking \(subjects) …".escaped.shortened(to: columns - 1))
    }

    func clear() {
        if columns != nil { StandardStream.error.notify("\r\u{1B}[K") }
    }
}

extension DoctorMachine.Question {
    /// The words after "asking" that name the question.
    fileprivate var text: String {
        switch self {
        case .gateway(let hop): "the router \(hop.name)"
        case .confirmation(let hop): "the router \(hop.name) again"
        case .nameServer(let server): "the name server \(server.address)"
        case .resolver(let host): "for \(host)"
        case .internet(let probe): "the internet (\(probe.address))"
        case .portal: "for a captive portal"
        case .destination: "the destination"
        }
    }
}
