// SPDX-License-Identifier: Apache-2.0

/// A binary heap of identifiers by rank, the least first, that knows the position of each
/// identifier.
///
/// Ranking an identifier again and removing it take logarithmic time, so that no outdated entry
/// stays in the heap.
struct IndexedHeap<ID: Hashable & Sendable, Rank: Comparable & Sendable>: Sendable {
    private typealias Entry = (id: ID, rank: Rank)

    private var entries: [Entry] = []
    private var positions: [ID: Int] = [:]
    /// The number of moves of entries so far: a measure of the work done, for tests.
    private(set) var moves = 0

    /// Creates an empty heap.
    init() {}

    /// Whether the heap is empty.
    var isEmpty: Bool { entries.isEmpty }
    /// The number of identifiers.
    var count: Int { entries.count }
    /// The identifier with the least rank.
    var first: ID? { entries.first?.id }
    /// The least rank.
    var leastRank: Rank? { entries.first?.rank }
    /// All identifiers: the one with the least rank first, the others in no order.
    var all: [ID] { entries.map(\.id) }

    /// Whether the heap contains an identifier.
    func contains(_ id: ID) -> Bool { positions[id] != nil }

    /// Inserts an identifier, or ranks it again.
    mutating func insert(_ id: ID, rank: Rank) {
        let entry = (id: id, rank: rank)
        if let position = positions[id] {
            settle(entry, at: position)
        } else {
            entries.append(entry)
            settle(entry, at: entries.count - 1)
        }
    }

    /// Removes an identifier.
    ///
    /// - Returns: whether the heap contained it.
    @discardableResult mutating func remove(_ id: ID) -> Bool {
        guard let position = positions.removeValue(forKey: id) else { return false }
        let last = entries.removeLast()
        if position < entries.count { settle(last, at: position) }
        return true
    }

    /// Removes and returns the identifier with the least rank.
    mutating func popFirst() -> ID? {
        guard let first else { return nil }
        remove(first)
        return first
    }

    /// Moves an entry from a free position up or down to its place.
    private mutating func settle(_ entry: Entry, at start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard entry.rank < entries[parent].rank else { break }
            put(entries[parent], at: position)
            position = parent
        }
        while true {
            var child = 2 * position + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].rank < entries[child].rank {
                child += 1
            }
            guard entries[child].rank < entry.rank else { break }
            put(entries[child], at: position)
            position = child
        }
        put(entry, at: position)
    }

    private mutating func put(_ entry: Entry, at position: Int) {
        entries[position] = entry
        positions[entry.id] = position
        moves += 1
    }
}
