// SPDX-License-Identifier: Apache-2.0

/// The transfers whose completion action could not be started at its last attempt.
package struct FailedStarts: Sendable, Hashable {
    private var ids: Set<Transfer.ID> = []

    package init() {}

    /// Whether there is none.
    package var isEmpty: Bool { ids.isEmpty }

    /// Takes an event.
    package mutating func note(_ event: TransferEvent) {
        guard event.event == .delivered else { return }
        if event.reportsFailedStart {
            ids.insert(event.transfer.id)
        } else {
            ids.remove(event.transfer.id)
        }
    }
}
