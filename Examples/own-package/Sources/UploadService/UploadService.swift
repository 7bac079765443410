// SPDX-License-Identifier: Apache-2.0

public import Reachability
public import ServiceLifecycle

/// Works while there is a path that does not cost, and rests otherwise; until it is shut down.
public struct UploadService: Service {
    private let monitor: PathMonitor
    private let work: @Sendable () async -> Void

    /// - Parameters:
    ///   - monitor: tells the path.
    ///   - work: is begun when the network becomes right for it, and cancelled when it is not any more.
    public init(
        monitor: PathMonitor = PathMonitor(prohibitedInterfaceTypes: [.wwan]),
        work: @escaping @Sendable () async -> Void
    ) {
        self.monitor = monitor
        self.work = work
    }

    /// Follows the path. A graceful shutdown ends the sequence, and with it this.
    public func run() async {
        var running: Task<Void, Never>?
        for await path in monitor.cancelOnGracefulShutdown() {
            let isRight = path.status == .satisfied && !path.isExpensive
            if isRight, running == nil {
                running = Task { await work() }
            } else if !isRight {
                running?.cancel()
                await running?.value
                running = nil
            }
        }
        running?.cancel()
        await running?.value
    }
}
