// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import TransferRules

/// Those who want to have each newer answer to a request.
final class Watchers: Sendable {
    private struct Watcher {
        let asked: AskedRequest
        let continuation: AsyncStream<OfflineAnswer>.Continuation
    }

    private struct State {
        var watchers: [AnswerKey: [Int: Watcher]] = [:]
        var lastNumber = 0
    }

    private let state = Lock(State())

    /// Adds a watcher, until the returned closure is called.
    func add(
        _ asked: AskedRequest, _ continuation: AsyncStream<OfflineAnswer>.Continuation
    ) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.lastNumber += 1
            let watcher = Watcher(asked: asked, continuation: continuation)
            state.watchers[asked.key, default: [:]][state.lastNumber] = watcher
            return state.lastNumber
        }
        return { [state] in
            state.withLock { state in
                state.watchers[asked.key]?[number] = nil
                if state.watchers[asked.key]?.isEmpty == true { state.watchers[asked.key] = nil }
            }
        }
    }

    /// Whether a caller waits for the answers to a request.
    func isWatched(_ asked: AskedRequest) -> Bool {
        state.withLock { $0.watchers[asked.key] != nil }
    }

    /// Tells an answer to all who wait for the same: at the same address, and with the same values of the fields by which the
    /// server has chosen the answer. (If it has chosen by more than the fields, the header is the same.)
    func tell(_ asked: AskedRequest, _ fetched: Fetched) {
        let answer = OfflineAnswer(fetched)
        let headers = HeaderFields(answer.response.fieldLines)
        let selecting = asked.selecting(by: headers)
        let told = state.withLock { state in
            (state.watchers[asked.key] ?? [:]).values.filter {
                $0.asked.method == asked.method
                    && ($0.asked.headers == asked.headers || selecting.matches($0.asked.headers))
            }
        }
        for watcher in told where fetched.checked(for: watcher.asked).kind != .rejected {
            watcher.continuation.yield(answer)
        }
    }

    /// Ends all sequences.
    func finish() {
        let all = state.withLock { state in
            state.watchers.values.flatMap { $0.values.map(\.continuation) }
        }
        for continuation in all { continuation.finish() }
    }
}
