// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// A question that is followed, and the path that answers it.
package struct FollowedPath {
    package let question: PathQuestion
    /// The path as it was evaluated last.
    package internal(set) var path = NetworkPath.unknown
    /// What the path was made from; `nil` while the kernel could not be asked.
    var evaluation: PathEvaluation?

    init(_ question: PathQuestion) { self.question = question }
}

/// A cache of the last two evaluations, keyed by their inputs.
///
/// A flapping route alternates between two paths. Neither is evaluated again while its inputs are the same.
struct PathCache: ~Copyable {
    /// What paths are evaluated from.
    struct Key {
        // Everything else in the state follows from these, or is no part of a path.
        let interfaces: InterfaceTable<NetworkState.Interface>
        let rules: [RuleMessage]
        let nameServers: [NameServer]
        let desktopPortal: DesktopPortalReport?
        let routes: [AnsweredQuery]

        init(_ state: NetworkState, _ routes: [AnsweredQuery]) {
            interfaces = state.interfaces
            rules = state.rules
            nameServers = state.nameServers
            desktopPortal = state.desktopPortal
            self.routes = routes
        }

        /// Whether the state is the one of the key. Interfaces are recognized as copies, and not compared.
        func matches(_ state: NetworkState) -> Bool {
            interfaces.isCopy(of: state.interfaces) && rules == state.rules
                && nameServers == state.nameServers && desktopPortal == state.desktopPortal
        }
    }

    /// An evaluation. (It is a class because it is kept and exchanged as a whole.)
    private final class Entry {
        let key: Key
        let paths: [FollowedPath]

        init(_ key: Key, _ paths: [FollowedPath]) {
            self.key = key
            self.paths = paths
        }
    }

    /// The evaluation of the paths as they are.
    private var current: Entry?
    /// The evaluation of the paths as they were before.
    private var former: Entry?

    /// What the cache knows of the paths.
    enum Finding {
        /// The paths are as they are.
        case current
        /// The paths are again as they were before.
        case former([FollowedPath])
        /// The paths must be evaluated.
        case unknown
    }

    /// Finds the evaluation of a state and of the routes as the kernel answers now. What it finds becomes the current
    /// one.
    mutating func find(
        _ state: NetworkState,
        _ routes: RouteAnswers<some KernelAccess>
    ) throws(NetlinkError) -> Finding {
        if let current, current.key.matches(state), try routes.matches(current.key.routes) {
            return .current
        }
        guard let former, former.key.matches(state), try routes.matches(former.key.routes) else {
            return .unknown
        }
        self.former = current
        current = former
        return .former(former.paths)
    }

    /// Keeps an evaluation as the current one.
    ///
    /// - Parameters:
    ///   - key: what the paths were evaluated from; `nil` if they cannot be found again.
    ///   - isDifferent: whether a path differs from the current evaluation's.
    mutating func store(_ paths: [FollowedPath], from key: Key?, isDifferent: Bool) {
        if isDifferent, let current { former = current }
        current = key.map { Entry($0, paths) }
    }

    /// Forgets both evaluations.
    mutating func clear() {
        current = nil
        former = nil
    }
}
