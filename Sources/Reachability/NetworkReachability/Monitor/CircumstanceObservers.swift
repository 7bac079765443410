// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The closures that a source of paths calls when the circumstances have changed otherwise than by the passing of time: the
/// clock was set, the machine slept, or its power has changed.
package final class CircumstanceObservers: Sendable {
    private let state = Lock<(number: Int, observers: [Int: @Sendable () -> Void])>((0, [:]))

    package init() {}

    /// Adds a closure, which is called on any thread.
    ///
    /// - Returns: its number, for ``remove(_:)``.
    func add(_ observer: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.number += 1
            state.observers[state.number] = observer
            return state.number
        }
    }

    /// Removes a closure. It can be running already.
    func remove(_ number: Int) {
        // The closure may hold the last reference to something whose end locks.
        _ = state.withLock { $0.observers.removeValue(forKey: number) }
    }

    /// Calls the closures. The caller must not hold a lock.
    package func notify() {
        for observer in state.withLock({ Array($0.observers.values) }) { observer() }
    }
}
