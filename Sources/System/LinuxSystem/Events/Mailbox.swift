// SPDX-License-Identifier: Apache-2.0

/// Messages from any thread to one that waits in a ``PollSet``.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Lock<[Message]>([])
    private let arrival: WakeUpEvent

    /// - Throws: ``SystemError`` if the process has too many open files.
    package init() throws(SystemError) { arrival = try WakeUpEvent() }

    /// The descriptor that is readable when ``take()`` has something to return.
    package var descriptor: Int32 { arrival.descriptor }

    /// Whether there are no messages.
    package var isEmpty: Bool { messages.withLock(\.isEmpty) }

    /// Adds a message, and wakes the thread.
    package func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        arrival.wake()
    }

    /// Returns the messages since the last call, in the order in which they were posted.
    package func take() -> [Message] {
        // First, so that a message that comes now is not left without a signal.
        arrival.reset()
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
