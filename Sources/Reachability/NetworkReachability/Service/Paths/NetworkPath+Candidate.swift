// SPDX-License-Identifier: Apache-2.0

extension NetworkPath {
    /// The interface that an unsatisfied path is about: the one that the kernel chooses although it leads nowhere, else the
    /// one that meets the most requirements of a path; `nil` if no interface could be a path.
    package var candidate: NetworkInterface? {
        if let deadChoice { return interface(UInt32(truncatingIfNeeded: deadChoice)) }
        var best: (interface: NetworkInterface, rank: [Int])?
        forEachInterface { interface in
            let index = UInt32(truncatingIfNeeded: interface.index)
            guard seen[index]?.classification.canBePath == true else { return }
            let rank = interface.rankAsCandidate
            let isBetter =
                best.map { best in
                    best.rank == rank
                        ? interface.name < best.interface.name
                        : best.rank.lexicographicallyPrecedes(rank)
                } ?? true
            if isBetter { best = (interface, rank) }
        }
        return best?.interface
    }
}

extension NetworkInterface {
    /// The steps that the interface has reached, then what makes one of two likelier to be meant.
    fileprivate var rankAsCandidate: [Int] {
        let steps = !isUp ? 0 : !hasCarrier ? 1 : !hasUsableAddress ? 2 : 3
        return [steps, type == .vpn || type == .other ? 0 : 1, hasDevice ? 1 : 0]
    }
}
