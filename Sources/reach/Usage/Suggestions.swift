// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody may have meant by a word that does not exist.
enum Suggestions {
    /// The words that are nearest to a word and do not mean its opposite; none if none is near.
    ///
    /// Two words that mean the opposite of one another are both given if one of them is the nearest
    /// and the other is near: which of them was meant cannot be known (`--ofline`).
    ///
    /// - Parameters:
    ///   - word: what was typed, without dashes before it.
    ///   - known: the words that exist, without dashes before them.
    static func nearest(to word: String, among known: [String]) -> [String] {
        let word = normalized(word)
        let typed = Meaning(word)
        // The same in other letters: --not-metered for --unmetered.
        let same = known.filter { Meaning($0) == typed }
        if !same.isEmpty { return same }
        let limit = max(1, word.count / 3)
        let near = known.map { (name: $0, distance: distance(word, $0)) }
            .filter { $0.distance <= min(limit, max(1, $0.name.count / 3)) }
        guard let shortest = near.map(\.distance).min() else { return [] }
        let nearest = near.filter { $0.distance == shortest }.map(\.name)
        let opposites = near.map(\.name).filter { candidate in
            !nearest.contains(candidate)
                && nearest.contains { Meaning($0).isOpposite(of: Meaning(candidate)) }
        }
        let all = nearest + opposites
        if all.contains(where: { one in
            all.contains { Meaning($0).isOpposite(of: Meaning(one)) }
        }) {
            return all
        }
        return nearest.filter { !Meaning($0).isOpposite(of: typed) }
    }

    private static func normalized(_ word: String) -> String {
        String(word.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    /// A word apart from what negates it.
    private struct Meaning: Equatable {
        var stem: Substring
        var isNegative = false

        private static let prefixes: [(text: String, isNegative: Bool)] = [
            ("without-", true), ("non-", true), ("not-", true), ("no-", true), ("off", true),
            ("un", true), ("on", false), ("no", true),
        ]

        init(_ word: String) {
            stem = word[...]
            // What is left must be a word.
            while let prefix = Self.prefixes.first(where: {
                stem.hasPrefix($0.text) && stem.count >= $0.text.count + 3
            }) {
                stem = stem.dropFirst(prefix.text.count)
                if prefix.isNegative { isNegative.toggle() }
            }
        }

        func isOpposite(of other: Meaning) -> Bool {
            isNegative != other.isNegative
                && Suggestions.distance(stem, other.stem) <= max(1, stem.count / 3)
        }
    }

    /// How many letters must be inserted, removed, replaced or swapped with the next one to make a word
    /// of another (optimal string alignment).
    static func distance(_ one: some StringProtocol, _ other: some StringProtocol) -> Int {
        let (one, other) = (Array(one), Array(other))
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var next = [row + 1]
            for column in other.indices {
                var least = min(
                    last[column + 1] + 1, next[column] + 1,
                    last[column] + (one[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, one[row] == other[column - 1],
                    one[row - 1] == other[column]
                {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                next.append(least)
            }
            (beforeLast, last) = (last, next)
        }
        return last[other.count]
    }
}
