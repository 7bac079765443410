// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What paths were decided from: where all of it is as it was, they are as they were. A route that comes and goes
/// again and again makes the same two paths of it.
///
/// (It is a class, for it is kept and handed on as a whole.)
final class PathBasis {
    // What else the state holds follows from this too, or is no part of a path.
    private let interfaces: InterfaceTable<NetworkState.Interface>
    private let rules: [RuleMessage]
    private let nameServers: [NameServer]
    private let routes: [RouteTranscript.Record]

    /// - Parameters:
    ///   - state: what was seen.
    ///   - routes: whose look has begun last, and has been asked. It is `nil` if that was too much to be kept.
    init?(_ state: NetworkState, _ routes: KernelRoutes) {
        guard let records = routes.records else { return nil }
        interfaces = state.interfaces
        rules = state.rules
        nameServers = state.nameServers
        self.routes = records
    }

    /// Whether the same is seen. (Copies are known as such, and nothing is gone through.)
    func isSeen(in state: NetworkState) -> Bool {
        interfaces.isCopy(of: state.interfaces) && rules == state.rules
            && nameServers == state.nameServers
    }

    /// Whether the same is answered by the look that has begun last.
    func isAnswered(by routes: KernelRoutes) throws(NetlinkError) -> Bool {
        try routes.isAnswered(as: self.routes)
    }
}
