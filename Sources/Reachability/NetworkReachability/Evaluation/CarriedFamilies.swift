// SPDX-License-Identifier: Apache-2.0

/// The address families for which interfaces have a live route to the internet, by interface index.
struct CarriedFamilies: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var index: UInt32
        var families: PerFamily<Bool>
    }

    /// The entries, sorted by interface index.
    private var entries: [Entry] = []

    /// Creates an empty value.
    init() {}

    /// Creates a value from interfaces without duplicates.
    init(_ families: [(index: UInt32, families: PerFamily<Bool>)]) {
        entries = families.map { Entry(index: $0.index, families: $0.families) }
        entries.sort { $0.index < $1.index }
    }

    /// The interfaces that have a live route.
    var indexes: [UInt32] { entries.map(\.index) }

    /// The families of an interface; `nil` if it has no live route.
    subscript(index: UInt32) -> PerFamily<Bool>? {
        let position = position(of: index)
        guard position < entries.count, entries[position].index == index else { return nil }
        return entries[position].families
    }

    /// Adds a live route.
    mutating func insert(_ family: IPAddress.Family, of index: UInt32) {
        let position = position(of: index)
        if position == entries.count || entries[position].index != index {
            entries.insert(Entry(index: index, families: PerFamily(false)), at: position)
        }
        entries[position].families[family] = true
    }

    /// The position of an index, or the position where it would be inserted.
    private func position(of index: UInt32) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
