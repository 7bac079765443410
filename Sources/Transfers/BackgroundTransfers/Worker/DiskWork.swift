// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// What a worker has done by other threads, because it waits for the disk.
final class DiskWork {
    private let disk: BackgroundThread
    /// Computes digests, which takes minutes for large files, while others sync.
    private let digests: BackgroundThread
    private let results = Lock<[Outcome]>([])
    private let done: WakeUpEvent

    private struct Outcome: Sendable {
        let id: Transfer.ID
        let token: String
        let body: @Sendable (any TransferRun) -> Void
    }

    init() throws(SystemError) {
        done = try WakeUpEvent()
        disk = try BackgroundThread(name: "transfer-disk")
        digests = try BackgroundThread(name: "transfer-digest")
    }

    /// The descriptor that is readable when ``receive(_:)`` has something to do.
    var descriptor: Int32 { done.descriptor }

    /// Does work for a run in the background, and continues with the run when it is done.
    ///
    /// - Parameters:
    ///   - isLong: whether the work may take minutes.
    ///   - failed: what follows if it fails.
    func perform<Run: TransferRun, Value: Sendable>(
        _ run: Run,
        isLong: Bool = false,
        _ work: @escaping @Sendable () throws(FileError) -> Value,
        then body: @escaping @Sendable (Run, Value) -> Void,
        failed: @escaping @Sendable (Run, FileError) -> Void
    ) {
        let (id, token) = (run.id, run.context.token)
        let (results, done) = (results, done)
        (isLong ? digests : disk).perform {
            let next: @Sendable (Run) -> Void
            do throws(FileError) {
                let value = try work()
                next = { body($0, value) }
            } catch {
                let failure = error
                next = { failed($0, failure) }
            }
            let outcome = Outcome(id: id, token: token) { run in
                if let run = run as? Run { next(run) }
            }
            results.withLock { $0.append(outcome) }
            done.wake()
        }
    }

    /// Continues with the runs whose work is done.
    ///
    /// - Parameter runs: the runs that there are.
    func receive(_ runs: (Transfer.ID) -> (any TransferRun)?) {
        done.reset()
        let outcomes = results.withLock { results in
            defer { results = [] }
            return results
        }
        for outcome in outcomes {
            guard let run = runs(outcome.id), run.context.token == outcome.token else { continue }
            outcome.body(run)
        }
    }
}
