// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// The stored answers that are to be validated behind, each one once, a few at a time.
///
/// Those that wait for the network start one after another when it is back: each wants the network to have been there for a
/// random time. (All programs of a network would else ask at the same moment, too.)
final class Revalidations: Sendable {
    /// How long to wait after a server could not be reached although there is a path.
    static let pause = Duration.seconds(15)

    /// How many wait at the most. More would keep their requests in memory, and are asked again when somebody looks at them.
    static let limit = 1000

    private let queue: DeferralQueue
    private let spread: Duration
    /// A validation that waits. For other constraints, another one may wait for less.
    private struct Waiting: Hashable {
        let key: FlightKey
        let constraints: NetworkConstraints
    }

    private let pending = Lock<Set<Waiting>>([])

    init(_ monitor: PathMonitor, clock: any Clock<Duration>, limit: Int, spread: Duration) {
        queue = Self.queue(monitor, clock, limit)
        self.spread = spread
    }

    private static func queue(
        _ monitor: PathMonitor, _ clock: some Clock<Duration>, _ limit: Int
    ) -> DeferralQueue {
        DeferralQueue(monitor: monitor, maxConcurrentOperationCount: limit, clock: clock)
    }

    /// How many wait.
    var count: Int { pending.withLock(\.count) }

    /// Adds a validation, unless it waits already.
    ///
    /// - Parameters:
    ///   - delay: how long it waits at least.
    ///   - waitsForPath: whether the network does not meet the constraints now.
    func add(
        _ key: FlightKey, _ constraints: NetworkConstraints, after delay: Duration,
        waitsForPath: Bool, _ validate: @escaping @Sendable () async throws -> Void
    ) {
        let waiting = Waiting(key: key, constraints: constraints)
        let isNew = pending.withLock { pending in
            guard pending.count < Self.limit else { return false }
            return pending.insert(waiting).inserted
        }
        guard isNew else { return }
        let options = DeferralQueue.Options(
            priority: .low, minimumLatency: delay,
            stability: waitsForPath ? spread * Double.random(in: 0..<1) : .zero,
            maxAttempts: 5, backoff: .exponential(first: Self.pause, jitter: 0.5))
        Task { [queue, pending] in
            do {
                try await queue.run(constraints, options: options) {
                    // Who asks from now on may mean what comes after the answer to this request.
                    pending.withLock { _ = $0.remove(waiting) }
                    do { try await validate() } catch {
                        // Another one waits already: no further attempt is needed.
                        guard pending.withLock({ $0.insert(waiting).inserted }) else { return }
                        throw error
                    }
                }
            } catch {
                // What fails is asked again when somebody looks at it.
                pending.withLock { _ = $0.remove(waiting) }
            }
        }
    }

    func cancel() { queue.cancel() }
}
