// SPDX-License-Identifier: Apache-2.0

/// The closures of a ``Reachability``, called on its queue alone. The compiler does not know that: it
/// is on their giver's word that what they use belongs to that queue.
struct ReachabilityHandlers: @unchecked Sendable {
    var whenReachable: Reachability.NetworkReachable?
    var whenUnreachable: Reachability.NetworkUnreachable?
}
