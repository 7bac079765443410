// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// The text of `reach explain`: each answer with the facts that decided it, and all facts with `--verbose`.
struct ExplanationText {
    let path: NetworkPath
    let answers: [PathExplanation.Answer]
    let style: TextStyle
    /// The names and states of the interfaces that are not shown; `nil` if that is not said.
    var notShown: String?
    /// Whether every fact is shown (`--verbose`).
    var isVerbose = false
    /// Whether interfaces were named. Their answers come before those of the path.
    var areNamed = false
    /// The width of the terminal in columns; `nil` if the output is not a terminal.
    var columns: Int?

    var text: String {
        let role: TextStyle.Role = path.status == .satisfied ? .good : .bad
        let first = headline.wrapped(to: columns).map { style.apply(role, to: $0) + "\n" }.joined()
        let rest =
            isVerbose
            ? answers.map(evidence)
            : [style.apply(.heading, to: "(--verbose shows every fact that was read)") + "\n"]
        return ((areNamed ? [] : [first]) + [verdicts + notShownText] + rest)
            .joined(separator: "\n")
    }

    /// The path in one sentence, with the reason for its cost.
    private var headline: String {
        let headline = StatusText(path: path, interfaces: [], style: style).headline
        return path.status == .satisfied
            ? "\(headline) (\(path.metered.detail.escaped))" : headline
    }

    /// The interfaces that are not shown, in the words of `reach status`.
    private var notShownText: String {
        guard let notShown else { return "" }
        let row = [TextTable.Cell("not shown", .heading), TextTable.Cell(notShown)]
        return "\n" + TextTable(rows: [row], indent: "  ").text(style, columns: columns)
    }

    /// The table of answers and deciding facts.
    private var verdicts: String {
        var rows = [["SUBJECT", "ANSWER", "DECIDED BY"].map { TextTable.Cell($0, .heading) }]
        for answer in answers {
            let facts = self.facts(answer)
            var cells = [
                TextTable.Cell(answer.subjectText, .strong), TextTable.Cell(answer.answerText),
            ]
            for fact in facts.isEmpty ? [""] : facts {
                rows.append(cells + [TextTable.Cell(fact)])
                cells = ["", ""]
            }
        }
        return TextTable(rows: rows).text(style, columns: columns)
    }

    /// Returns the facts that decided an answer.
    private func facts(_ answer: PathExplanation.Answer) -> [String] {
        let deciding = answer.evidence.filter(\.decided)
        guard answer.question == .path, let reason = path.unsatisfiedReason else {
            return deciding.map(text)
        }
        // The text of the reason is shown in place of its code, and the conclusions come before the facts.
        let conclusions = deciding.filter { $0.source == .classification }.map(\.fact)
        return [StatusText(path: path, interfaces: [], style: style).whyOffline]
            + conclusions.filter { $0 != reason.rawValue }
            + deciding.filter { $0.source != .classification }.map(text)
    }

    /// Returns a deciding fact as text, with its source unless the fact names it.
    private func text(_ evidence: PathExplanation.Evidence) -> String {
        switch evidence.source {
        case .metering, .classification: evidence.fact
        case .lookup: "route to \(evidence.fact)"
        case .netlink: "kernel: \(evidence.fact)"
        case .wireGuard: "WireGuard: \(evidence.fact)"
        default: "\(evidence.source.rawValue): \(evidence.fact)"
        }
    }

    /// Returns all facts of an answer as text.
    private func evidence(_ answer: PathExplanation.Answer) -> String {
        let rows = answer.evidence.map { evidence in
            [
                TextTable.Cell(evidence.decided ? "→" : " ", .good),
                TextTable.Cell(evidence.source.text, .heading),
                TextTable.Cell(evidence.fact),
            ]
        }
        return style.apply(.strong, to: answer.title) + "\n"
            + TextTable(rows: rows, indent: "  ").text(style, columns: columns)
    }
}

extension PathExplanation.Evidence.Source {
    /// The source of a fact as text.
    fileprivate var text: String { self == .metering ? "metering" : rawValue }
}

extension PathExplanation.Answer {
    /// The subject of the answer as text.
    fileprivate var subjectText: String {
        switch question {
        case .path, .type: subject
        case .metered: "\(subject) metered"
        case .connectivity: "\(subject) answers"
        case .portal: "\(subject) portal"
        case .captive: "\(subject) captive"
        case .roaming: "\(subject) roaming"
        }
    }

    /// The answer as text: costs in the words of `reach status`.
    fileprivate var answerText: String {
        guard question == .metered, let value = Metered.Value(rawValue: answer) else {
            return answer
        }
        return value.shortText
    }

    /// The answer as a heading.
    fileprivate var title: String {
        switch question {
        case .path: "path: \(answer)"
        case .type:
            "\(subject.escaped) is \(answer)"
                + (confidence.map { ", confidence \($0.rawValue)" } ?? "")
        case .metered: "\(subject.escaped) metered: \(answerText)"
        case .connectivity: "\(subject.escaped) answers: \(answer)"
        case .portal: "\(subject.escaped) portal: \(answer)"
        case .captive: "\(subject.escaped) captive: \(answer)"
        case .roaming: "\(subject.escaped) roaming: \(answer)"
        }
    }
}
