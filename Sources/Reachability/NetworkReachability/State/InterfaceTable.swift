// SPDX-License-Identifier: Apache-2.0

/// A value that can tell whether another value is a copy of it.
protocol Recognizable {
    /// Whether the value is a copy of another value, so that the two are equal without a comparison
    /// of their parts.
    func isIdentical(to other: Self) -> Bool
}

/// A persistent map from interface indexes to values, in the order of the indexes. Copies share
/// their unchanged parts (a trie with 8 children per node): a path keeps the network from which it
/// was evaluated, and the differences between two tables are found without a visit to the equal
/// parts.
struct InterfaceTable<Value: Recognizable & Sendable>: Sendable {
    private var root = Node.empty
    /// The number of levels. Each level covers 3 bits of the index.
    private var height = 1

    /// Creates an empty table.
    init() {}

    /// The value of an interface.
    subscript(index: UInt32) -> Value? {
        get { index >> (Node.bits * height) == 0 ? root.value(at: index, height) : nil }
        set {
            while index >> (Node.bits * height) != 0 { raise() }
            root.set(newValue, at: index, height)
        }
    }

    /// Whether the table has no values.
    var isEmpty: Bool { root.isEmpty }

    /// Whether the table has a value for an index.
    func contains(_ index: UInt32) -> Bool { self[index] != nil }

    /// The indexes in ascending order; and the values in the order of the indexes.
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

    /// Whether the table is a copy of another table, or holds copies of the same values.
    func isIdentical(to other: InterfaceTable) -> Bool {
        height == other.height && root == other.root
    }

    /// The indexes whose values are not copies of each other, or exist in only one table.
    func differences(from other: InterfaceTable) -> [UInt32] {
        var (one, other) = (self, other)
        while one.height < other.height { one.raise() }
        while other.height < one.height { other.raise() }
        var differences: [UInt32] = []
        one.root.compare(with: other.root, one.height) { differences.append($0) }
        return differences
    }

    /// Adds a level at the top.
    private mutating func raise() {
        if !root.isEmpty {
            var children = Node.noChildren
            children[0] = root
            root = .branch(children)
        }
        height += 1
    }
}

extension InterfaceTable {
    /// A node of the trie. (One reference, so that a lookup retains one reference on each level.)
    /// Arrays share their storage with their copies, and two arrays with the same storage are
    /// compared in constant time.
    private enum Node: Equatable, Sendable {
        /// A node without values. Indexes only grow, so empty nodes must be dropped.
        case empty
        /// A node above the lowest level, with smaller nodes.
        case branch([Node])
        /// A node on the lowest level, with values.
        case leaf([Slot])

        static var bits: Int { 3 }
        static var width: Int { 1 << bits }
        static var noChildren: [Node] { Array(repeating: .empty, count: width) }
        static var noValues: [Slot] { Array(repeating: Slot(), count: width) }

        /// The place of a value. It equals only copies of itself, so that no comparison visits the
        /// parts of a value.
        struct Slot: Equatable, Sendable {
            var value: Value?

            static func == (one: Slot, other: Slot) -> Bool {
                guard let value = one.value, let another = other.value else {
                    return one.value == nil && other.value == nil
                }
                return value.isIdentical(to: another)
            }
        }

        var isEmpty: Bool {
            switch self {
            case .empty: true
            case .branch, .leaf: false
            }
        }

        /// The children of a node above the lowest level.
        private var children: [Node] {
            switch self {
            case .branch(let children): children
            case .empty, .leaf: Self.noChildren
            }
        }

        /// The values of a node on the lowest level.
        private var values: [Slot] {
            switch self {
            case .leaf(let values): values
            case .empty, .branch: Self.noValues
            }
        }

        private static func slot(of index: UInt32, _ height: Int) -> Int {
            Int(index >> (bits * (height - 1))) % width
        }

        func value(at index: UInt32, _ height: Int) -> Value? {
            switch self {
            case .empty: nil
            case .leaf(let values): values[Self.slot(of: index, height)].value
            case .branch(let children):
                children[Self.slot(of: index, height)].value(at: index, height - 1)
            }
        }

        mutating func set(_ value: Value?, at index: UInt32, _ height: Int) {
            let slot = Self.slot(of: index, height)
            if height == 1 {
                var values = self.values
                // The node drops its own reference, so that the array is modified in place.
                self = .empty
                values[slot].value = value
                guard value != nil || values.contains(where: { $0.value != nil }) else { return }
                self = .leaf(values)
            } else {
                var children = self.children
                self = .empty
                children[slot].set(value, at: index, height - 1)
                guard value != nil || children.contains(where: { !$0.isEmpty }) else { return }
                self = .branch(children)
            }
        }

        func forEach(
            _ height: Int,
            from first: UInt32 = 0,
            _ body: (UInt32, Value) throws -> Void
        ) rethrows {
            switch self {
            case .empty: break
            case .leaf(let values):
                for slot in values.indices {
                    if let value = values[slot].value { try body(first + UInt32(slot), value) }
                }
            case .branch(let children):
                for slot in children.indices {
                    let start = first + UInt32(slot) << (Self.bits * (height - 1))
                    try children[slot].forEach(height - 1, from: start, body)
                }
            }
        }

        func compare(
            with other: Node,
            _ height: Int,
            from first: UInt32 = 0,
            _ body: (UInt32) -> Void
        ) {
            guard self != other else { return }
            if height == 1 {
                let (values, others) = (self.values, other.values)
                for slot in values.indices where values[slot] != others[slot] {
                    body(first + UInt32(slot))
                }
            } else {
                let (children, others) = (self.children, other.children)
                for slot in children.indices {
                    let start = first + UInt32(slot) << (Self.bits * (height - 1))
                    children[slot].compare(with: others[slot], height - 1, from: start, body)
                }
            }
        }
    }
}
