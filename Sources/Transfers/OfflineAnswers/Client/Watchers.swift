// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import TransferRules

/// The callers that get each newer answer to a request.
final class Watchers: Sendable {
    private struct Watcher {
        let request: CacheRequest
        let continuation: AsyncStream<OfflineAnswer>.Continuation
    }

    private struct State {
        var watchers: [AnswerKey: [Int: Watcher]] = [:]
        var lastNumber = 0
    }

    private let state = Lock(State())

    /// Adds a watcher, until the returned closure is called.
    func add(
        _ request: CacheRequest, _ continuation: AsyncStream<OfflineAnswer>.Continuation
    ) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.lastNumber += 1
            let watcher = Watcher(request: request, continuation: continuation)
            state.watchers[request.key, default: [:]][state.lastNumber] = watcher
            return state.lastNumber
        }
        return { [state] in
            state.withLock { state in
                state.watchers[request.key]?[number] = nil
                if state.watchers[request.key]?.isEmpty == true {
                    state.watchers[request.key] = nil
                }
            }
        }
    }

    /// Whether a caller waits for the answers to a request.
    func isWatched(_ request: CacheRequest) -> Bool {
        state.withLock { $0.watchers[request.key] != nil }
    }

    /// Gives an answer to all callers that wait for it: at the same address, and with the same values of the header fields
    /// by which the server has chosen the answer. (If the server chooses by more than the fields, the header is the same.)
    func publish(_ request: CacheRequest, _ fetched: Fetched) {
        let answer = OfflineAnswer(fetched)
        let headers = HeaderFields(answer.response.fieldLines)
        let selecting = request.selecting(by: headers)
        let recipients = state.withLock { state in
            (state.watchers[request.key] ?? [:]).values.filter {
                $0.request.method == request.method
                    && ($0.request.headers == request.headers
                        || selecting.matches($0.request.headers))
            }
        }
        for watcher in recipients where fetched.checked(for: watcher.request).kind != .rejected {
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
