// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// A cache of the last two evaluations, keyed by their inputs.
///
/// A flapping route alternates between two paths. Neither is evaluated again while its inputs are the same.
struct PathCache: ~Copyable {
    /// An evaluation: its inputs, which are the key, and the paths. (A class, because it is kept and exchanged as a
    /// whole.)
    private final class Entry {
        // Everything else in the state follows from these, or is no part of a path.
        private let interfaces: InterfaceTable<NetworkState.Interface>
        private let rules: [RuleMessage]
        private let nameServers: [NameServer]
        private let desktopPortal: DesktopPortalReport?
        private let routers: RouterAddresses
        private let answers: [AnsweredQuery]
        private let tunnels: [UInt32: TunnelReading]
        /// ``AbsentRoutes/generation``. The cached paths are valid while this number is the same.
        private let generation: Int
        let paths: [FollowedPath]

        init(
            _ state: NetworkState, _ answers: [AnsweredQuery], _ tunnels: [UInt32: TunnelReading],
            generation: Int, _ paths: [FollowedPath]
        ) {
            interfaces = state.interfaces
            rules = state.rules
            nameServers = state.nameServers
            desktopPortal = state.desktopPortal
            routers = state.routers
            self.answers = answers
            self.tunnels = tunnels
            self.generation = generation
            self.paths = paths
        }

        /// Whether the inputs are the same now. Interfaces are recognized as copies, and not compared.
        func matches(
            _ state: NetworkState,
            _ routes: RouteCache<some KernelAccess>
        ) throws(NetlinkError) -> Bool {
            guard
                generation == routes.absent.generation,
                interfaces.isIdentical(to: state.interfaces),
                rules == state.rules,
                nameServers == state.nameServers, desktopPortal == state.desktopPortal,
                routers == state.routers
            else { return false }
            return try routes.matches(answers, tunnels: tunnels)
        }
    }

    /// The evaluation of the paths as they are.
    private var current: Entry?
    /// The evaluation of the paths as they were before.
    private var former: Entry?

    /// Returns the paths of a state and of the routes as the kernel answers now; `nil` if they must be evaluated. Their
    /// evaluation becomes the current one.
    mutating func find(
        _ state: NetworkState,
        _ routes: RouteCache<some KernelAccess>
    ) throws(NetlinkError) -> [FollowedPath]? {
        if let current, try current.matches(state, routes) { return current.paths }
        guard let former, try former.matches(state, routes) else { return nil }
        self.former = current
        current = former
        return former.paths
    }

    /// Keeps an evaluation as the current one.
    ///
    /// - Parameters:
    ///   - state: the state of the evaluation.
    ///   - answers: its answers; `nil` if the paths cannot be found again.
    ///   - tunnels: the configurations of WireGuard tunnels that it has read.
    ///   - generation: ``AbsentRoutes/generation`` at the evaluation.
    ///   - isDifferent: whether a path differs from the current evaluation's.
    mutating func store(
        _ paths: [FollowedPath],
        from state: NetworkState,
        _ answers: [AnsweredQuery]?,
        tunnels: [UInt32: TunnelReading] = [:],
        generation: Int = 0,
        isDifferent: Bool
    ) {
        if isDifferent, let current { former = current }
        current = answers.map { Entry(state, $0, tunnels, generation: generation, paths) }
    }

    /// Forgets both evaluations.
    mutating func clear() {
        current = nil
        former = nil
    }
}
