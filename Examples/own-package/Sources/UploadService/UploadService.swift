// SPDX-License-Identifier: Apache-2.0

public import Reachability
public import ServiceLifecycle

/// A service that works while there is a path that is not metered, until it is shut down.
public struct UploadService: Service {
    private let monitor: PathMonitor
    private let work: @Sendable () async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - monitor: the monitor that reports the path.
    ///   - work: started when the network becomes suitable, and cancelled when it no longer is.
    public init(
        monitor: PathMonitor = PathMonitor(prohibitedInterfaceTypes: [.wwan]),
        work: @escaping @Sendable () async -> Void
    ) {
        self.monitor = monitor
        self.work = work
    }

    /// Observes the path. A graceful shutdown ends the sequence, and so this method.
    public func run() async {
        var running: Task<Void, Never>?
        for await path in monitor.cancelOnGracefulShutdown() {
            let isSuitable = path.status == .satisfied && !path.isExpensive
            if isSuitable, running == nil {
                running = Task { await work() }
            } else if !isSuitable {
                running?.cancel()
                await running?.value
                running = nil
            }
        }
        running?.cancel()
        await running?.value
    }
}
