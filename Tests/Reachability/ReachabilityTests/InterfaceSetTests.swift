// SPDX-License-Identifier: Apache-2.0

import Netlink
import TestSupport
import Testing

@testable import NetworkReachability

@Suite("A set of interface indexes")
struct InterfaceSetTests {
    /// Small indexes, both sides of the ends of blocks, and the largest.
    private static let indexes: [UInt32] =
        Array(0...70) + [127, 128, 4095, 4096, 1 << 20, 1 << 30, .max - 1, .max]

    @Test(
        "A set has the same members as a standard set, and copies do not change", arguments: 0..<20)
    func holdsWhatAStandardSetHolds(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var set = InterfaceSet()
        var truth: Set<UInt32> = []
        var earlier = (set: set, truth: truth)
        for step in 0..<400 {
            let index = try #require(Self.indexes.randomElement(using: &random))
            if Bool.random(using: &random) {
                set.insert(index)
                truth.insert(index)
            } else {
                set.remove(index)
                truth.remove(index)
            }
            if step == 200 { earlier = (set, truth) }
        }
        #expect(Array(set) == truth.sorted())
        #expect(Self.indexes.filter(set.contains) == Self.indexes.filter(truth.contains))
        #expect(Array(earlier.set) == earlier.truth.sorted())
        #expect((set == earlier.set) == (truth == earlier.truth))
        #expect(Array(set.subtracting(earlier.set)) == truth.subtracting(earlier.truth).sorted())
        set.formUnion(earlier.set)
        #expect(Array(set) == truth.union(earlier.truth).sorted())
    }

    @Test("A set is empty after the removal of each index")
    func becomesEmpty() {
        var set = InterfaceSet()
        #expect(set.isEmpty)
        for index in Self.indexes { set.insert(index) }
        #expect(!set.isEmpty && Array(set) == Self.indexes)
        for index in Self.indexes { set.remove(index) }
        #expect(set.isEmpty && Array(set) == [] && set == InterfaceSet())
    }
}

@Suite("The counts of interfaces that change")
struct ChangingInterfaceCountsTests {
    @Test("The counts after changes equal those of a new snapshot", arguments: 0..<20)
    func followChanges(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var state = NetworkState()
        for _ in 0..<300 {
            let index = UInt32.random(in: 1...80, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: state.removeInterface(index)
            case 1: state.set(Self.addresses(["192.0.2.7"]), of: index)
            case 2: state.set(Self.addresses(["fe80::7"]), of: index)
            case 3: state.set(Self.addresses([]), of: index)
            default: state.set(link(index, "eth\(index)", isUp: Bool.random(using: &random)))
            }
        }
        let interfaces = state.interfaces.values
        var fresh = NetworkState(links: interfaces.map(\.link))
        for interface in interfaces { fresh.set(interface.addresses, of: interface.link.index) }
        #expect(state.counts == fresh.counts)
        let live = interfaces.filter(\.hasCarrier)
        #expect(Array(state.counts.live) == live.map(\.link.index))
        let addressed = live.filter { $0.hasUsableAddress(.ipv4) }
        #expect(Array(state.counts.addressed) == addressed.map(\.link.index))
    }

    private static func addresses(_ texts: [String]) -> [InterfaceAddress] {
        texts.compactMap(IPAddress.init).map { InterfaceAddress(address: $0, prefixLength: 24) }
    }
}
