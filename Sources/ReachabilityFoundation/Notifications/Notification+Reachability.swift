// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
public import Reachability

extension Notification.Name {
    /// A notification that is posted for each event of a `Reachability` notifier, with that as its
    /// object. Reachability.swift uses the same name.
    ///
    /// ```swift
    /// Reachability.postsNotifications = true
    /// let observer = NotificationCenter.default.addObserver(
    ///     forName: .reachabilityChanged, object: reachability, queue: nil
    /// ) { note in
    ///     guard let reachability = note.object as? Reachability else { return }
    ///     print(reachability.connection)
    /// }
    /// try reachability.startNotifier()
    /// ```
    ///
    /// It is posted only while `Reachability.postsNotifications` is `true`, after the notifier's
    /// closures and on their queue.
    public static let reachabilityChanged = Notification.Name("reachabilityChanged")
}

extension Reachability {
    /// Whether the events of all notifiers of the process are posted as
    /// `Notification.Name.reachabilityChanged`. The default is `false`.
    ///
    /// Code that was written for Reachability.swift needs one line at its start:
    ///
    /// ```swift
    /// Reachability.postsNotifications = true
    /// ```
    public static var postsNotifications: Bool {
        get { hasAnnouncer }
        set { setAnnouncer(newValue ? post : nil) }
    }

    private static let post: Announcer = { reachability in
        reachability.notificationCenter.post(name: .reachabilityChanged, object: reachability)
    }

    /// The notification center to which `Notification.Name.reachabilityChanged` is posted. The
    /// default is `NotificationCenter.default`.
    public var notificationCenter: NotificationCenter {
        get { attachment.withLock { $0 as? NotificationCenter } ?? .default }
        set { attachment.withLock { $0 = newValue } }
    }
}
