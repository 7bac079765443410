// SPDX-License-Identifier: Apache-2.0

/// What `reach queue` is asked to do: its command line as plain values, checked.
package struct QueueRequest: Sendable, Hashable {
    /// What is to be done.
    package enum Action: Sendable, Hashable {
        /// List the transfers of these states (all, if there are none) and of this group.
        case list(states: [String], group: String?)
        /// Show all of a transfer, with its events.
        case show(Int64)
        /// Show events: of one transfer, or of all; those after a number, or those from now on.
        case watch(Int64?, after: Int64?)
        /// Change transfers.
        case change(Change, Selection)
        /// Let no transfer begin.
        case hold
        /// Let transfers begin again.
        case release
        /// Be the worker; with `untilEmpty`, until nothing is left to do.
        case run(untilEmpty: Bool)
    }

    /// A change of transfers.
    package enum Change: Sendable, Hashable {
        case pause
        case resume
        case cancel
        /// Try again what has failed, with a new deadline if there is one.
        case retry(deadline: PointInTime?)
        case acknowledge
    }

    /// Which transfers are changed.
    package enum Selection: Sendable, Hashable {
        case all
        case group(String)
        case numbers([Int64])
    }

    package var action: Action
    package var place: TransferPlace
    package var isJSON: Bool
    /// Whether text is colored.
    package var isColored: Bool
}
