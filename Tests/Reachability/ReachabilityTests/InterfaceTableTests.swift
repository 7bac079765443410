// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import NetworkReachability

/// The table is compared with a dictionary.
@Suite struct InterfaceTableTests {
    /// Small indexes, both sides of each level's end, and the largest.
    private static let indexes: [UInt32] =
        Array(0...40) + [1023, 1024, 32767, 32768, 1 << 20, 1 << 25, 1 << 30, .max]

    @Test("A table has the same contents as a dictionary", arguments: 0..<20)
    func holdsWhatADictionaryHolds(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var table = InterfaceTable<Int>()
        var truth: [UInt32: Int] = [:]
        var earlier = (table: table, truth: truth)
        for step in 0..<300 {
            let index = try #require(Self.indexes.randomElement(using: &random))
            let value = Int.random(in: 0..<3, using: &random) == 0 ? nil : step
            table[index] = value
            truth[index] = value
            if step % 100 == 50 { earlier = (table, truth) }
        }
        #expect(table.indexes == truth.keys.sorted())
        #expect(table.values == truth.sorted { $0.key < $1.key }.map(\.value))
        for index in Self.indexes {
            #expect(table[index] == truth[index])
            #expect(table.contains(index) == (truth[index] != nil))
        }
        // A copy keeps its contents, and the differences from it are found.
        #expect(earlier.table.indexes == earlier.truth.keys.sorted())
        let differences = Self.indexes.filter { truth[$0] != earlier.truth[$0] }
        #expect(table.differences(from: earlier.table) == differences)
        #expect(earlier.table.differences(from: table) == differences)
    }

    @Test("Equal tables have no differences")
    func whatIsTheSameDiffersNowhere() {
        var table = InterfaceTable<Int>()
        for index in Self.indexes { table[index] = 0 }
        #expect(table.differences(from: table) == [])
        #expect(table.differences(from: InterfaceTable()) == Self.indexes)
        for index in Self.indexes { table[index] = nil }
        #expect(table.indexes == [])
        #expect(table.differences(from: InterfaceTable()) == [])
    }

    @Test("A table is a copy of another one if all values are copies")
    func copies() {
        var table = InterfaceTable<Int>()
        #expect(table.isIdentical(to: InterfaceTable()))
        for index in [1, 2, 70] as [UInt32] { table[index] = Int(index) }
        let copy = table
        #expect(table.isIdentical(to: copy) && !table.isIdentical(to: InterfaceTable()))
        table[2] = 3
        #expect(!table.isIdentical(to: copy) && !copy.isIdentical(to: table))
        table[2] = 2
        #expect(table.isIdentical(to: copy))
        table[2] = nil
        #expect(!table.isIdentical(to: copy))
    }
}

extension Int: Recognizable {
    func isIdentical(to other: Int) -> Bool { self == other }
}
