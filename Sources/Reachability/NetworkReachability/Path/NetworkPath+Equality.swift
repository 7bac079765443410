// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath: Hashable {
    /// Whether two paths are equal: the same result of the evaluation, and the same interfaces.
    public static func == (one: NetworkPath, other: NetworkPath) -> Bool {
        one.isIdentical(to: other)
            || one.isDecided(like: other)
                && !one.showsOtherInterfaces(than: other) { _, _ in true }
    }

    /// Whether two paths are equal apart from their interfaces.
    package func isDecided(like other: NetworkPath) -> Bool {
        sharesEvaluation(with: other) || hasDecision(of: other)
    }

    /// Hashes the result of the evaluation. Interfaces are left out, because few paths differ only
    /// in these.
    public func hash(into hasher: inout Hasher) { hasher.combine(decision) }

    /// Whether the interfaces of interest differ from those of another path.
    ///
    /// - Parameter isOfInterest: whether an interface of a path counts, by its index.
    package func showsOtherInterfaces(
        than other: NetworkPath,
        where isOfInterest: (NetworkPath, Int) -> Bool
    ) -> Bool {
        let differences = seen.differences(from: other.seen)
        var candidates = differences
        // An upper interface contains the names of the lower ones and inherits their costs. A tunnel
        // inherits the costs of the interface that its packets use.
        let isOrderedAlike = sharesEvaluation(with: other) || order == other.order
        if !hasCosts(like: other)
            || differences.contains(where: { !isInherited(from: $0, asFrom: other) })
        {
            candidates = Set(seen.indexes).union(other.seen.indexes).sorted()
        } else if !isOrderedAlike || !sharesEvaluation(with: other) && carried != other.carried {
            candidates = Set(differences + order + other.order)
                .union(carried.indexes).union(other.carried.indexes).sorted()
        }
        candidates = candidates.filter {
            isOfInterest(self, Int($0)) || isOfInterest(other, Int($0))
        }
        func shown(_ path: NetworkPath, _ indexes: [UInt32]) -> [UInt32] {
            indexes.filter { path.seen.contains($0) && isOfInterest(path, Int($0)) }
        }
        if !candidates.isEmpty {
            let (mine, others) = (shown(self, candidates), shown(other, candidates))
            if mine != others || interfaces(mine) != other.interfaces(others) { return true }
        }
        return !isOrderedAlike && shown(self, order) != shown(other, other.order)
    }
}

extension NetworkPath {
    /// Whether the costs that do not come from the interfaces themselves are equal.
    private func hasCosts(like other: NetworkPath) -> Bool {
        sharesEvaluation(with: other)
            || passage == other.passage && overrides == other.overrides
    }

    /// Whether interfaces above another inherit the same from it as in another path.
    private func isInherited(from index: UInt32, asFrom other: NetworkPath) -> Bool {
        guard let interface = seen[index], let before = other.seen[index] else { return false }
        return interface.inheritable == before.inheritable
    }
}
