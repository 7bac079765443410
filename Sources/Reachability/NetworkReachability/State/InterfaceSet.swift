// SPDX-License-Identifier: Apache-2.0

/// A set of interface indexes in ascending order. Inserting and removing an index takes about as long with ten thousand
/// indexes as with ten: an ``InterfaceTable`` holds the indexes as bits, and copies of the set share its parts. (In an
/// array, all indexes after the changed one are moved, and all are copied if a path shares the array.)
struct InterfaceSet: Sendable {
    /// The members among 64 successive indexes, as bits.
    private struct Block: Sendable, Recognizable {
        var bits: UInt64 = 0

        func isIdentical(to other: Block) -> Bool { bits == other.bits }
    }

    private var blocks = InterfaceTable<Block>()

    /// Creates a set of indexes.
    init(_ indexes: [UInt32] = []) {
        for index in indexes { insert(index) }
    }

    /// Whether the set is empty.
    var isEmpty: Bool { blocks.isEmpty }

    /// Whether the set contains an index.
    func contains(_ index: UInt32) -> Bool {
        guard let block = blocks[index / 64] else { return false }
        return block.bits & Self.bit(index) != 0
    }

    /// Inserts an index.
    mutating func insert(_ index: UInt32) {
        var block = blocks[index / 64] ?? Block()
        block.bits |= Self.bit(index)
        blocks[index / 64] = block
    }

    /// Removes an index.
    mutating func remove(_ index: UInt32) {
        guard var block = blocks[index / 64] else { return }
        block.bits &= ~Self.bit(index)
        blocks[index / 64] = block.bits == 0 ? nil : block
    }

    /// Inserts the indexes of another set.
    mutating func formUnion(_ other: InterfaceSet) {
        other.blocks.forEach { number, block in
            blocks[number] = Block(bits: block.bits | (blocks[number]?.bits ?? 0))
        }
    }

    /// The indexes that another set does not contain.
    func subtracting(_ other: InterfaceSet) -> InterfaceSet {
        var rest = InterfaceSet()
        blocks.forEach { number, block in
            let bits = block.bits & ~(other.blocks[number]?.bits ?? 0)
            if bits != 0 { rest.blocks[number] = Block(bits: bits) }
        }
        return rest
    }

    private static func bit(_ index: UInt32) -> UInt64 { 1 << UInt64(index % 64) }
}

extension InterfaceSet: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        one.blocks.differences(from: other.blocks).isEmpty
    }
}

extension InterfaceSet: Sequence {
    /// Returns the indexes one by one, so that an iteration may end early.
    struct Iterator: IteratorProtocol {
        fileprivate let blocks: [(number: UInt32, bits: UInt64)]
        private var position = 0
        private var rest: UInt64

        fileprivate init(_ blocks: [(number: UInt32, bits: UInt64)]) {
            self.blocks = blocks
            rest = blocks.first?.bits ?? 0
        }

        mutating func next() -> UInt32? {
            while rest == 0 {
                guard position + 1 < blocks.count else { return nil }
                position += 1
                rest = blocks[position].bits
            }
            let place = rest.trailingZeroBitCount
            rest &= rest - 1
            return blocks[position].number * 64 + UInt32(place)
        }
    }

    func makeIterator() -> Iterator {
        var found: [(number: UInt32, bits: UInt64)] = []
        blocks.forEach { found.append(($0, $1.bits)) }
        return Iterator(found)
    }
}
