// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import LinuxSystem
public import Reachability

extension Notification.Name {
    /// Posted for each event of the notifier of a `Reachability`, with that as its object (the name in
    /// Reachability.swift): after the closures, and on their queue.
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
    /// Nobody observes it who has not used this name, so that its first use in the process is when
    /// posting begins, and there is nothing to call. Only who observes all names, or makes this one
    /// from its text, has to use it once: `_ = Notification.Name.reachabilityChanged`.
    public static let reachabilityChanged: Notification.Name = {
        let name = Notification.Name("reachabilityChanged")
        Reachability.setAnnouncer { reachability in
            reachability.notificationCenter.post(name: name, object: reachability)
        }
        return name
    }()
}

extension Reachability {
    /// Where `Notification.Name.reachabilityChanged` is posted: the default one, if nothing is said.
    public var notificationCenter: NotificationCenter {
        get { attachment.withLock { $0 as? NotificationCenter } ?? .default }
        set { attachment.withLock { $0 = newValue } }
    }
}
