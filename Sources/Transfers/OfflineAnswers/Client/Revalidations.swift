// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// The stored answers that wait to be validated in the background, each one once, a few at a time.
///
/// When the network is back, the validations start one after another: each one requires that the network has been there for
/// a random time. Otherwise all programs of a network would send their requests at the same moment.
final class Revalidations: Sendable {
    /// The pause after a server could not be reached although there is a path. It doubles with each failure.
    static let pause = Duration.seconds(15)

    /// The longest pause after a failure.
    static let longestPause = Duration.seconds(300)

    /// The maximum number of requests to a failing server, unless a sequence waits for its answer.
    static let attempts = 5

    /// The maximum number of validations that wait. Each keeps its request in memory. Other answers are validated at their
    /// next use.
    static let limit = 1000

    /// A validation that waits. A validation with other constraints may wait for less.
    private struct Waiting: Hashable {
        let key: RequestCoalescer.Key
        let constraints: NetworkConstraints
    }

    private struct Entry {
        let number: Int
        /// Whether it has waited for the path from its beginning, and not for the end of a pause.
        var waitsForPath: Bool
    }

    private struct State {
        var waiting: [Waiting: Entry] = [:]
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0

        /// Adds a validation, unless it waits already. A validation that waits for the path replaces one that waits for the
        /// end of a pause, because the server may work again when the path is back.
        ///
        /// - Returns: its number, and the task that it replaces.
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

        /// Notes that a validation no longer waits.
        mutating func remove(_ old: Waiting, _ number: Int) {
            if waiting[old]?.number == number { waiting[old] = nil }
        }

        /// Notes that a validation waits for its next attempt.
        ///
        /// - Returns: `false` if another one waits already.
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

    /// The number of validations that wait.
    var count: Int { state.withLock(\.waiting.count) }

    /// Whether a validation waits for the path, and not for the end of a pause.
    var isWaitingForPath: Bool {
        state.withLock { $0.waiting.values.contains { $0.waitsForPath } }
    }

    /// Adds a validation, unless it waits already.
    ///
    /// - Parameters:
    ///   - key: the key of the request.
    ///   - constraints: the constraints of the path.
    ///   - delay: the minimum time until the request.
    ///   - waitsForPath: whether the network does not meet the constraints now.
    ///   - isWanted: whether a sequence still waits for the answer, so that the request is repeated without limit.
    ///   - validate: sends the request. It throws if another attempt is needed.
    func add(
        _ key: RequestCoalescer.Key, _ constraints: NetworkConstraints, after delay: Duration,
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
                // A later call may need an answer that is newer than this request, and can add another validation.
                state.withLock { $0.remove(waiting, number) }
                guard goesOn() else { return }
                do { try await validate() } catch {
                    failures.withLock { $0 += 1 }
                    // Another validation waits already, so this one makes no further attempt.
                    guard state.withLock({ $0.retry(waiting, number) }) else { return }
                    throw error
                }
            }
            state.withLock { state in
                state.remove(waiting, number)
                state.tasks[number] = nil
            }
        }
        // If the task ends before this, its end waits for the lock.
        state.withLock { $0.tasks[number] = Task { await run() } }
    }

    func cancel() { queue.cancel() }
}
