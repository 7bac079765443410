// SPDX-License-Identifier: Apache-2.0

/// Interfaces that are made on others have the medium of what is below them.
extension Classification {
    /// Made on one interface (`IFLA_LINK`): VLANs and their like. If that one is in another
    /// namespace, its index means nothing here and its medium is unknown.
    static func madeOn(
        _ facts: InterfaceFacts,
        _ kind: LinkKind,
        _ lower: [LowerInterface]
    ) -> Classification? {
        guard kind == .madeOn, !facts.isLinkInOtherNamespace else { return nil }
        return lower.first.map { inherited(from: $0) }
    }

    /// Made of several interfaces, its members (`IFLA_MASTER`): bonds, bridges and their like.
    static func madeOf(_ kind: LinkKind, _ members: [LowerInterface]) -> Classification? {
        guard case .madeOf(let isEthernet) = kind else { return nil }
        if let dearest = counting(members).max(by: costsLess) { return inherited(from: dearest) }
        return Classification(
            type: isEthernet ? .ethernet : .other, isVirtual: true,
            confidence: isEthernet ? .medium : .low, decidedBy: .noMember)
    }

    /// The members that tell the medium: none that never is a path (an access point that the
    /// bridge offers), of a bond the active ones, those without a carrier only if none has one, and ports
    /// that lead to containers and virtual machines only if there is no other.
    static func counting(_ members: [LowerInterface]) -> [LowerInterface] {
        members.filter(\.classification.canBePath)
            .preferring { $0.isActive == true }
            .preferring(\.hasCarrier)
            .preferring { !$0.classification.leadsToGuest }
    }

    private static func inherited(from lower: LowerInterface) -> Classification {
        var classification = lower.classification
        classification.decidedBy = .lower(name: lower.name, type: classification.type)
        classification.traits.remove(.virtualPort)
        return classification
    }

    /// Which of two members would cost the user less: where they differ, the dearer one tells the
    /// medium of the whole.
    private static func costsLess(_ one: LowerInterface, _ other: LowerInterface) -> Bool {
        cost(of: one.classification) < cost(of: other.classification)
    }

    private static func cost(of classification: Classification) -> Int {
        switch classification.type {
        case .wwan: 6
        case .bluetooth: 5
        case .ethernet where classification.traits.contains(.tethered): 4
        case .wifi: 3
        case .vpn, .other: 2
        case .ethernet: 1
        case .loopback: 0
        }
    }
}

extension [LowerInterface] {
    /// Those with a property, or all if none has it.
    fileprivate func preferring(_ property: (LowerInterface) -> Bool) -> [LowerInterface] {
        let preferred = filter(property)
        return preferred.isEmpty ? self : preferred
    }
}
