// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import NetworkReachability

/// The addresses of an interface, compared with those of a plain array that is kept by the kernel's rules.
@Suite struct AddressListTests {
    /// Random numbers that are the same in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32 | state << 32
        }
    }

    /// An address out of a few hundred, which differ in each part of what identifies them.
    private static func address(_ numbers: inout Numbers) -> InterfaceAddress {
        let isIPv4 = Bool.random(using: &numbers)
        let low = UInt64.random(in: 1...60, using: &numbers)
        let address =
            isIPv4
            ? IPAddress(family: .ipv4, high: 0, low: 0x0A00_0000 + low)
            : IPAddress(
                family: .ipv6,
                high: [0x2001_0DB8 << 32, 0xFE80 << 48].randomElement(using: &numbers) ?? 0,
                low: low)
        let peer = IPAddress(family: .ipv4, high: 0, low: 0x0B00_0000 + low % 2)
        let flags: [InterfaceAddress.Flags] = [[], .secondary, .tentative, .permanent]
        return InterfaceAddress(
            address: address,
            peer: isIPv4 && Int.random(in: 0..<3, using: &numbers) == 0 ? peer : nil,
            prefixLength: [24, 32].randomElement(using: &numbers) ?? 24,
            scope: [.global, .site, .link].randomElement(using: &numbers) ?? .global,
            flags: flags.randomElement(using: &numbers) ?? [])
    }

    /// The kernel's order, as a plain array.
    private struct Model {
        var addresses: [InterfaceAddress] = []

        mutating func insertOrReplace(_ address: InterfaceAddress) {
            if let position = addresses.firstIndex(where: { $0.isSame(as: address) }) {
                let old = addresses[position]
                let isMoved =
                    old.flags.contains(.secondary) != address.flags.contains(.secondary)
                    || old.scope != address.scope
                guard isMoved else { return addresses[position] = address }
                addresses.remove(at: position)
            }
            addresses.insert(address, at: position(of: address))
        }

        private func position(of address: InterfaceAddress) -> Int {
            let firstOfIPv6 =
                addresses.firstIndex { $0.address.family == .ipv6 } ?? addresses.endIndex
            guard address.address.family == .ipv4 else {
                func key(_ one: InterfaceAddress) -> (UInt8, UInt64, UInt64, Int) {
                    (one.scope.number, one.address.high, one.address.low, one.prefixLength)
                }
                return addresses[firstOfIPv6...].firstIndex { key(address) < key($0) }
                    ?? addresses.endIndex
            }
            guard !address.flags.contains(.secondary) else { return firstOfIPv6 }
            let last = addresses[..<firstOfIPv6].lastIndex {
                !$0.flags.contains(.secondary) && $0.scope.number >= address.scope.number
            }
            return last.map { $0 + 1 } ?? addresses.startIndex
        }
    }

    @Test(
        "After any changes the list shows what the kernel has", arguments: 1..<9 as Range<UInt64>)
    func model(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var (list, model) = (AddressList(), Model())
        for step in 0..<1500 {
            let address = Self.address(&numbers)
            let (before, old) = (list, model.addresses)
            if Int.random(in: 0..<5, using: &numbers) < (step < 1000 ? 4 : 1) {
                list.insertOrReplace(address)
                model.insertOrReplace(address)
            } else {
                list.remove(address)
                model.addresses.removeAll { $0.isSame(as: address) }
            }
            guard list.count == model.addresses.count, (list == before) == (model.addresses == old)
            else {
                Issue.record("step \(step): \(address)")
                return
            }
            if step % 50 == 0 { expect(list, model, before, old) }
        }
    }

    private func expect(
        _ list: AddressList, _ model: Model, _ before: AddressList, _ old: [InterfaceAddress]
    ) {
        #expect(list.ordered == model.addresses)
        for family in IPAddress.Family.allCases {
            let hasUsable = model.addresses.contains { $0.address.family == family && $0.isUsable }
            #expect(list.hasUsable(family) == hasUsable)
        }
        for address in model.addresses.prefix(20) {
            let entries = model.addresses.filter { $0.address == address.address }
            #expect(Set(list.entries(of: address.address)) == Set(entries))
        }
        let differences = list.differences(from: before)
        #expect(Set(differences.these) == Set(model.addresses).subtracting(old))
        #expect(Set(differences.others) == Set(old).subtracting(model.addresses))
    }

    @Test("After most addresses were removed, the rest is in few chunks", arguments: [1, 7])
    func removal(step: Int) {
        let addresses = (0..<6400).map { number in
            InterfaceAddress(
                address: IPAddress(family: .ipv4, high: 0, low: 0x0A00_0000 + UInt64(number)),
                prefixLength: 16)
        }
        var list = AddressList(addresses)
        // Each 50th address stays. The others go from the first to the last one, or in leaps.
        for number in 0..<6400 {
            let removed = number * step % 6400
            if removed % 50 != 0 { list.remove(addresses[removed]) }
        }
        let left = addresses.enumerated().filter { $0.offset % 50 == 0 }
        #expect(list.ordered == left.map(\.element))
        #expect(Self.chunkCount(list) <= list.count / 32 + 1)
    }

    /// The number of chunks: a change copies a reference to each.
    private static func chunkCount(_ list: AddressList) -> Int {
        let chunks = Mirror(reflecting: list).children.first { $0.label == "chunks" }?.value
        return chunks.map { Mirror(reflecting: $0).children.count } ?? .max
    }

    @Test("The addresses of a dump are in few parts, and a change adds at most one")
    func dump() {
        func address(_ number: Int, prefixLength: Int) -> InterfaceAddress {
            InterfaceAddress(
                address: IPAddress(family: .ipv4, high: 0, low: 0x0A00_0000 + UInt64(number)),
                prefixLength: prefixLength)
        }
        var list = AddressList((0..<20_000).map { address($0, prefixLength: 32) })
        #expect(Self.chunkCount(list) <= 20_000 / 512 + 1)
        let before = Self.chunkCount(list)
        list.insertOrReplace(address(9000, prefixLength: 31))
        #expect(Self.chunkCount(list) <= before + 1)
        #expect(list.ordered.last == address(9000, prefixLength: 31))
        #expect(list.count == 20_001)
    }

    @Test("A list equals one that was made in another way")
    func equality() throws {
        var numbers = Numbers(state: 7)
        let addresses = (0..<300).map { _ in Self.address(&numbers) }
        let list = AddressList(addresses)
        #expect(AddressList(list.ordered) == list)
        // An address that is the last one again is no difference; one that was another is.
        var moved = list
        let first = try #require(list.ordered.first { $0.address.family == .ipv4 })
        moved.remove(first)
        #expect(moved != list)
        moved.insertOrReplace(first)
        #expect((moved == list) == (moved.ordered == list.ordered))
        #expect(moved.differences(from: list).these.isEmpty)
    }

    @Test("Lists are equal without a sort where an address went again, and where it came again")
    func equalityOfFlaps() throws {
        let addresses = (0..<300).map { number in
            InterfaceAddress(
                address: IPAddress(family: .ipv4, high: 0, low: 0x0A00_0000 + 2 * UInt64(number)),
                prefixLength: 32)
        }
        let without = AddressList(addresses)
        // Chunks that have been full are split.
        for low in stride(from: 0x0A00_0001 as UInt64, to: 0x0A00_0258, by: 50) {
            let address = InterfaceAddress(
                address: IPAddress(family: .ipv4, high: 0, low: low), prefixLength: 32)
            var list = without
            list.insertOrReplace(address)
            let with = list
            list.remove(address)
            #expect(list.isEqual(to: without) == true)
            list.insertOrReplace(address)
            #expect(list.isEqual(to: with) == true)
            #expect(list.isEqual(to: without) == false)
        }
        var moved = without
        moved.remove(addresses[5])
        moved.insertOrReplace(addresses[5])
        #expect(moved.isEqual(to: without) == nil)
        #expect(moved != without)
    }

    @Test("Of each IPv6 prefix the first usable address is a source, of no more than the limit")
    func sources() {
        let texts = ["10.0.0.1", "fe80::1", "2001:db8:1::5", "2001:db8:1::6", "2001:db8:2::1"]
        let others = (0..<500).compactMap { IPAddress("2001:db8:3::\(String($0, radix: 16))") }
        let addresses = texts.compactMap(IPAddress.init) + others
        var list = AddressList(addresses.map { InterfaceAddress(address: $0, prefixLength: 64) })
        func sources(_ limit: Int) -> [String] {
            list.usableIPv6OfEachPrefix(limit: limit).map(\.description)
        }
        #expect(sources(8) == ["2001:db8:1::5", "2001:db8:2::1", "2001:db8:3::"])
        #expect(sources(2) == ["2001:db8:1::5", "2001:db8:2::1"])
        if let tentative = IPAddress("2001:db8:1::5") {
            list.insertOrReplace(
                InterfaceAddress(address: tentative, prefixLength: 64, flags: .tentative))
        }
        #expect(sources(1) == ["2001:db8:1::6"])
    }
}
