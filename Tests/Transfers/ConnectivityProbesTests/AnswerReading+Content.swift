// SPDX-License-Identifier: Apache-2.0

@testable import ConnectivityProbes

extension AnswerReading {
    /// Reads the content of an answer in parts, as it comes, unless the header has given the result.
    ///
    /// - Parameter isComplete: whether the content ends in its order; otherwise the connection is lost.
    mutating func read(content: String, isComplete: Bool) {
        guard answer == nil else { return }
        var rest = Array(content.utf8)[...]
        while !rest.isEmpty, answer == nil {
            let part = Array(rest.prefix(16_384))
            read(part.span.bytes)
            rest = rest.dropFirst(part.count)
        }
        if isComplete { end() } else { fail("the connection was lost") }
    }
}
