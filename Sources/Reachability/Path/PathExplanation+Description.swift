// SPDX-License-Identifier: Apache-2.0

extension PathExplanation: CustomStringConvertible {
    /// The path, and the answers with their evidence, a line each.
    public var description: String {
        (["\(path)"] + answers.map(\.description)).joined(separator: "\n")
    }
}

extension PathExplanation.Answer: CustomStringConvertible {
    /// The answer, and a line for each piece of evidence: `wlan0 type: wifi (confidence high)`.
    public var description: String {
        let sureness = confidence.map { " (confidence \($0.rawValue))" } ?? ""
        let answer = "\(subject) \(question.rawValue): \(answer)\(sureness)"
        return ([answer] + evidence.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension PathExplanation.Evidence: CustomStringConvertible {
    /// Where it was seen, what, and whether it decided: `nl80211: Wi-Fi interface (decided)`.
    public var description: String { "\(source.rawValue): \(fact)" + (decided ? " (decided)" : "") }
}
