// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// Checks the path by a program's probe, in a task beside the worker's thread, which is woken by the result.
final class TaskProber: PathProber {
    /// The result of a check, with its number.
    private typealias CheckResult = (number: Int, answer: ConnectivityAnswer)

    private let probe: any ConnectivityProbe
    private let results: Mailbox<CheckResult>
    /// The check that is under way; `nil` if there is none.
    private var running: (number: Int, task: Task<Void, Never>)?

    /// - Throws: ``SystemError`` if the process has too many open files.
    init(_ probe: any ConnectivityProbe) throws(SystemError) {
        self.probe = probe
        results = try Mailbox()
    }

    deinit { running?.task.cancel() }

    func start(_ attempt: ValidationMachine.Attempt) {
        let task = Task.detached { [probe, results] in
            let answer = await probe.check(over: attempt.interface, portal: attempt.portal)
            results.post((attempt.number, answer))
        }
        running = (attempt.number, task)
    }

    func cancel() {
        running?.task.cancel()
        running = nil
    }

    func add(to ready: inout PollSet) {
        ready.add(PollSet.Interest(results.descriptor, reads: true))
    }

    var due: Int64? { nil }

    func receive() -> ConnectivityAnswer? {
        for result in results.take() where result.number == running?.number {
            running = nil
            return result.answer
        }
        return nil
    }
}
