// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// What `reach explain --json` prints.
struct ExplanationLine: Encodable {
    let path: ShownPath<[NetworkInterface]>
    let answers: [PathExplanation.Answer]
    let captivePortal: CaptivePortal?

    private enum CodingKeys: String, CodingKey {
        case path, explanations, captivePortal
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encode(answers, forKey: .explanations)
        try container.encode(captivePortal, forKey: .captivePortal)
    }
}

extension PathExplanation.Answer: Encodable {
    private enum CodingKeys: String, CodingKey {
        case subject, question, answer, confidence, evidence
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subject, forKey: .subject)
        try container.encode(question.rawValue, forKey: .question)
        try container.encode(answer, forKey: .answer)
        try container.encode(confidence, forKey: .confidence)
        try container.encode(evidence, forKey: .evidence)
    }
}

extension PathExplanation.Evidence: Encodable {
    private enum CodingKeys: String, CodingKey {
        case source, fact, decided
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source.rawValue, forKey: .source)
        try container.encode(fact, forKey: .fact)
        try container.encode(decided, forKey: .decided)
    }
}

extension CaptivePortal: Encodable {
    private enum CodingKeys: String, CodingKey {
        case isCaptive, userPortalURL, venueInfoURL, canExtendSession, secondsRemaining
        case bytesRemaining
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isCaptive, forKey: .isCaptive)
        try container.encode(userPortalURL, forKey: .userPortalURL)
        try container.encode(venueInfoURL, forKey: .venueInfoURL)
        try container.encode(canExtendSession, forKey: .canExtendSession)
        try container.encode(secondsRemaining, forKey: .secondsRemaining)
        try container.encode(bytesRemaining, forKey: .bytesRemaining)
    }
}
