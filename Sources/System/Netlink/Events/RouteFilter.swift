// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// A filter in the kernel that drops messages about routes and neighbors which cannot matter (classic BPF,
/// `SO_ATTACH_FILTER`).
///
/// Without it, a routing daemon that loads a million routes would wake every subscriber for each of them, and so would
/// each host of a busy link. A route matters only if its prefix covers a watched address. Short prefixes always pass:
/// they are few, and the default route and its halves are among them. A neighbor matters only if it is a next hop.
package struct RouteFilter: Hashable, Sendable {
    /// The instructions. None if there are too many watched addresses for one filter; then every message passes.
    let program: [FilterInstruction]
    /// Whether all messages about neighbors or routes pass, because there are too many next hops or watched addresses.
    package let isOpen: Bool

    /// The most instructions that the kernel takes (`BPF_MAXINSNS`).
    private static let maximumLength = 4096
    /// IPv4 prefixes below this length pass.
    private static let shortIPv4: UInt32 = 8
    /// IPv6 prefixes below this length pass.
    private static let shortIPv6: UInt32 = 16

    /// Creates a filter that passes what can matter: messages about routes to one of the addresses, messages about
    /// the next hops' neighbor entries, and all messages about other subjects.
    ///
    /// If one filter has no room for the next hops, every message about a neighbor passes. If it has no room for the
    /// addresses either, every message passes.
    package init(
        watching addresses: some Collection<AddressBytes>,
        nextHops: some Collection<NextHop> = []
    ) {
        let ipv4 = Self.ipv4(Set(addresses.filter { $0.family == .ipv4 }.map(\.low)).sorted())
        let ipv6 = Self.ipv6(Set(addresses.filter { $0.family == .ipv6 }.map(\.high)).sorted())
        let routes = Self.routes(lengthOfIPv4: ipv4.count) + ipv4 + ipv6
        let programs = [Self.neighbors(nextHops), [.pass]].map { neighbors in
            Self.types(lengthOfNeighbors: neighbors.count) + neighbors + routes
        }
        let program = programs.first { $0.count <= Self.maximumLength }
        self.program = program ?? []
        isOpen = program != programs[0]
    }

    /// Selects the instructions for a message by `nlmsg_type` (offset 4): those of neighbors follow, then those of
    /// routes.
    ///
    /// The type is in the machine's byte order and is loaded as big-endian.
    private static func types(lengthOfNeighbors: Int) -> [FilterInstruction] {
        [
            .loadHalf(at: 4),
            .ifEqual(UInt32(cnl_rtm_newroute.bigEndian), skip: 6),
            .ifEqual(UInt32(cnl_rtm_delroute.bigEndian), skip: 5),
            .ifEqual(UInt32(cnl_rtm_newneigh.bigEndian), skip: 5),
            .ifEqual(UInt32(cnl_rtm_delneigh.bigEndian), skip: 4),
            // A program is asked to look for a neighbor (arpd).
            .ifEqual(UInt32(cnl_rtm_getneigh.bigEndian), else: 1),
            .drop,
            .pass,
            .skip(lengthOfNeighbors),
        ]
    }

    /// Selects the instructions for a route by `rtm_family` (offset 16).
    private static func routes(lengthOfIPv4: Int) -> [FilterInstruction] {
        [
            .loadByte(at: 16),
            // IPv4's instructions follow, then IPv6's; a route of another family passes.
            .ifEqual(UInt32(AddressBytes.Family.ipv4.rawValue), skip: 3),
            .ifEqual(UInt32(AddressBytes.Family.ipv6.rawValue), skip: 1),
            .pass,
            .skip(lengthOfIPv4),
        ]
    }

    /// The words of memory: the prefix's length, and its first two words.
    private static let length: UInt32 = 0
    private static let first: UInt32 = 1
    private static let second: UInt32 = 2

    /// Stores `rtm_dst_len` (offset 17), passes short prefixes, and puts the offset of `RTA_DST` into X.
    ///
    /// Attributes begin after `struct rtmsg`, at offset 28. A message without a destination passes, because it
    /// cannot be judged.
    private static func destination(short: UInt32) -> [FilterInstruction] {
        [
            .loadByte(at: 17),
            .ifAtLeast(short, skip: 1),
            .pass,
            .store(length),
            .loadIndex(UInt32(cnl_rta_dst)),
            .load(28),
            .findAttribute,
            .ifEqual(0, else: 1),
            .pass,
            .moveToIndex,
            .loadWord(atIndexAnd: 4),
            .store(first),
        ]
    }

    /// Puts into X how far a word must be shifted right so that only its first A bits remain. A is 1 to 32.
    private static let shiftForBits: [FilterInstruction] = [
        .moveToIndex, .load(32), .subtractIndex, .moveToIndex,
    ]

    /// Passes a route whose prefix covers one of the addresses.
    ///
    /// The prefix covers an address if their exclusive or is 0 after the bits beyond the prefix are shifted out.
    private static func ipv4(_ addresses: [UInt64]) -> [FilterInstruction] {
        destination(short: shortIPv4)
            + [.recall(length)] + shiftForBits
            + addresses.flatMap { address -> [FilterInstruction] in
                [
                    .recall(first), .exclusiveOr(UInt32(truncatingIfNeeded: address)),
                    .shiftRightByIndex, .ifEqual(0, else: 1), .pass,
                ]
            } + [.drop]
    }

    /// Passes a route whose prefix covers one of the addresses. The first 64 bits of each are given.
    ///
    /// Prefixes of up to 32 bits are compared in the first word, longer ones also in the second. Bits after the
    /// 64th are not compared.
    private static func ipv6(_ addresses: [UInt64]) -> [FilterInstruction] {
        let upTo32 =
            shiftForBits
            + addresses.flatMap { address -> [FilterInstruction] in
                [
                    .recall(first), .exclusiveOr(UInt32(address >> 32)), .shiftRightByIndex,
                    .ifEqual(0, else: 1), .pass,
                ]
            } + [.drop]
        let longer: [FilterInstruction] =
            // The prefix's length, at most 64, minus the 32 bits of the first word.
            [
                .ifAtLeast(64, else: 1), .load(64), .loadIndex(32), .subtractIndex,
            ] + shiftForBits
            + addresses.flatMap { address -> [FilterInstruction] in
                [
                    .recall(first), .ifEqual(UInt32(address >> 32), else: 5),
                    .recall(second), .exclusiveOr(UInt32(truncatingIfNeeded: address)),
                    .shiftRightByIndex, .ifEqual(0, else: 1), .pass,
                ]
            } + [.drop]
        return destination(short: shortIPv6)
            + [
                .loadWord(atIndexAnd: 8), .store(second), .recall(length),
                .ifAtLeast(33, else: 1), .skip(upTo32.count),
            ] + upTo32 + longer
    }
}

