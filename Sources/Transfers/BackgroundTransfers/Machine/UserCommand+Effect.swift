// SPDX-License-Identifier: Apache-2.0

extension UserCommand {
    /// The effect of a command on a transfer.
    enum Effect: Sendable, Hashable {
        /// The transfer gets another state, with an event.
        case changes(to: Transfer.State, event: TransferEvent.Kind)
        /// The transfer keeps its state, and is acknowledged.
        case acknowledges
        /// The transfer is in that state already.
        case nothing
        /// The state does not allow it. The text says why, as in "transfer 7 …".
        case refused(String)
    }

    /// Returns what the command does to a transfer.
    ///
    /// A transfer whose file is just getting its name is neither paused nor cancelled: the file could be in its place
    /// already.
    ///
    /// - Parameters:
    ///   - state: the state of the transfer.
    ///   - isAcknowledged: whether its end was acknowledged.
    ///   - isBetweenPeriods: whether it is a job that waits for its next period.
    func effect(
        on state: Transfer.State, isAcknowledged: Bool, isBetweenPeriods: Bool = false
    ) -> Effect {
        switch self {
        case .pause: Self.pausing(state)
        case .resume: Self.resuming(state)
        case .cancel: Self.cancelling(state)
        case .retry(let deadline):
            Self.retrying(state, isAcknowledged, isPutOff: deadline != nil || isBetweenPeriods)
        case .acknowledge:
            if !state.isFinal {
                .refused("has not ended")
            } else {
                isAcknowledged ? .nothing : .acknowledges
            }
        }
    }

    private static func pausing(_ state: Transfer.State) -> Effect {
        switch state {
        case .waiting, .running, .verifying, .retrying: .changes(to: .paused, event: .paused)
        case .paused: .nothing
        case .committing: .refused("is being completed")
        case .finished, .failed, .cancelled: .refused("has ended (\(state.rawValue))")
        }
    }

    private static func resuming(_ state: Transfer.State) -> Effect {
        switch state {
        case .paused: .changes(to: .waiting, event: .resumed)
        case .waiting, .running, .verifying, .committing, .retrying: .nothing
        case .failed: .refused("has failed; use retry")
        case .finished, .cancelled: .refused("has ended (\(state.rawValue))")
        }
    }

    private static func cancelling(_ state: Transfer.State) -> Effect {
        switch state {
        case .waiting, .running, .verifying, .retrying, .paused:
            .changes(to: .cancelled, event: .cancelled)
        case .cancelled: .nothing
        case .committing: .refused("is being completed")
        case .finished, .failed: .refused("has ended (\(state.rawValue))")
        }
    }

    private static func retrying(
        _ state: Transfer.State, _ isAcknowledged: Bool, isPutOff: Bool
    ) -> Effect {
        switch state {
        case .failed where isAcknowledged: .refused("has failed and is acknowledged")
        case .failed, .retrying: .changes(to: .waiting, event: .resumed)
        case .waiting where isPutOff: .changes(to: .waiting, event: .resumed)
        case .running where isPutOff, .verifying where isPutOff, .committing where isPutOff:
            .refused("is running, so that its deadline cannot be changed")
        case .waiting, .running, .verifying, .committing: .nothing
        case .paused: .refused("is paused; use resume")
        case .finished, .cancelled: .refused("has ended (\(state.rawValue))")
        }
    }
}
