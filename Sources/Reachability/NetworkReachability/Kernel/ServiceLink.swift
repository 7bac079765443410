// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A connection to a service of a bus, which its owner waits for together with other descriptors.
protocol ServiceLink: ~Copyable {
    /// The descriptor and the events to wait for; `nil` without a connection.
    var interest: PollSet.Interest? { get }

    /// Whether the first answer is pending.
    var isAsked: Bool { get }

    /// When to call ``receive()`` even if the descriptor is not ready, by ``MonotonicClock``; `nil` for never.
    var due: Int64? { get }

    /// Receives messages, and reconnects or repeats a query if that is due.
    ///
    /// - Returns: whether the reports changed.
    @discardableResult mutating func receive() -> Bool
}

extension ServiceLink where Self: ~Copyable {
    /// Whether ``receive()`` has something to do.
    func hasNews(_ ready: borrowing PollSet) -> Bool {
        if let due, due <= MonotonicClock.milliseconds { return true }
        guard let interest else { return false }
        return ready.contains(interest.descriptor)
    }

    /// Waits for the first answer. After the deadline, takes what has arrived by then.
    ///
    /// - Parameter deadline: the end of the wait, by ``MonotonicClock``.
    mutating func waitForAnswer(until deadline: Int64) {
        while isAsked, let interest {
            let rest = MonotonicClock.milliseconds(until: deadline)
            let isReady = interest.isMet(within: max(0, rest))
            if isReady || rest > 0 { receive() }
            guard rest > 0 else { return }
        }
    }

    /// Continues the first query with what has arrived, without waiting for more.
    mutating func proceed() {
        guard isAsked, let interest else { return }
        guard interest.isMet(within: 0) else { return }
        receive()
    }
}