extension RouteFilter {
    /// A next hop whose neighbor messages pass.
    package struct NextHop: Hashable, Sendable {
        package var neighbor: Neighbor
        /// The known state of its neighbor entry. Messages that repeat it are dropped: while packets are sent to the
        /// next hop, there is one every few seconds (`NUD_REACHABLE`, `NUD_STALE`, `NUD_PROBE`).
        package var known: Known
        /// The hardware address that the entry is known to have, empty for none: messages with another one pass. `nil` if the
        /// hardware address does not matter.
        package var hardwareAddress: [UInt8]?

        /// The known state of a neighbor entry.
        package enum Known: Hashable, Sendable {
            /// Nothing that would make a message superfluous.
            case nothing
            /// It works: one of the states of `NUD_VALID`.
            case works
            /// It works, and is `NUD_REACHABLE`.
            case isReachable
        }

        package init(_ neighbor: Neighbor, known: Known, hardwareAddress: [UInt8]? = nil) {
            self.neighbor = neighbor
            self.known = known
            self.hardwareAddress = hardwareAddress
        }
    }

    /// A filter that drops every message about a neighbor, and passes all others.
    static let withoutNeighbors: [FilterInstruction] =
        [.loadHalf(at: 4)]
        + neighborTypes.map { .ifEqual(UInt32($0.bigEndian), else: 1) }.flatMap { [$0, .drop] }
        + [.pass]

    /// `RTM_GETNEIGH` asks a program to look for a neighbor (arpd).
    private static let neighborTypes = [cnl_rtm_newneigh, cnl_rtm_delneigh, cnl_rtm_getneigh]

    /// The words of memory: the state as it is loaded, or 0 if the message says that an entry does not work, and the
    /// interface's index as it is loaded.
    private static let state: UInt32 = 0
    private static let interface: UInt32 = 1

