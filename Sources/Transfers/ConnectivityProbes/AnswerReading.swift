// SPDX-License-Identifier: Apache-2.0

internal import HTTPEngine

/// The meaning of a server's answer. It is read as it comes, and no further than it matters.
protocol AnswerReading: Sendable {
    associatedtype Answer: Sendable

    /// The result; `nil` while more of the answer is needed.
    var answer: Answer? { get }

    /// Reads the header.
    mutating func read(_ response: HTTPResponse)

    /// Reads a part of the content.
    mutating func read(_ bytes: RawSpan)

    /// The answer is complete.
    mutating func end()

    /// There is no complete answer.
    mutating func fail(_ reason: String)
}
