// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// A mark that a tunnel's own packets may have.
struct TunnelMark {
    let value: UInt32
    /// The families whose packets are routed differently with the mark.
    fileprivate(set) var families: [IPAddress.Family]
    /// Whether the mark is known to be the tunnel's: the tunnel's configuration says so, or the rule
    /// of the tunnel's table leaves packets with the mark out.
    let isOfTunnel: Bool

    init(_ value: UInt32, _ families: [IPAddress.Family], isOfTunnel: Bool) {
        self.value = value
        self.families = families
        self.isOfTunnel = isOfTunnel
    }
}

extension NetworkState {
    /// The marks of packets that rules route around the table of a tunnel: first those that the
    /// table's own rule leaves out, then those that earlier rules route elsewhere.
    ///
    /// Where the packets go is the kernel's to answer: the rules only tell for which marks it must
    /// be asked. A rule that also selects by something else (an interface, a user, a port) counts,
    /// too: the kernel ignores it for packets that it does not select.
    func marks(passing table: UInt32) -> [TunnelMark] {
        var marks: [TunnelMark] = []
        for family in IPAddress.Family.allCases {
            for (value, isOfTunnel) in self.marks(family, passing: table) {
                if let place = marks.firstIndex(where: {
                    $0.value == value && $0.isOfTunnel == isOfTunnel
                }) {
                    if !marks[place].families.contains(family) {
                        marks[place].families.append(family)
                    }
                } else {
                    marks.append(TunnelMark(value, [family], isOfTunnel: isOfTunnel))
                }
            }
        }
        return marks.filter(\.isOfTunnel) + marks.filter { !$0.isOfTunnel }
    }

    private func marks(
        _ family: IPAddress.Family, passing table: UInt32
    ) -> [(value: UInt32, isOfTunnel: Bool)] {
        let rules = rules.filter { IPAddress.Family($0.family) == family }
        let ofTable = rules.filter { $0.table == table }
        guard
            let own = rules.firstIndex(where: { $0.table == table && $0.appliesToOrdinaryPackets })
                ?? rules.firstIndex(where: { $0.table == table })
        else { return [] }
        // The order decides, not the priority: several rules can have the same.
        let before = rules[..<own].filter { $0.table != table }
        return ofTable.compactMap { rule in rule.markLeftOut.map { ($0, true) } }
            + before.compactMap { rule in rule.markAsked.map { ($0, false) } }
    }
}

extension NetworkState {
    /// Whether a rule about marks rejects packets with a mark. The kernel answers for them as if they
    /// had no route.
    func rejects(_ mark: UInt32, _ family: IPAddress.Family) -> Bool {
        rules.contains { rule in
            rule.isUnreachable && rule.mask != 0 && IPAddress.Family(rule.family) == family
                && rule.selects(mark: mark) && !rule.selects(mark: 0)
        }
    }
}

extension RuleMessage {
    /// A mark of packets that the rule selects although it does not select packets without a mark;
    /// `nil` if it selects these, too.
    fileprivate var markAsked: UInt32? {
        guard !selects(mark: 0) else { return nil }
        // Either `fwmark MARK`, or `not fwmark 0/MASK`.
        return isInverted ? mask : mark
    }

    /// A mark of packets that the rule does not select although it selects packets without a mark;
    /// `nil` if the rule does not ask for marks.
    fileprivate var markLeftOut: UInt32? {
        guard mask != 0, selects(mark: 0) else { return nil }
        // Either `not fwmark MARK`, or `fwmark 0/MASK`.
        return isInverted ? mark : mask
    }
}
