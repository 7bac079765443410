// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem

/// How far a transfer is: the members of the worker's JSON that change while the transfer runs.
package struct TransferProgress: Decodable, Sendable {
    package let id: Transfer.ID
    let transfer: Amounts

    struct Amounts: Decodable, Sendable {
        var session: String
        var state: Transfer.State
        var bytesDone: Int64
        var bytesTotal: Int64?
        var rate: Int64?
        var destination: String?
    }

    /// The event of the progress.
    ///
    /// - Parameters:
    ///   - transfer: the transfer, as it was known before.
    ///   - sequence: the number of the last stored event that is known.
    package func event(of transfer: Transfer, sequence: Int64) -> TransferEvent {
        var transfer = transfer
        transfer.state = self.transfer.state
        transfer.bytesDone = self.transfer.bytesDone
        transfer.bytesTotal = self.transfer.bytesTotal
        transfer.rate = self.transfer.rate
        // The name of the file is known once the server has answered.
        transfer.destination = self.transfer.destination ?? transfer.destination
        return TransferEvent(
            sequence: sequence, time: Date(milliseconds: RealTimeClock.milliseconds),
            event: .progress, detail: nil, transfer: transfer)
    }
}
