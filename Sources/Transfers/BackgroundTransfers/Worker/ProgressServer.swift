// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem

/// Sends the progress of a worker's transfers to programs that connect.
final class ProgressServer {
    /// Where programs connect; `nil` if the service manager listens there for the next worker.
    private let server: LocalServer?

    /// - Parameter socket: the socket that the service manager listens on; `nil` to make one.
    init(socket: Int32?, at path: String) throws {
        if let socket {
            server = try LocalServer(listening: socket)
            return
        }
        switch try LocalClient.connect(to: path) {
        // This process is the only worker, so it is the service manager that listens. Its socket must stay.
        case .connected, .busy: server = nil
        case .none: server = try LocalServer(at: path)
        }
    }

    /// The descriptor that is readable when ``receive()`` has something to do; `nil` if there is none.
    var descriptor: Int32? { server?.descriptor }

    /// Whether a program is connected.
    var hasClients: Bool { server?.clients.isEmpty == false }

    /// Takes new connections.
    ///
    /// - Returns: the programs that have connected.
    func receive() -> [LocalServer.Client] { server?.receive() ?? [] }

    /// Sends the progress of a transfer to a program; to all programs without one.
    ///
    /// - Parameter sequence: the number of the last event that is stored.
    func send(
        _ driver: any TransferDriver, sequence: Int64, now: Int64,
        to client: LocalServer.Client? = nil
    ) {
        guard let server else { return }
        var transfer = Transfer(driver.record, rate: driver.context.meter.bytesPerSecond)
        transfer.bytesDone = driver.bytes
        transfer.url = URLSecrets.withoutQuery(transfer.url)
        let event = TransferEvent(
            sequence: sequence, time: .init(milliseconds: now), event: .progress, detail: nil,
            transfer: transfer)
        let json = JSONLineEncoder.bytes(event)
        let receivers: Set = client.map { [$0] } ?? server.clients
        for receiver in receivers { server.send(json, to: receiver) }
    }
}
