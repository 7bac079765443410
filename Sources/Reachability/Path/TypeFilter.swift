// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What leads over interfaces of the types that are asked for.
struct TypeFilter {
    private let question: PathQuestion
    private let underlay: Underlay?
    private let finder: Wayfinder

    /// - Parameter underlay: what carries tunnels, as far as it is known.
    init(_ question: PathQuestion, _ underlay: Underlay?, _ finder: Wayfinder) {
        self.question = question
        self.underlay = underlay
        self.finder = finder
    }

    /// Whether all interfaces are allowed that a route's packets leave by.
    func allows(_ route: LiveRoute) -> Bool { route.interfaces.allSatisfy(allows) }

    /// Whether an interface is allowed, by its own type and those of the interfaces that carry it. Where it is
    /// unknown which of several carries it, it must be allowed with each of them.
    private func allows(_ index: UInt32) -> Bool {
        guard finder.isTunnel(index), let passage = underlay?.passage else {
            return allows([index])
        }
        let certain = [index] + passage.tunnels.dropFirst() + passage.exits
        return passage.candidates.isEmpty
            ? allows(certain) : passage.candidates.allSatisfy { allows(certain + [$0]) }
    }

    /// Whether an interface is allowed that several interfaces stand for, with those that carry them.
    private func allows(_ indexes: [UInt32]) -> Bool {
        let all = indexes.flatMap { [$0] + finder.state.carriers(of: $0) }
        return question.allows(Set(all.compactMap { finder.state[$0]?.classification.type }))
    }

    /// Leaves ways over allowed interfaces alone. Where the kernel's choice is none, the route that it
    /// prefers of those that are takes its place: who binds a socket to an interface has that one.
    ///
    /// - Parameter routes: the live routes that are allowed.
    func keepAllowed(_ ways: PerFamily<[Way]>, _ routes: LiveRoutes) -> PerFamily<[Way]> {
        var allowed = ways
        for family in IPAddress.Family.allCases {
            let other = routes.first(family)
            allowed[family] = ways[family].map { way in
                if let route = way.route, allows(route) { return way }
                if let other { return .live(other) }
                return way.isOver(where: allows) ? way : .refused(.noRoute)
            }
        }
        return allowed
    }
}
