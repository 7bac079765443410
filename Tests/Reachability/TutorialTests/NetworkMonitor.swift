// SPDX-License-Identifier: Apache-2.0

// The singleton of many tutorials about NWPathMonitor: Apple's `import Network` is `import NetworkCompat` here.

import NetworkCompat

final class NetworkMonitor {
    static let shared = NetworkMonitor()

    private let queue = DispatchQueue.global()
    private let monitor: NWPathMonitor

    private(set) var isConnected: Bool = false
    private(set) var connectionType: ConnectionType = .unknown
    var onChange: ((Bool) -> Void)?

    enum ConnectionType {
        case wifi
        case cellular
        case ethernet
        case unknown
    }

    private init() {
        monitor = NWPathMonitor()
    }

    func startMonitoring() {
        monitor.start(queue: queue)
        monitor.pathUpdateHandler = { [weak self] path in
            self?.isConnected = path.status == .satisfied
            self?.getConnectionType(path)
            DispatchQueue.main.async {
                self?.onChange?(path.status != .unsatisfied)
            }
        }
    }

    func stopMonitoring() {
        monitor.cancel()
    }

    private func getConnectionType(_ path: NWPath) {
        if path.usesInterfaceType(.wifi) {
            connectionType = .wifi
        } else if path.usesInterfaceType(.cellular) {
            connectionType = .cellular
        } else if path.usesInterfaceType(.wiredEthernet) {
            connectionType = .ethernet
        } else {
            connectionType = .unknown
        }
    }
}
