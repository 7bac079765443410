// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension NetworkPath: Hashable {
    /// Two paths are equal if all that they show is: the decision, and the interfaces. What they share
    /// is not compared.
    public static func == (one: NetworkPath, other: NetworkPath) -> Bool {
        one.isCopy(of: other)
            || one.decision == other.decision
                && !one.showsOtherInterfaces(than: other) { _, _ in true }
    }

    /// Hashes the decision: paths that differ in their interfaces alone are few.
    public func hash(into hasher: inout Hasher) { hasher.combine(decision) }

    /// Whether the interfaces differ, as far as they are of interest, from those of another path.
    package func showsOtherInterfaces(
        than other: NetworkPath,
        where isOfInterest: (NetworkPath, NetworkInterface) -> Bool
    ) -> Bool {
        let (order, otherOrder) = (Set(order), Set(other.order))
        let differences = seen.differences(from: other.seen)
        var candidates = order.union(otherOrder).union(differences)
        // What stands on an interface takes over what it costs, and every tunnel what its packets
        // leave by costs.
        if tunnelsLeaveBy != other.tunnelsLeaveBy || overrides != other.overrides
            || differences.contains(where: { !seen[$0].costsLike(other.seen[$0]) })
        {
            candidates.formUnion(seen.indexes)
        }
        let indexes = candidates.sorted()
        func shown(_ path: NetworkPath, _ indexes: [UInt32]) -> [NetworkInterface] {
            path.interfaces(indexes).filter { isOfInterest(path, $0) }
        }
        if shown(self, indexes) != shown(other, indexes) { return true }
        return self.order != other.order
            && shown(self, self.order).map(\.id) != shown(other, other.order).map(\.id)
    }
}

extension NetworkState.Interface? {
    /// Whether the same is said of its cost as of another's.
    fileprivate func costsLike(_ other: Self) -> Bool {
        self?.ownStatements ?? [] == other?.ownStatements ?? []
            && self?.wireless?.ssid == other?.wireless?.ssid
    }
}
