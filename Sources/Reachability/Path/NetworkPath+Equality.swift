// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath: Hashable {
    /// Two paths are equal if all that they show is: the decision, and the interfaces. What they share
    /// is not compared.
    public static func == (one: NetworkPath, other: NetworkPath) -> Bool {
        one.isCopy(of: other)
            || one.isDecided(like: other)
                && !one.showsOtherInterfaces(than: other) { _, _ in true }
    }

    /// Whether all is the same but for the interfaces.
    package func isDecided(like other: NetworkPath) -> Bool {
        sharesWays(with: other) || hasDecision(of: other)
    }

    /// Hashes the decision: paths that differ in their interfaces alone are few.
    public func hash(into hasher: inout Hasher) { hasher.combine(decision) }

    /// Whether the interfaces differ, as far as they are of interest, from those of another path.
    ///
    /// - Parameter isOfInterest: which count, by their indexes; a question about each path.
    package func showsOtherInterfaces(
        than other: NetworkPath,
        where isOfInterest: (NetworkPath, Int) -> Bool
    ) -> Bool {
        let differences = seen.differences(from: other.seen)
        var candidates = differences
        // What stands on an interface names it and takes over what it costs, and every tunnel what its
        // packets leave by costs.
        let isOrderedAlike = sharesWays(with: other) || order == other.order
        if !hasCosts(like: other)
            || differences.contains(where: { !isSaid(of: $0, like: other) })
        {
            candidates = Set(seen.indexes).union(other.seen.indexes).sorted()
        } else if !isOrderedAlike || !sharesWays(with: other) && carried != other.carried {
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
    /// Whether what is said of costs beside the interfaces is the same.
    private func hasCosts(like other: NetworkPath) -> Bool {
        sharesWays(with: other)
            || passage == other.passage && overrides == other.overrides
    }

    /// Whether the same is said of an interface, and so of what stands on it, as by another path.
    private func isSaid(of index: UInt32, like other: NetworkPath) -> Bool {
        guard let interface = seen[index], let before = other.seen[index] else { return false }
        return interface.isSaidLike(before)
    }
}
