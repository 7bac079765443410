// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// For what is built upon this library and posts every event of every ``Reachability`` elsewhere.
extension Reachability {
    /// What is called for an event, after the closures and on their queue.
    package typealias Announcer = @Sendable (Reachability) -> Void

    private static let announcer = Lock<Announcer?>(nil)

    /// Has every event of every notifier of the process announced from now on.
    package static func setAnnouncer(_ body: @escaping Announcer) {
        announcer.withLock { $0 = body }
    }

    /// Announces an event.
    static func announce(_ reachability: Reachability) {
        announcer.withLock(\.self)?(reachability)
    }
}
