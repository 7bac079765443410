// SPDX-License-Identifier: Apache-2.0

/// The families of which interfaces have a live route to the internet, by the interfaces' indexes.
struct CarriedFamilies: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var index: UInt32
        var families: PerFamily<Bool>
    }

    /// In the order of the indexes.
    private var entries: [Entry] = []

    /// None.
    init() {}

    /// Takes in interfaces of which each comes once.
    init(_ families: [(index: UInt32, families: PerFamily<Bool>)]) {
        entries = families.map { Entry(index: $0.index, families: $0.families) }
        entries.sort { $0.index < $1.index }
    }

    /// The interfaces that have a live route.
    var indexes: [UInt32] { entries.map(\.index) }

    /// The families of an interface; `nil` if it has a live route of none.
    subscript(index: UInt32) -> PerFamily<Bool>? {
        let position = position(of: index)
        guard position < entries.count, entries[position].index == index else { return nil }
        return entries[position].families
    }

    /// Takes in a live route.
    mutating func insert(_ family: IPAddress.Family, of index: UInt32) {
        let position = position(of: index)
        if position == entries.count || entries[position].index != index {
            entries.insert(Entry(index: index, families: PerFamily(false)), at: position)
        }
        entries[position].families[family] = true
    }

    /// Where an index stands, or would.
    private func position(of index: UInt32) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
