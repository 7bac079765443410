// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import CommandSystem

/// The lines that wait for a slow reader.
@Suite("Lines for a slow reader") struct LineQueueTests {
    /// What happens to a queue.
    enum Event: Sendable {
        /// A line is added; a line with a digit is about that number.
        case add(String)
        /// The stream takes this many bytes.
        case room(Int)
    }

    @Test(
        "Lines wait until there is room, and the newest one about a subject replaces those that wait",
        arguments: [
            ([.add("a"), .room(9)], "a", false),
            ([.add("a"), .add("b"), .room(9)], "ab", false),
            ([.add("a"), .room(0)], "", true),
            ([.add("a"), .room(0), .add("b"), .room(1), .room(1)], "ab", false),
            ([.add("abc"), .room(2), .room(0), .add("d"), .room(9)], "abcd", false),
            ([.add("abc"), .add("d"), .room(2)], "ab", true),
            ([.add("x1"), .add("y1"), .room(9)], "y1", false),
            ([.add("x1"), .add("a"), .add("y1"), .add("b"), .room(9)], "ay1b", false),
            ([.add("x1"), .add("x2"), .add("y1"), .room(9)], "x2y1", false),
            // A line that is written in part is not replaced.
            ([.add("x1"), .room(1), .add("y1"), .add("z1"), .room(9)], "x1z1", false),
            ([.add("x1"), .room(9), .add("y1"), .room(9)], "x1y1", false),
        ] as [([Event], String, Bool)])
    func lines(events: [Event], written: String, waits: Bool) {
        var queue = LineQueue<Character>(.output)
        var output: [UInt8] = []
        for event in events {
            switch event {
            case .add(let text): queue.add(Array(text.utf8), about: text.first(where: \.isNumber))
            case .room(var room):
                queue.flush { bytes in
                    let part = bytes.prefix(room)
                    room -= part.count
                    output += part
                    return part.count
                }
            }
        }
        #expect(String(decoding: output, as: UTF8.self) == written)
        #expect((queue.interest != nil) == waits)
    }
}
