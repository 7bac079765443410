// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

/// A filter in the kernel (classic BPF, `SO_ATTACH_FILTER`) that keeps route messages away which
/// cannot matter. A routing daemon that loads a million routes would otherwise wake its every
/// subscriber for each.
///
/// A route matters only if its prefix covers an address that is asked about. Short prefixes pass
/// unseen: the default route and its halves are among them, and they are few.
package struct RouteFilter: Hashable, Sendable {
    /// The instructions; none if the watched addresses are too many for a filter, and everything
    /// is to pass.
    let program: [FilterInstruction]

    /// The most instructions that the kernel takes (`BPF_MAXINSNS`).
    private static let maximumLength = 4096
    /// IPv4 prefixes below this length pass.
    private static let shortIPv4: UInt32 = 8
    /// IPv6 prefixes below this length pass.
    private static let shortIPv6: UInt32 = 16

    /// Whether all route messages pass, because the addresses are too many.
    package var isOpen: Bool { program.isEmpty }

    /// Makes a filter that lets a route message pass if it can matter to one of the addresses, and
    /// every message of another kind.
    package init(watching addresses: some Collection<AddressBytes>) {
        let ipv4 = Self.ipv4(Set(addresses.filter { $0.family == .ipv4 }.map(\.low)).sorted())
        let ipv6 = Self.ipv6(Set(addresses.filter { $0.family == .ipv6 }.map(\.high)).sorted())
        let program = Self.head(lengthOfIPv4: ipv4.count) + ipv4 + ipv6
        self.program = program.count <= Self.maximumLength ? program : []
    }

    /// Parts the messages: by nlmsg_type (at offset 4, in the machine's byte order, where
    /// the load takes it for big-endian) and rtm_family (at offset 16).
    private static func head(lengthOfIPv4: Int) -> [FilterInstruction] {
        [
            .loadHalf(at: 4),
            // Routes that come and go are looked at; all else passes.
            .ifEqual(UInt32(cnl_rtm_newroute.bigEndian), skip: 2),
            .ifEqual(UInt32(cnl_rtm_delroute.bigEndian), skip: 1),
            .pass,
            .loadByte(at: 16),
            // IPv4 goes on below, IPv6 behind that, another family passes.
            .ifEqual(UInt32(AddressBytes.Family.ipv4.rawValue), skip: 3),
            .ifEqual(UInt32(AddressBytes.Family.ipv6.rawValue), skip: 1),
            .pass,
            .skip(lengthOfIPv4),
        ]
    }

    /// Memory: the prefix's length, and its first two words.
    private static let length: UInt32 = 0
    private static let first: UInt32 = 1
    private static let second: UInt32 = 2

    /// Remembers rtm_dst_len (offset 17), lets short prefixes pass, and leaves in X where RTA_DST
    /// stands. Attributes begin behind struct rtmsg, at offset 28. A message without a destination
    /// passes: what cannot be judged must not be lost.
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

    /// Takes A for a number of bits of a word, 1 to 32, and leaves in X how far the word must be
    /// shifted so that only those remain.
    private static let shiftForBits: [FilterInstruction] = [
        .moveToIndex, .load(32), .subtractIndex, .moveToIndex,
    ]

    /// A prefix covers an address if nothing is left of their difference once the bits behind the
    /// prefix are shifted out.
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

    /// The same by words: prefixes of up to 32 bits are compared in the first word, longer ones
    /// also in the second. Bits beyond the 64th are not looked at.
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
            // The length, 64 at most, less the 32 bits of the first word.
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
