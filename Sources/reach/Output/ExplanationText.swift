// SPDX-License-Identifier: Apache-2.0

import Reachability

/// `reach explain` for people: each verdict beside what decided it, and then, if asked for, under each
/// verdict everything that was read, with an arrow at what decided.
struct ExplanationText {
    let path: NetworkPath
    let answers: [PathExplanation.Answer]
    let style: TextStyle
    /// Whether everything that was read is shown.
    var isVerbose = false
    /// Whether interfaces were asked for by name: the path's own verdict is not the first then.
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

    /// The verdicts, each beside what decided it.
    private var verdicts: String {
        var rows = [["ABOUT", "IS", "BECAUSE"].map { TextTable.Cell($0, .heading) }]
        for answer in answers {
            let facts = self.facts(answer)
            var cells = [
                TextTable.Cell(answer.subjectInWords, .strong), TextTable.Cell(answer.answer),
            ]
            for fact in facts.isEmpty ? [""] : facts {
                rows.append(cells + [TextTable.Cell(fact)])
                cells = ["", ""]
            }
        }
        return TextTable(rows: rows).text(style)
    }

    /// What decided a verdict.
    private func facts(_ answer: PathExplanation.Answer) -> [String] {
        let deciding = answer.evidence.filter(\.decided)
        // The reason is a code there; it follows from the facts.
        let read = deciding.filter { answer.question != .path || $0.source != .classification }
            .map { $0.source == .ladder ? $0.fact : "\($0.source.rawValue): \($0.fact)" }
        guard answer.question == .path, path.status == .unsatisfied else { return read }
        return [StatusText(path: path, interfaces: [], style: style).whyOffline] + read
    }

    /// Everything that was read for a verdict.
    private func evidence(_ answer: PathExplanation.Answer) -> String {
        let rows = answer.evidence.map { evidence in
            [
                TextTable.Cell(evidence.decided ? "→" : " ", .good),
                TextTable.Cell(evidence.source.inWords, .heading),
                TextTable.Cell(evidence.fact),
            ]
        }
        return style.apply(.strong, to: answer.title) + "\n"
            + TextTable(rows: rows, indent: "  ").text(style)
    }
}

extension PathExplanation.Evidence.Source {
    /// Who said it, in a column.
    fileprivate var inWords: String { self == .ladder ? "metering" : rawValue }
}

extension PathExplanation.Answer {
    /// What was asked about, in a column.
    fileprivate var subjectInWords: String {
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
