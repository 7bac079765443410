// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension NetworkConstraints {
    /// The result of evaluating constraints for a path.
    public enum Evaluation: Sendable, Hashable {
        /// The path meets the constraints.
        case satisfied
        /// The path does not meet the constraints, for these reasons. There is at least one.
        case unsatisfied([Reason])

        /// The reasons why the path does not meet the constraints; empty if it meets them.
        public var reasons: [Reason] {
            switch self {
            case .satisfied: []
            case .unsatisfied(let reasons): reasons
            }
        }
    }

    /// Evaluates whether a path meets the constraints, and lists every constraint that it does not
    /// meet.
    ///
    /// For an unsatisfied path the only reason is ``Reason/offline(_:)``. The method uses the path
    /// alone and does not ask the system.
    public func evaluate(_ path: NetworkPath) -> Evaluation {
        let reasons =
            path.status == .satisfied
            ? Requirement.constraints.flatMap { $0.reasons(self, path) } : offline(path)
        return reasons.isEmpty ? .satisfied : .unsatisfied(reasons)
    }

    /// Whether a path counts as metered under these constraints.
    func countsAsMetered(_ path: NetworkPath) -> Bool {
        guard path.status == .satisfied else { return false }
        return path.isExpensive || (path.metered.value == .unknown && unknownMetering == .deny)
    }

    private func offline(_ path: NetworkPath) -> [Reason] {
        // An unsatisfied path always has a reason.
        [.offline(path.unsatisfiedReason ?? .noRoute)]
    }
}

extension NetworkPath {
    /// Whether the path meets constraints. ``NetworkConstraints/evaluate(_:)`` also gives the
    /// reasons why it does not.
    public func satisfies(_ constraints: NetworkConstraints) -> Bool {
        constraints.evaluate(self) == .satisfied
    }

    /// A medium that carries the path, or may carry it, and is not one of `types`; `nil` if there
    /// is none.
    func connection(otherThan types: Set<InterfaceType>) -> Connection? {
        // No medium is a VPN: that type is about the topmost interface.
        if isVPN, types.contains(.vpn) { return nil }
        let allowed = Set(types.subtracting([.vpn]).map(Connection.init))
        return possibleConnections.first { !allowed.contains($0) }
    }

    /// Whether the interface with this name is the primary of a family or carries it.
    func isCarried(by name: String) -> Bool {
        (decision.primaries.inOrder.compactMap(\.self) + decision.underlay).contains { index in
            guard let interface = seen[index] else { return false }
            // As the kernel tells names apart: by their bytes.
            return interface.name.isSameText(as: name)
                || interface.link.alternativeNames.contains { $0.isSameText(as: name) }
        }
    }
}

extension NetworkConstraints.Evaluation: CustomStringConvertible {
    /// Whether the constraints hold, and the reasons if they do not.
    public var description: String {
        switch self {
        case .satisfied: "satisfied"
        case .unsatisfied(let reasons):
            "unsatisfied: \(reasons.map(\.description).joined(separator: "; "))"
        }
    }
}
