// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
public import NetworkReachability

/// A scripted connectivity check, for tests of monitors and of code that waits for the internet to answer.
///
/// ```swift
/// let network = ScriptedNetwork()
/// let probe = ScriptedProbe(.portal)
/// let monitor = PathMonitor(network, .init(validation: .probe(probe)))
/// ```
///
/// A check is answered at once with the value that was set last, or waits for one. The class can be used from any thread.
public final class ScriptedProbe: ConnectivityProbe {
    private struct State {
        var value: NetworkPath.Connectivity.Value?
        var checks: [String] = []
        var waiting: [Int: CheckedContinuation<ConnectivityAnswer, Never>] = [:]
    }

    private let state: Lock<State>

    /// Creates a probe.
    ///
    /// - Parameter value: the result of the checks; `nil` if they get no answer.
    public init(_ value: NetworkPath.Connectivity.Value? = nil) {
        state = Lock(State(value: value))
    }

    /// The names of the interfaces that were checked, a name for each check, in their order.
    public var checks: [String] { state.withLock(\.checks) }

    /// Sets the result of the checks, also of those that wait.
    ///
    /// - Parameter value: the result of the checks; `nil` if they get no answer from now on.
    public func answer(_ value: NetworkPath.Connectivity.Value?) {
        let waiting = state.withLock { state -> [CheckedContinuation<ConnectivityAnswer, Never>] in
            state.value = value
            guard value != nil else { return [] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        guard let value else { return }
        for check in waiting { check.resume(returning: Self.answer(value)) }
    }

    /// Answers as the script says. A check without an answer ends when its task is cancelled.
    public func check(over interface: String) async -> ConnectivityAnswer {
        let number = state.withLock { state in
            state.checks.append(interface)
            return state.checks.count
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> ConnectivityAnswer? in
                    if Task.isCancelled { return Self.cancelled }
                    if let value = state.value { return Self.answer(value) }
                    state.waiting[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?
                .resume(returning: Self.cancelled)
        }
    }

    private static let cancelled = ConnectivityAnswer(
        .limited, detail: "the check was cancelled")

    private static func answer(_ value: NetworkPath.Connectivity.Value) -> ConnectivityAnswer {
        ConnectivityAnswer(value, detail: "the script says \(value.rawValue)")
    }
}
