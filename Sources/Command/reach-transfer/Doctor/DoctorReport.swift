// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import ReachCommand

/// A step of the way to the internet, in the order in which packets depend on each other.
enum DoctorStep: String, Sendable, Hashable, CaseIterable, Encodable {
    case interface, link, address, route, gateway, nameServer, resolver, internet, portal
    case destination

    /// Whether the step only reads the state of this machine, and sends nothing.
    var isLocal: Bool { self < .gateway }

    /// The kind of message that is sent for the step, as text after its subject; empty if nothing is sent.
    var question: String {
        switch self {
        case .interface, .link, .address, .route: ""
        case .gateway: "datagram to port 9"
        case .nameServer: "DNS by UDP and TCP"
        case .resolver: "name"
        case .internet: "DNS by UDP"
        case .portal: "HTTP"
        case .destination: "TCP"
        }
    }
}

extension DoctorStep: Comparable {
    static func < (one: DoctorStep, other: DoctorStep) -> Bool { one.position < other.position }

    private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How a step ended, for one subject.
enum DoctorOutcome: String, Sendable, Hashable, CaseIterable, Encodable {
    case ok, failed
    /// There was an answer, after ``DoctorLine/slowness`` or more.
    case slow
    /// The step was not reached, or may not be asked.
    case skipped

    /// Whether there was a usable answer.
    var isAnswer: Bool { self == .ok || self == .slow }
}

/// A line of the report: a step for one subject.
struct DoctorLine: Sendable, Hashable {
    var step: DoctorStep
    /// The subject of the question: an interface, an address, a name.
    var subject: String
    var outcome: DoctorOutcome
    /// The result, as the rest of a sentence that begins with the subject.
    var detail: String
    /// `nil` if nothing was asked.
    var milliseconds: Int64?

    /// The time after which an answer is slow, in milliseconds.
    static let slowness: Int64 = 1000

    /// Makes a line.
    ///
    /// - Parameters:
    ///   - step: the step.
    ///   - subject: what was asked.
    ///   - outcome: how it ended; ``DoctorOutcome/ok`` becomes ``DoctorOutcome/slow`` if the answer took long.
    ///   - detail: what came.
    ///   - milliseconds: how long it took.
    ///   - isMeasured: whether the time is that of an answer, not of the wait for one.
    init(
        _ step: DoctorStep, _ subject: String, _ outcome: DoctorOutcome, _ detail: String,
        milliseconds: Int64? = nil, isMeasured: Bool = true
    ) {
        self.step = step
        self.subject = subject
        let isSlow =
            outcome == .ok && isMeasured && !step.isLocal && (milliseconds ?? 0) >= Self.slowness
        self.outcome = isSlow ? .slow : outcome
        self.detail = detail
        self.milliseconds =
            outcome == .skipped ? nil : milliseconds.map { min($0, DoctorPlan.limit) }
    }

    /// A line of a step that was not asked.
    static func skipped(_ step: DoctorStep, _ subject: String, _ reason: String) -> DoctorLine {
        DoctorLine(step, subject, .skipped, reason)
    }
}

extension DoctorLine: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "step": step, "subject": subject, "outcome": outcome, "detail": detail,
            "milliseconds": milliseconds,
        ])
    }
}

/// The first step that failed, in words.
struct DoctorVerdict: Sendable, Hashable {
    /// `nil` if nothing failed.
    var step: DoctorStep?
    /// The verdict in one sentence.
    var sentence: String
    /// The advice, a sentence each.
    var advice: [String] = []
}

/// What `reach doctor` has found.
struct DoctorReport: Sendable {
    var lines: [DoctorLine]
    var verdict: DoctorVerdict
    var path: NetworkPath

    /// Whether a step failed, for some subject.
    var hasFailure: Bool { lines.contains { $0.outcome == .failed } }
}

extension DoctorReport: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "verdict": verdict.step?.rawValue ?? "ok", "steps": lines, "advice": verdict.advice,
            "path": ShownPath(path, interfaces: path.interfacesOfInterest),
        ])
    }
}

extension DoctorReport {
    /// The report as text: the verdict, a table of the steps, and what to try.
    ///
    /// - Parameters:
    ///   - style: the style of the text.
    ///   - columns: the width of the terminal; `nil` for no limit.
    func text(_ style: TextStyle, columns: Int? = nil) -> String {
        let role: TextStyle.Role = hasFailure ? .bad : .good
        let headline = verdict.sentence.escaped.wrapped(to: columns)
            .map { style.apply(role, to: $0) + "\n" }.joined()
        var rows = [
            ["STEP", "OUTCOME", "MS", "ASKED", "FOUND"].map { TextTable.Cell($0, .heading) }
        ]
        for line in lines {
            let isAsked = line.outcome != .skipped && !line.step.question.isEmpty
            rows.append([
                TextTable.Cell(line.step.rawValue),
                TextTable.Cell(line.outcome.rawValue, line.outcome.role),
                TextTable.Cell(line.milliseconds.map { "\($0)" } ?? "-"),
                TextTable.Cell(
                    isAsked ? "\(line.subject): \(line.step.question)" : line.subject),
                TextTable.Cell(line.detail),
            ])
        }
        let advice = verdict.advice.flatMap { advice in
            "Try: \(advice.escaped)".wrapped(to: columns).map { $0 + "\n" }
        }
        return headline + "\n" + TextTable(rows: rows).text(style, columns: columns)
            + (advice.isEmpty ? "" : "\n" + advice.joined())
    }
}

extension DoctorOutcome {
    fileprivate var role: TextStyle.Role {
        switch self {
        case .ok: .good
        case .failed: .bad
        case .slow: .doubtful
        case .skipped: .heading
        }
    }
}
