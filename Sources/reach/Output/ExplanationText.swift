// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// The text of `reach explain`: each answer with the facts that decided it, and all facts with `--verbose`.
struct ExplanationText {
    let path: NetworkPath
    let answers: [PathExplanation.Answer]
    let style: TextStyle
    /// Whether every fact is shown (`--verbose`).
    var isVerbose = false
    /// Whether interfaces were named. Their answers come before those of the path.
    var areNamed = false

    var text: String {
        let headline = StatusText(path: path, interfaces: [], style: style).headline
        let first = style.apply(path.status == .satisfied ? .good : .bad, to: headline) + "\n"
        let rest =
            isVerbose
            ? answers.map(evidence)
            : [style.apply(.heading, to: "(--verbose shows every fact that was read)") + "\n"]
        return ((areNamed ? [] : [first]) + [verdicts] + rest).joined(separator: "\n")
    }

    /// The table of answers and deciding facts.
    private var verdicts: String {
        var rows = [["SUBJECT", "ANSWER", "DECIDED BY"].map { TextTable.Cell($0, .heading) }]
        for answer in answers {
            let facts = self.facts(answer)
            var cells = [
                TextTable.Cell(answer.subjectText, .strong), TextTable.Cell(answer.answer),
            ]
            for fact in facts.isEmpty ? [""] : facts {
                rows.append(cells + [TextTable.Cell(fact)])
                cells = ["", ""]
            }
        }
        return TextTable(rows: rows).text(style)
    }

    /// Returns the facts that decided an answer.
    private func facts(_ answer: PathExplanation.Answer) -> [String] {
        let deciding = answer.evidence.filter(\.decided)
        // That fact is the code of the reason; the text of the reason is shown instead.
        let read = deciding.filter { answer.question != .path || $0.source != .classification }
            .map { $0.source == .metering ? $0.fact : "\($0.source.rawValue): \($0.fact)" }
        guard answer.question == .path, path.status == .unsatisfied else { return read }
        return [StatusText(path: path, interfaces: [], style: style).whyOffline] + read
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
            + TextTable(rows: rows, indent: "  ").text(style)
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
        }
    }

    /// The answer as a heading.
    fileprivate var title: String {
        switch question {
        case .path: "path: \(answer)"
        case .type:
            "\(subject.escaped) is \(answer)"
                + (confidence.map { ", confidence \($0.rawValue)" } ?? "")
        case .metered: "\(subject.escaped) metered: \(answer)"
        }
    }
}
