// SPDX-License-Identifier: Apache-2.0

/// Values by the indexes of interfaces, in their order. Copies share what they have in common (a trie
/// of 32 ways): a path keeps the network that it was decided from, and what differs between two is
/// found without a look at the rest.
struct InterfaceTable<Value: Sendable>: Sendable {
    private var root = Node()
    /// How many levels of nodes there are, of 5 bits of the index each.
    private var height = 1

    /// An empty table.
    init() {}

    /// The value of an interface.
    subscript(index: UInt32) -> Value? {
        get { index >> (Node.bits * height) == 0 ? root.entry(at: index, height)?.value : nil }
        set {
            while index >> (Node.bits * height) != 0 { raise() }
            root.set(newValue.map(Node.Entry.init), at: index, height)
        }
    }

    /// Whether it has a value of an interface.
    func contains(_ index: UInt32) -> Bool {
        index >> (Node.bits * height) == 0 && root.entry(at: index, height) != nil
    }

    /// The indexes, and the values in the order of their indexes.
    var indexes: [UInt32] {
        var indexes: [UInt32] = []
        root.forEach(height) { index, _ in indexes.append(index) }
        return indexes
    }
    var values: [Value] {
        var values: [Value] = []
        root.forEach(height) { values.append($1.value) }
        return values
    }

    /// Calls `body` with the values in the order of their indexes.
    func forEach(_ body: (Value) -> Void) { root.forEach(height) { body($1.value) } }

    /// The indexes whose values were set in only one of two tables since they were the same, or are
    /// in only one.
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
        static var bits: Int { 5 }
        static var width: Int { 1 << bits }
        static var noChildren: [Node] { Array(repeating: Node(), count: width) }

        /// A value, which is equal only to itself.
        final class Entry: Equatable, Sendable {
            let value: Value

            init(_ value: Value) { self.value = value }

            static func == (one: Entry, other: Entry) -> Bool { one === other }
        }

        /// The parts; none on the lowest level, or if there is no value.
        var children: [Node] = []
        /// The values; none above the lowest level, or if there is none.
        var entries: [Entry?] = []

        /// Whether there is no value. Indexes only grow: what has become empty must go.
        var isEmpty: Bool { children.isEmpty && entries.isEmpty }

        private static func slot(of index: UInt32, _ height: Int) -> Int {
            Int(index >> (bits * (height - 1))) % width
        }

        func entry(at index: UInt32, _ height: Int) -> Entry? {
            let slot = Self.slot(of: index, height)
            if height == 1 { return entries.isEmpty ? nil : entries[slot] }
            return children.isEmpty ? nil : children[slot].entry(at: index, height - 1)
        }

        mutating func set(_ entry: Entry?, at index: UInt32, _ height: Int) {
            let slot = Self.slot(of: index, height)
            if height == 1 {
                if entries.isEmpty { entries = Array(repeating: nil, count: Self.width) }
                entries[slot] = entry
                if entry == nil, entries.allSatisfy({ $0 == nil }) { entries = [] }
            } else {
                if children.isEmpty { children = Self.noChildren }
                children[slot].set(entry, at: index, height - 1)
                if entry == nil, children.allSatisfy(\.isEmpty) { children = [] }
            }
        }

        func forEach(_ height: Int, from first: UInt32 = 0, _ body: (UInt32, Entry) -> Void) {
            for slot in entries.indices {
                if let entry = entries[slot] { body(first + UInt32(slot), entry) }
            }
            for slot in children.indices where !children[slot].isEmpty {
                let start = first + UInt32(slot) << (Self.bits * (height - 1))
                children[slot].forEach(height - 1, from: start, body)
            }
        }

        func compare(
            with other: Node,
            _ height: Int,
            from first: UInt32 = 0,
            _ body: (UInt32) -> Void
        ) {
            guard self != other else { return }
            if height == 1, entries.count == other.entries.count {
                for (slot, pair) in zip(entries, other.entries).enumerated()
                where pair.0 !== pair.1 { body(first + UInt32(slot)) }
                return
            }
            for slot in 0..<Self.width {
                let start = first + UInt32(slot) << (Self.bits * (height - 1))
                if height == 1 {
                    let one = entries.isEmpty ? nil : entries[slot]
                    let another = other.entries.isEmpty ? nil : other.entries[slot]
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
