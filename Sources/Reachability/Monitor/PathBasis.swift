// SPDX-License-Identifier: Apache-2.0

internal import Netlink

/// What paths were decided from: where all of it is as it was, they are as they were. A route that comes and goes
/// again and again makes the same two paths of it.
struct PathBasis {
    let premises: NetworkState.Premises
    private let routes: [RouteTranscript.Record]

    /// - Parameters:
    ///   - premises: what was seen.
    ///   - routes: whose look has begun last, and has been asked. It is `nil` if that was too much to be kept.
    init?(_ premises: NetworkState.Premises, _ routes: KernelRoutes) {
        guard let records = routes.records else { return nil }
        self.premises = premises
        self.routes = records
    }

    /// Whether the same is answered by the look that has begun last.
    func isAnswered(by routes: KernelRoutes) throws(NetlinkError) -> Bool {
        try routes.isAnswered(as: self.routes)
    }
}

extension NetworkState {
    /// What was seen that paths follow from. What else the state holds follows from this too, or is no part of a
    /// path.
    struct Premises {
        fileprivate let interfaces: InterfaceTable<Interface>
        fileprivate let rules: [RuleMessage]
        fileprivate let nameServers: [NameServer]

        /// Whether it is the same. (Copies are known as such, and nothing is gone through.)
        func isSame(as other: Premises) -> Bool {
            interfaces.isCopy(of: other.interfaces) && rules == other.rules
                && nameServers == other.nameServers
        }
    }

    /// What was seen that paths follow from.
    var premises: Premises {
        Premises(interfaces: interfaces, rules: rules, nameServers: nameServers)
    }
}
