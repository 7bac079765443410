// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// The stored answers that are to be validated in the background, each one once, a few at a time.
///
/// Those that wait for the network start one after another when it is back: each wants the network to have been there for a
/// random time. (Otherwise all programs of a network would ask at the same moment.)
final class Revalidations: Sendable {
    /// How long to wait after a server could not be reached although there is a path. It doubles with each failure.
    static let pause = Duration.seconds(15)

    /// The longest wait after a failure.
    static let longestPause = Duration.seconds(300)

    /// How often a failing server is asked, unless a caller goes on waiting for its answer.
    static let attempts = 5

    /// How many wait at the most. More would keep their requests in memory, and are requested again when they are used next.
    static let limit = 1000

    /// A validation that waits. For other constraints, another one may wait for less.
    private struct Waiting: Hashable {
        let key: CoalescingKey
        let constraints: NetworkConstraints
    }

    private struct Entry {
        let number: Int
        /// Whether it has been waiting for the path from its beginning, and not for the time after a failure.
        var waitsForPath: Bool
    }

    private struct State {
        var waiting: [Waiting: Entry] = [:]
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0

        /// Adds one, unless it waits already. One that waits for the path takes the place of one that waits for the end of a
        /// time: when the path is back, nothing is known of the server.
        ///
        /// - Returns: its number, and the task that it takes the place of.
        mutating func add(
            _ new: Waiting, waitsForPath: Bool
        ) -> (number: Int, replaced: Task<Void, Never>?)? {
            if let old = waiting[new] {
                guard waitsForPath, !old.waitsForPath else { return nil }
            } else if waiting.count >= Revalidations.limit {
                return nil
            }
            lastNumber += 1
            let old = waiting.updateValue(
                Entry(number: lastNumber, waitsForPath: waitsForPath), forKey: new)
            return (lastNumber, old.flatMap { tasks[$0.number] })
        }

        /// Notes that one no longer waits.
        mutating func remove(_ old: Waiting, _ number: Int) {
            if waiting[old]?.number == number { waiting[old] = nil }
        }

        /// Notes that one waits for its next attempt.
        ///
        /// - Returns: whether none does already.
        mutating func retry(_ old: Waiting, _ number: Int) -> Bool {
            guard waiting[old] == nil else { return false }
            waiting[old] = Entry(number: number, waitsForPath: false)
            return true
        }
    }

    private let queue: DeferralQueue
    private let spread: Duration
    private let state = Lock(State())

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
    var count: Int { state.withLock(\.waiting.count) }

    /// Whether one waits for the path, and not for the time after a failure.
    var isWaitingForPath: Bool {
        state.withLock { $0.waiting.values.contains { $0.waitsForPath } }
    }

    /// Adds a validation, unless it waits already.
    ///
    /// - Parameters:
    ///   - delay: how long it waits at least.
    ///   - waitsForPath: whether the network does not meet the constraints now.
    ///   - isWanted: whether a caller still waits for the answer, however often the server fails.
    func add(
        _ key: CoalescingKey, _ constraints: NetworkConstraints, after delay: Duration,
        waitsForPath: Bool, isWanted: @escaping @Sendable () -> Bool,
        _ validate: @escaping @Sendable () async throws -> Void
    ) {
        let waiting = Waiting(key: key, constraints: constraints)
        guard
            let (number, replaced) = state.withLock({
                $0.add(waiting, waitsForPath: waitsForPath)
            })
        else { return }
        replaced?.cancel()
        let failures = Lock(0)
        let goesOn: @Sendable () -> Bool = {
            failures.withLock { $0 < Self.attempts } || isWanted()
        }
        let options = DeferralQueue.Options(
            priority: .low, minimumLatency: delay,
            stability: waitsForPath ? spread * Double.random(in: 0..<1) : .zero,
            maxAttempts: .max,
            backoff: .exponential(first: Self.pause, limit: Self.longestPause, jitter: 0.5),
            isTransient: { _ in goesOn() })
        let run: @Sendable () async -> Void = { [queue, state] in
            // An answer whose validation fails for good is validated at its next use.
            try? await queue.run(constraints, options: options) {
                // A caller from now on may expect an answer that is newer than this request.
                state.withLock { $0.remove(waiting, number) }
                guard goesOn() else { return }
                do { try await validate() } catch {
                    failures.withLock { $0 += 1 }
                    // Another one waits already: no further attempt is needed.
                    guard state.withLock({ $0.retry(waiting, number) }) else { return }
                    throw error
                }
            }
            state.withLock { state in
                state.remove(waiting, number)
                state.tasks[number] = nil
            }
        }
        // Its end waits for the lock, if it comes before this.
        state.withLock { $0.tasks[number] = Task { await run() } }
    }

    func cancel() { queue.cancel() }
}
