// SPDX-License-Identifier: Apache-2.0

/// A value that knows its copies.
protocol Recognizable {
    /// Whether it is a copy of another one: they are the same without a look at their parts.
    func isCopy(of other: Self) -> Bool
}

/// Values by the indexes of interfaces, in their order. Copies share what they have in common (a trie
/// of 8 ways): a path keeps the network that it was decided from, and what differs between two is
/// found without a look at the rest.
struct InterfaceTable<Value: Recognizable & Sendable>: Sendable {
    private var root = Node()
    /// How many levels of nodes there are, of 3 bits of the index each.
    private var height = 1

    /// An empty table.
    init() {}

    /// The value of an interface.
    subscript(index: UInt32) -> Value? {
        get { index >> (Node.bits * height) == 0 ? root.value(at: index, height) : nil }
        set {
            while index >> (Node.bits * height) != 0 { raise() }
            root.set(newValue, at: index, height)
        }
    }

    /// Whether it has a value of an interface.
    func contains(_ index: UInt32) -> Bool { self[index] != nil }

    /// The indexes, and the values in the order of their indexes.
    var indexes: [UInt32] {
        var indexes: [UInt32] = []
        root.forEach(height) { index, _ in indexes.append(index) }
        return indexes
    }
    var values: [Value] {
        var values: [Value] = []
        root.forEach(height) { values.append($1) }
        return values
    }

    /// Calls `body` with the indexes and the values, in the order of the indexes.
    func forEach(_ body: (UInt32, Value) throws -> Void) rethrows {
        try root.forEach(height, body)
    }

    /// Whether it is a copy of another table, or holds copies of the same values.
    func isCopy(of other: InterfaceTable) -> Bool { height == other.height && root == other.root }

    /// The indexes whose values are no copies of each other, or are in only one table.
    func differences(from other: InterfaceTable) -> [UInt32] {
        var (one, other) = (self, other)
        while one.height < other.height { one.raise() }
        while other.height < one.height { other.raise() }
        var differences: [UInt32] = []
        one.root.compare(with: other.root, one.height) { differences.append($0) }
        return differences
    }

    /// Puts a level on top.
    private mutating func raise() {
        var children = Node.noChildren
        children[0] = root
        root = Node(children: children)
        height += 1
    }
}

extension InterfaceTable {
    /// A part of the table: values, or smaller parts. Arrays share their storage with their copies, and
    /// comparing two that share it is done at once.
    private struct Node: Equatable, Sendable {
        static var bits: Int { 3 }
        static var width: Int { 1 << bits }
        static var noChildren: [Node] { Array(repeating: Node(), count: width) }

        /// Where a value may be. It is equal to its copies alone, so that none is gone through.
        struct Slot: Equatable, Sendable {
            var value: Value?

            static func == (one: Slot, other: Slot) -> Bool {
                guard let value = one.value, let another = other.value else {
                    return one.value == nil && other.value == nil
                }
                return value.isCopy(of: another)
            }
        }

        /// The parts; none on the lowest level, or if there is no value.
        var children: [Node] = []
        /// The values; none above the lowest level, or if there is none.
        var values: [Slot] = []

        /// Whether there is no value. Indexes only grow: what has become empty must go.
        var isEmpty: Bool { children.isEmpty && values.isEmpty }

        private static func slot(of index: UInt32, _ height: Int) -> Int {
            Int(index >> (bits * (height - 1))) % width
        }

        func value(at index: UInt32, _ height: Int) -> Value? {
            let slot = Self.slot(of: index, height)
            if height == 1 { return values.isEmpty ? nil : values[slot].value }
            return children.isEmpty ? nil : children[slot].value(at: index, height - 1)
        }

        mutating func set(_ value: Value?, at index: UInt32, _ height: Int) {
            let slot = Self.slot(of: index, height)
            if height == 1 {
                if values.isEmpty { values = Array(repeating: Slot(), count: Self.width) }
                values[slot].value = value
                if value == nil, values.allSatisfy({ $0.value == nil }) { values = [] }
            } else {
                if children.isEmpty { children = Self.noChildren }
                children[slot].set(value, at: index, height - 1)
                if value == nil, children.allSatisfy(\.isEmpty) { children = [] }
            }
        }

        func forEach(
            _ height: Int,
            from first: UInt32 = 0,
            _ body: (UInt32, Value) throws -> Void
        ) rethrows {
            for slot in values.indices {
                if let value = values[slot].value { try body(first + UInt32(slot), value) }
            }
            for slot in children.indices where !children[slot].isEmpty {
                let start = first + UInt32(slot) << (Self.bits * (height - 1))
                try children[slot].forEach(height - 1, from: start, body)
            }
        }

        func compare(
            with other: Node,
            _ height: Int,
            from first: UInt32 = 0,
            _ body: (UInt32) -> Void
        ) {
            guard self != other else { return }
            if height == 1, values.count == other.values.count {
                for slot in values.indices where values[slot] != other.values[slot] {
                    body(first + UInt32(slot))
                }
                return
            }
            for slot in 0..<Self.width {
                let start = first + UInt32(slot) << (Self.bits * (height - 1))
                if height == 1 {
                    let one = values.isEmpty ? Slot() : values[slot]
                    let another = other.values.isEmpty ? Slot() : other.values[slot]
                    if one != another { body(start) }
                } else {
                    let one = children.isEmpty ? Node() : children[slot]
                    let another = other.children.isEmpty ? Node() : other.children[slot]
                    one.compare(with: another, height - 1, from: start, body)
                }
            }
        }
    }
}
