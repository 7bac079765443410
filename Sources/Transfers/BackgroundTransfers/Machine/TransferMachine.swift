// SPDX-License-Identifier: Apache-2.0

/// A pure state machine that decides what happens to a transfer, from its start until it waits again or has ended.
///
/// Each method takes what has happened, and returns the steps that the worker must carry out in their order. The result of
/// a step is handed in, too. If a step fails, the worker drops the rest of the list.
package protocol TransferMachine: Sendable {
    /// A step for the worker.
    associatedtype Step

    /// The transfer as it is to be stored.
    var record: TransferRecord { get }
    /// Whether the machine holds no connection, no file and no work in the background, so that the worker can forget it.
    var isIdle: Bool { get }

    /// Takes the revision under which the record was stored.
    mutating func stored(revision: Int64)

    /// Begins an attempt.
    ///
    /// - Parameter isElsewhere: whether the path has changed since the last attempt, so that its failures do not count.
    mutating func begin(now: Int64, isElsewhere: Bool) -> [Step]

    /// Stops the transfer.
    mutating func leave(_ exit: AttemptExit, now: Int64) -> [Step]

    /// Takes a change that another process has stored: the user has paused or cancelled the transfer, or has changed what
    /// is to be done with it.
    ///
    /// - Returns: the steps by which the transfer stops; none if it goes on.
    mutating func overruled(by newer: TransferRecord, now: Int64) -> [Step]

    /// Decides by the header of an answer.
    mutating func responded(_ response: ServerResponse, now: Int64) -> [Step]

    /// Handles the end of an exchange.
    ///
    /// - Parameter failure: why it ended before its time; `nil` if the answer is complete.
    mutating func ended(_ failure: ExchangeError?, now: Int64) -> [Step]
}
