// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
package import LinuxSystem

/// An object that calls a state machine under a lock, and performs the resulting actions after the
/// lock is released.
///
/// No closure, continuation or queue of a user is used while the lock is held.
package protocol MachineDriver: AnyObject, Sendable {
    /// The machine, and what its actions need.
    associatedtype State: Sendable
    /// Something to do without the lock.
    associatedtype Action: Sendable

    /// The state, which only one thread at a time can use.
    var state: Lock<State> { get }
    /// Returns the actions that follow from each change of the state, whatever it was.
    static func conclude(_ state: inout State) -> [Action]
    /// Performs an action. The lock is not held.
    func execute(_ action: Action)
}

/// Signals to a consumer that there may be a newer value. The consumer reads the newest value when
/// it handles the signal, so the order of the signals does not matter.
package typealias ConsumerSignal = AsyncStream<Void>.Continuation

extension MachineDriver {
    /// Changes the state under the lock, then performs the resulting actions without the lock.
    package func perform(_ change: (inout State) -> [Action]) {
        let actions = state.withLock { state in change(&state) + Self.conclude(&state) }
        for action in actions { execute(action) }
    }

    /// Changes the state as ``perform(_:)`` does, after a number of milliseconds.
    package func perform(
        after delay: Int64, _ change: @escaping @Sendable (inout State) -> [Action]
    ) {
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .milliseconds(Int(clamping: max(0, delay)))
        ) { [weak self] in
            self?.perform(change)
        }
    }
}

extension AsyncStream<Void> {
    /// Creates a stream of signals. The newest signal stays until the consumer handles it.
    package static func signals() -> (stream: Self, signal: ConsumerSignal) {
        let (stream, signal) = makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        return (stream, signal)
    }
}

/// The values of a source that signals when they may differ: the current value, then the newest one
/// whenever it differs. A slow consumer skips intermediate values. Public iterators use this type.
package struct NewestValues<Value: Equatable> {
    private var signals: AsyncStream<Void>.Iterator
    private var last: Value?
    /// Returns the current value; `nil` if there is none yet. The closure keeps the source alive,
    /// because the sequence may be a temporary value.
    private let newest: () -> Value?

    /// - Parameters:
    ///   - signals: signals that the value may differ; their end ends the sequence.
    ///   - newest: returns the current value.
    package init(_ signals: AsyncStream<Void>, newest: @escaping () -> Value?) {
        self.signals = signals.makeAsyncIterator()
        self.newest = newest
    }

    /// Waits for a value that differs from the last one; `nil` at the end.
    package mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
        while await signals.next(isolation: actor) != nil {
            guard let value = newest(), value != last else { continue }
            last = value
            return value
        }
        return nil
    }
}
