// SPDX-License-Identifier: Apache-2.0

import Reachability

/// `reach explain` for people: under each answer what was seen, with an arrow at what decided.
struct ExplanationText {
    let path: NetworkPath
    let answers: [PathExplanation.Answer]
    let style: TextStyle

    var text: String {
        let headline = StatusText(path: path, interfaces: [], style: style).headline
        var text = style.apply(path.status == .satisfied ? .good : .bad, to: headline) + "\n"
        for answer in answers {
            text += "\n" + style.apply(.strong, to: answer.title) + "\n"
            let rows = answer.evidence.map { evidence in
                [
                    TextTable.Cell(evidence.decided ? "→" : " ", .good),
                    TextTable.Cell(evidence.source.rawValue, .heading),
                    TextTable.Cell(evidence.fact),
                ]
            }
            text += TextTable(rows: rows, indent: "  ").text(style)
        }
        return text
    }
}

extension PathExplanation.Answer {
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
