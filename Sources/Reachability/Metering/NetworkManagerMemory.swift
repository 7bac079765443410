// SPDX-License-Identifier: Apache-2.0

/// What NetworkManager said last of interfaces that cost, for a while after it stopped saying so: it has ended, or
/// the bus has, and mostly it is about to come back (an update, a crash). What cost a moment ago does not become
/// free by that.
struct NetworkManagerMemory {
    /// How long the last word counts, in milliseconds.
    static let span: Int64 = 10_000

    private struct Memory {
        var word: NetworkManagerWord
        /// Since when NetworkManager does not say it any more, by ``MonotonicClock``; `nil` if it does.
        var lost: Int64?
    }

    private var memories: [String: Memory] = [:]

    /// When the next word is forgotten, by ``MonotonicClock``; `nil` if none is.
    private(set) var due: Int64?

    /// Whether a word is to be forgotten now.
    func isDue(_ now: Int64) -> Bool { due.map { $0 <= now } ?? false }

    /// Takes in what NetworkManager says now of each interface, by name.
    ///
    /// - Returns: that, and the last words on interfaces of which it says nothing.
    mutating func recall(
        _ words: [String: NetworkManagerWord], now: Int64
    ) -> [String: NetworkManagerWord] {
        for (name, word) in words {
            switch word.answer {
            case .says(.yes), .says(.guessYes): memories[name] = Memory(word: word)
            case .says(.no), .says(.guessNo): memories[name] = nil
            case .says(.unknown), .unheard: break
            }
        }
        var recalled = words
        for (name, memory) in memories {
            let word = words[name]
            if word == memory.word { continue }
            let lost = memory.lost ?? now
            let isOther = word.map { $0.hardwareAddress != memory.word.hardwareAddress } ?? false
            if isOther || now - lost >= Self.span {
                memories[name] = nil
            } else {
                memories[name]?.lost = lost
                recalled[name] = memory.word
            }
        }
        due = memories.values.compactMap(\.lost).min().map { $0 + Self.span }
        return recalled
    }
}
