// SPDX-License-Identifier: Apache-2.0

internal import CNetlink

extension RouteFilter {
    /// A next hop whose neighbor messages pass.
    package struct NextHop: Hashable, Sendable {
        package var neighbor: Neighbor
        /// What is known of its neighbor entry. Messages that say so again are dropped: while packets are sent to the
        /// next hop, there is one every few seconds (`NUD_REACHABLE`, `NUD_STALE`, `NUD_PROBE`).
        package var known: Known

        /// What is known of a neighbor entry.
        package enum Known: Hashable, Sendable {
            /// Nothing that would make a message superfluous.
            case nothing
            /// It works: one of the states of `NUD_VALID`.
            case works
            /// It works, and is `NUD_REACHABLE`.
            case isReachable
        }

        package init(_ neighbor: Neighbor, known: Known) {
            self.neighbor = neighbor
            self.known = known
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
    fileprivate static func verdict(_ known: NextHop.Known) -> [FilterInstruction] {
        switch known {
        case .nothing: [.pass]
        case .works: [.recall(state), .ifEqual(0, else: 1), .pass, .drop]
        case .isReachable:
            [
                .recall(state), .ifEqual(UInt32(cnl_nud_reachable.bigEndian), else: 1), .drop,
                .pass,
            ]
        }
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
    /// Ends with a verdict if the message is about this next hop. Otherwise the instructions behind these go on with
    /// the last word of the address in A, as before.
    fileprivate var instructions: [FilterInstruction] {
        let address = neighbor.address
        var rest = RouteFilter.verdict(known)
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