    /// Judges a message about a neighbor. A is the type of the message.
    ///
    /// `struct ndmsg` has the family at offset 16, the index at 20 and the state at 24. Attributes begin at 28.
    static func neighbors(_ nextHops: some Collection<NextHop>) -> [FilterInstruction] {
        let ipv4 = nextHops.filter { $0.neighbor.address.family == .ipv4 }.flatMap(\.instructions)
        let ipv6 = nextHops.filter { $0.neighbor.address.family == .ipv6 }.flatMap(\.instructions)
        let start: [FilterInstruction] = [
            .ifEqual(UInt32(cnl_rtm_newneigh.bigEndian), else: 3),
            .loadHalf(at: 24), .and(UInt32(cnl_nud_valid.bigEndian)), .skip(1),
            // The entry has been removed.
            .load(0),
            .store(state),
            .loadWord(at: 20), .store(interface),
            .loadIndex(UInt32(cnl_nda_dst)), .load(28), .findAttribute,
            // Every entry of IPv4 and IPv6 has an address.
            .ifEqual(0, else: 1), .drop,
            .moveToIndex,
            .loadByte(at: 16),
            .ifEqual(UInt32(AddressBytes.Family.ipv4.rawValue), skip: 3),
            .ifEqual(UInt32(AddressBytes.Family.ipv6.rawValue), skip: 1),
            .drop,
            .skip(ipv4.count + 2),
        ]
        return start + [.loadLastWord(of: .ipv4)] + ipv4 + [.drop] + [.loadLastWord(of: .ipv6)]
            + ipv6 + [.drop]
    }

    /// Passes or drops a message about this next hop.
    fileprivate static func verdict(_ nextHop: NextHop) -> [FilterInstruction] {
        let drop = nextHop.hardwareAddress.map(dropUnlessOther) ?? [.drop]
        return switch nextHop.known {
        case .nothing: [.pass]
        case .works: [.recall(state), .ifEqual(0, else: 1), .pass] + drop
        case .isReachable:
            [.recall(state), .ifEqual(UInt32(cnl_nud_reachable.bigEndian), skip: 1), .pass] + drop
        }
    }

    /// Drops a message whose entry has this hardware address, and passes one with another.
    ///
    /// The kernel pads an attribute with zeros (`__nla_reserve`), so that its address is compared in whole words.
    private static func dropUnlessOther(_ address: [UInt8]) -> [FilterInstruction] {
        let find: [FilterInstruction] = [
            .loadIndex(UInt32(cnl_nda_lladdr)), .load(28), .findAttribute,
        ]
        guard !address.isEmpty else { return find + [.ifEqual(0, skip: 1), .pass, .drop] }
        // nla_len is in the machine's byte order.
        let length = UInt32(UInt16(truncatingIfNeeded: 4 + address.count).bigEndian)
        var program =
            find + [
                .ifEqual(0, else: 1), .pass, .moveToIndex,
                .loadHalf(atIndexAnd: 0), .ifEqual(length, skip: 1), .pass,
            ]
        for start in stride(from: 0, to: address.count, by: 4) {
            let word = (0..<4).reduce(UInt32(0)) { word, place in
                let position = start + place
                return word << 8 | (position < address.count ? UInt32(address[position]) : 0)
            }
            program += [.loadWord(atIndexAnd: UInt32(4 + start)), .ifEqual(word, skip: 1), .pass]
        }
        return program + [.drop]
    }

    fileprivate static func ifInterface(_ index: UInt32, else skip: Int) -> [FilterInstruction] {
        [.recall(interface), .ifEqual(index.bigEndian, else: UInt8(skip))]
    }
}

extension FilterInstruction {
    /// A = the last word of the address; X is the offset of the attribute. Routers mostly differ in that word.
    fileprivate static func loadLastWord(of family: AddressBytes.Family) -> Self {
        .loadWord(atIndexAnd: UInt32(family.bitWidth) / 8)
    }
}

extension RouteFilter.NextHop {
    /// Ends with a verdict if the message is about this next hop. Otherwise the next instructions go on with the last
    /// word of the address in A, as before.
    fileprivate var instructions: [FilterInstruction] {
        let address = neighbor.address
        var rest = RouteFilter.verdict(self)
        rest = RouteFilter.ifInterface(neighbor.interface, else: rest.count) + rest
        switch address.family {
        case .ipv4: break
        case .ipv6:
            let words: [(offset: UInt32, value: UInt64)] = [
                (4, address.high >> 32), (8, address.high), (12, address.low >> 32),
            ]
            for word in words {
                rest =
                    [
                        .loadWord(atIndexAnd: word.offset),
                        .ifEqual(
                            UInt32(truncatingIfNeeded: word.value), else: UInt8(rest.count)),
                    ] + rest
            }
        }
        rest.append(.loadLastWord(of: address.family))
        return [.ifEqual(UInt32(truncatingIfNeeded: address.low), else: UInt8(rest.count))] + rest
    }
}
