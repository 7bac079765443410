// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
// A program that was written for Reachability.swift compiles after a change of its one import.
@_exported public import Reachability

extension Notification.Name {
    /// A notification that is posted for each event of a `Reachability` notifier, with that as its
    /// object. Reachability.swift uses the same name.
    ///
    /// ```swift
    /// let observer = NotificationCenter.default.addObserver(
    ///     forName: .reachabilityChanged, object: reachability, queue: nil
    /// ) { note in
    ///     guard let reachability = note.object as? Reachability else { return }
    ///     print(reachability.connection)
    /// }
    /// try reachability.startNotifier()
    /// ```
    ///
    /// It is posted after the notifier's closures and on their queue, from the first use of this
    /// property on. A program that never uses it posts nothing.
    public static let reachabilityChanged: Notification.Name = {
        let name = Notification.Name("reachabilityChanged")
        Reachability.setAnnouncer { reachability in
            reachability.notificationCenter.post(name: name, object: reachability)
        }
        return name
    }()
}

extension Reachability {
    /// The notification center to which `Notification.Name.reachabilityChanged` is posted. The
    /// default is `NotificationCenter.default`.
    public var notificationCenter: NotificationCenter {
        get { attachment.withLock { $0 as? NotificationCenter } ?? .default }
        set { attachment.withLock { $0 = newValue } }
    }

    /// Always `true`: the first use of `Notification.Name.reachabilityChanged` switches the
    /// notifications on. A new value is ignored.
    @available(*, deprecated, message: "Remove this line: an observer of the name is enough.")
    public static var postsNotifications: Bool {
        get { true }
        // The compiler requires a setter for code that assigns, and there is nothing to store.
        set {}
    }
}

// Without these conformances, Foundation's `localizedDescription` is "The operation could not be
// completed" with the error's number.

extension DeferralError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

extension NetworkAccessError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}

extension ReachabilityError: LocalizedError {
    /// A description of the error for people, in English.
    public var errorDescription: String? { description }
}
