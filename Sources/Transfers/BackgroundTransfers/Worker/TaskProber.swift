// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// Checks the path by a program's probe, in a task beside the worker's thread, which is woken by the result.
final class TaskProber: PathProber {
    private struct State {
        /// The number of the check that is under way; `nil` if there is none.
        var number: Int?
        var answer: ConnectivityAnswer?
    }

    private let probe: any ConnectivityProbe
    private let done: WakeUpEvent
    private let state = Lock(State())
    private var task: Task<Void, Never>?

    /// - Throws: ``SystemError`` if the process has too many open files.
    init(_ probe: any ConnectivityProbe) throws(SystemError) {
        self.probe = probe
        done = try WakeUpEvent()
    }

    deinit { task?.cancel() }

    func start(_ attempt: ValidationMachine.Attempt) {
        state.withLock { $0 = State(number: attempt.number) }
        task = Task.detached { [probe, done, state] in
            let answer = await probe.check(
                over: attempt.interface, portal: attempt.portal)
            state.withLock { if $0.number == attempt.number { $0.answer = answer } }
            done.wake()
        }
    }

    func cancel() {
        task?.cancel()
        task = nil
        state.withLock { $0 = State() }
    }

    func add(to ready: inout PollSet) {
        ready.add(PollSet.Interest(done.descriptor, reads: true))
    }

    var due: Int64? { nil }

    func receive() -> ConnectivityAnswer? {
        done.reset()
        return state.withLock { state in
            guard let answer = state.answer else { return nil }
            state = State()
            return answer
        }
    }
}
