// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A checksum of 64 bits, by which bytes are recognized that the disk has changed. It does not protect against people.
///
/// It takes eight bytes at a time (FNV-1a takes one), with a step that is reversible: a change within eight bytes always
/// changes the sum.
struct AnswerChecksum {
    private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The checksum of a content.
    static func of(_ content: Data) -> Int64 {
        var checksum = AnswerChecksum()
        checksum.add(content)
        return checksum.value
    }

    /// The checksum so far.
    var value: Int64 { Int64(bitPattern: sum) }

    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

    mutating func add(_ text: String) { add(Data(text.utf8)) }

    /// Adds the length and the bytes.
    mutating func add(_ bytes: Data) {
        add(UInt64(bytes.count))
        var sum = self
        bytes.span.withWords { sum.add($0) }
        self = sum
    }

    private mutating func add(_ word: UInt64) {
        sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 32
    }
}

extension Span<UInt8> {
    /// Calls a closure with each eight bytes as a number, and with the rest.
    fileprivate func withWords(_ body: (UInt64) -> Void) {
        var position = 0
        while position < count {
            let end = Swift.min(position + 8, count)
            var word: UInt64 = 0
            for index in position..<end { word = word << 8 | UInt64(self[index]) }
            body(word)
            position = end
        }
    }
}
