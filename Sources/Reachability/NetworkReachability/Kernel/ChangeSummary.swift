// SPDX-License-Identifier: Apache-2.0

package import Netlink

/// The changes that were received in one call, and what they make stale.
package struct ChangeSummary: Sendable {
    /// The facts that all changes together make stale.
    package var invalidation = Invalidation.nothing
    /// The interfaces with a changed property that is displayed but decides nothing.
    var shown: [UInt32] = []
    /// The interfaces whose devices must be read from sysfs.
    var incomplete: Set<UInt32> = []
    /// Whether messages were lost, so that the whole network must be read again.
    package var lostMessages = false
    /// Whether the rules must be read again. The kernel can have several equal ones, of which the state keeps one: a message
    /// does not tell whether another one stays.
    private(set) var hasUncertainRules = false
    /// Whether the configuration of the name servers changed.
    package var hasOtherNameServers = false
    /// Whether a file changed that says what data plans have used.
    package var hasOtherPlanUsage = false
    /// The number of messages that passed the kernel's filter.
    var messages = 0
    /// The number of messages that were dropped because they did not come from the kernel.
    package var drops = 0

    /// Creates a summary without changes.
    package init() {}

    /// Applies one change to the state, and adds what it makes stale.
    package mutating func apply(_ event: KernelEvent, to state: inout NetworkState) {
        messages += 1
        if case .rule(let rule) = event, rule.isRemoval || state.rules.contains(rule) {
            hasUncertainRules = true
        }
        let stale = state.apply(event)
        guard case .link(let link) = event else { return invalidation.add(stale) }
        if stale == .presentation { return shown.append(link.index) }
        invalidation.add(stale)
        guard stale.device else { return }
        incomplete.insert(link.index)
        // The type of an interface decides which routes count.
        invalidation.add(.routes(changing: [link.index]))
    }
}
