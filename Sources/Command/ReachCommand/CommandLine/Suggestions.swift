// SPDX-License-Identifier: Apache-2.0

import LinuxSystem

/// Suggests known names for an unknown name.
enum Suggestions {
    /// Returns the known names that are nearest to a name and are not its opposite; none if none is near.
    ///
    /// If the nearest name has an opposite that is also near, both are returned, because either may be meant
    /// (`--ofline`).
    ///
    /// - Parameters:
    ///   - name: the typed name, without dashes.
    ///   - known: the known names, without dashes.
    static func nearest(to name: String, among known: [String]) -> [String] {
        let name = normalized(name)
        let typed = Meaning(name)
        // The same meaning in another form: --not-metered for --unmetered.
        let same = known.filter { Meaning($0) == typed }
        if !same.isEmpty { return same }
        let limit = max(1, name.count / 3)
        let near = known.map { (name: $0, distance: distance(name, $0)) }
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

    private static func normalized(_ name: String) -> String {
        String(name.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    /// A name without its negation, and whether it was negated.
    private struct Meaning: Equatable {
        var stem: Substring
        var isNegative = false

        private static let prefixes: [(text: String, isNegative: Bool)] = [
            ("without-", true), ("non-", true), ("not-", true), ("no-", true), ("off", true),
            ("un", true), ("on", false), ("no", true),
        ]

        init(_ name: String) {
            stem = name[...]
            // The rest must be long enough to be a name.
            while let prefix = Self.prefixes.first(where: {
                stem.begins(with: $0.text) && stem.count >= $0.text.count + 3
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

    /// Returns the number of letters to insert, remove, replace or swap to turn one name into another (optimal string
    /// alignment).
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
