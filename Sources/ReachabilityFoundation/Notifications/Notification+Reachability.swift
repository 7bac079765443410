// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
public import Reachability

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
    /// It is posted after the notifier's closures and on their queue, by every program that links
    /// this module. An observer can also be added by the text of the name, `reachabilityChanged`.
    public static let reachabilityChanged = Notification.Name("reachabilityChanged")
}

extension Reachability: ReachabilityEventPublishing {
    package func publishEvent() {
        notificationCenter.post(name: .reachabilityChanged, object: self)
    }
}

extension Reachability {
    /// The notification center to which `Notification.Name.reachabilityChanged` is posted. The
    /// default is `NotificationCenter.default`.
    public var notificationCenter: NotificationCenter {
        get { attachment.withLock { $0 as? NotificationCenter } ?? .default }
        set { attachment.withLock { $0 = newValue } }
    }

    /// Always `true`: notifications need not be switched on. A new value is ignored.
    @available(*, deprecated, message: "Remove this line: notifications are always posted.")
    public static var postsNotifications: Bool {
        get { true }
        // The compiler requires a setter for code that assigns, and there is nothing to store.
        set {}
    }
}
