// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
public import NetworkReachability

extension TransferSession {
    /// Performs the transfers of the store, until the task is cancelled: for programs on systems without systemd, where no
    /// `reach queue run` does it.
    ///
    /// The work is done on a thread of its own. Transfers stop at a checkpoint when the task is cancelled, and the call
    /// returns within five seconds. Commands and units that the command line has given (`reach fetch --then`) are not run;
    /// the next `reach queue run` does that.
    ///
    /// - Parameter configuration: the probes, the settings of interfaces, and for constraints with
    ///   `NetworkConstraints.requiresValidation` how it is found out whether the internet answers.
    /// - Throws: ``TransferSessionError/workerRuns(_:)`` if there is a worker; `StoreError`;
    ///   `NetworkAccessError` if the kernel's netlink cannot be used; an error whose description names the library if libcurl
    ///   or libcrypto cannot be loaded.
    public func runWorker(
        configuration: PathMonitor.Configuration = PathMonitor.Configuration()
    ) async throws {
        let stop = try WakeUpEvent()
        let validation = configuration.validation
        let question = PathQuestion(
            probes: configuration.probes, overrides: configuration.overrides)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                do {
                    try SystemThread.start(name: "transfers") { [store] in
                        continuation.resume(
                            with: Result {
                                try Self.work(
                                    store, .init(question: question, validation: validation),
                                    until: stop)
                            })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            stop.wake()
        }
    }

    private static func work(
        _ store: TransferStore, _ configuration: TransferWorker.Configuration,
        until stop: WakeUpEvent
    ) throws {
        let lock: WorkerLock
        switch try WorkerLock.acquire(store.location) {
        case .acquired(let acquired): lock = acquired
        case .taken(let process): throw TransferSessionError.workerRuns(process)
        }
        try withExtendedLifetime(lock) {
            let worker = try TransferWorker(
                store,
                TransferWorker.Settings(configuration, userAgent: "BackgroundTransfers"))
            let interest = PollSet.Interest(stop.descriptor, reads: true)
            while try worker.turn(beside: [interest]).isEmpty {}
            try worker.end(beside: nil)
        }
    }
}
