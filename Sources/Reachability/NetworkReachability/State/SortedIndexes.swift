// SPDX-License-Identifier: Apache-2.0

/// A sorted list of interface indexes without duplicates.
struct SortedIndexes: Sendable, Hashable, RandomAccessCollection {
    private var indexes: [UInt32] = []

    /// Creates an empty list.
    init() {}

    /// Creates a list from indexes in any order. A single index is not copied.
    init(_ indexes: [UInt32]) {
        guard indexes.count > 1 else {
            self.indexes = indexes
            return
        }
        for index in indexes { insert(index) }
    }

    var startIndex: Int { indexes.startIndex }
    var endIndex: Int { indexes.endIndex }
    subscript(position: Int) -> UInt32 { indexes[position] }

    /// Inserts an index at its position.
    mutating func insert(_ index: UInt32) {
        // The indexes in a dump are ascending.
        guard let last = indexes.last, last >= index else { return indexes.append(index) }
        let position = position(of: index)
        if indexes[position] != index { indexes.insert(index, at: position) }
    }

    /// Removes an index.
    mutating func remove(_ index: UInt32) {
        let position = position(of: index)
        if position < endIndex, indexes[position] == index { indexes.remove(at: position) }
    }

    /// Whether the list contains an index.
    func contains(_ index: UInt32) -> Bool {
        let position = position(of: index)
        return position < endIndex && indexes[position] == index
    }

    /// The position of an index, or the position where it would be inserted.
    private func position(of index: UInt32) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if indexes[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
