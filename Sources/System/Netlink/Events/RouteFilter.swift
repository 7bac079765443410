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
    /// The prefix covers an address if their exclusive or is 0 after the bits behind the prefix are shifted out.
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
