// SPDX-License-Identifier: Apache-2.0

import Dispatch

#if canImport(Network)
    import Network
#else
    import NetworkCompat
#endif

/// The connection of this device, for an indicator.
public enum ConnectionStatus: Sendable, Hashable {
    /// There is no connection.
    case offline
    /// There is a connection.
    case online(isWiFi: Bool, isExpensive: Bool)

    /// The status now, and each time that it changes.
    public static var changes: AsyncStream<ConnectionStatus> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in
                continuation.yield(ConnectionStatus(path))
            }
            continuation.onTermination = { _ in monitor.cancel() }
            monitor.start(queue: DispatchQueue(label: "connection-status"))
        }
    }

    private init(_ path: NWPath) {
        guard path.status == .satisfied else {
            self = .offline
            return
        }
        self = .online(isWiFi: path.usesInterfaceType(.wifi), isExpensive: path.isExpensive)
    }
}
