// SPDX-License-Identifier: Apache-2.0

/// Identifiers by rank, the least first (a binary heap that knows where everything is): whatever is in
/// it can be ranked anew or taken out in logarithmic time, so that nothing needs to stay in it that
/// does not count any more.
struct IndexedHeap<ID: Hashable & Sendable, Rank: Comparable & Sendable>: Sendable {
    private struct Entry {
        var id: ID
        var rank: Rank
    }

    private var entries: [Entry] = []
    private var positions: [ID: Int] = [:]
    /// How many entries have been moved so far: the work that was done.
    private(set) var moves = 0

    /// Nothing.
    init() {}

    /// Whether nothing is in it.
    var isEmpty: Bool { entries.isEmpty }
    /// How many are in it.
    var count: Int { entries.count }
    /// The one with the least rank.
    var first: ID? { entries.first?.id }
    /// The least rank.
    var leastRank: Rank? { entries.first?.rank }
    /// Everything in it: the one with the least rank first, the others in no order.
    var all: [ID] { entries.map(\.id) }

    /// Whether it is in it.
    func contains(_ id: ID) -> Bool { positions[id] != nil }

    /// Puts it in, or ranks it anew.
    mutating func insert(_ id: ID, rank: Rank) {
        let entry = Entry(id: id, rank: rank)
        if let position = positions[id] {
            settle(entry, at: position)
        } else {
            entries.append(entry)
            settle(entry, at: entries.count - 1)
        }
    }

    /// Takes it out, if it is in it.
    ///
    /// - Returns: whether it was.
    @discardableResult mutating func remove(_ id: ID) -> Bool {
        guard let position = positions.removeValue(forKey: id) else { return false }
        let last = entries.removeLast()
        if position < entries.count { settle(last, at: position) }
        return true
    }

    /// Takes out the one with the least rank.
    mutating func popFirst() -> ID? {
        guard let first else { return nil }
        remove(first)
        return first
    }

    /// Puts an entry to where it belongs, up or down from a position that is free for it.
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
