// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

extension Reachability {
    /// The type of the ``whenReachable`` closure.
    public typealias NetworkReachable = (Reachability) -> Void
    /// The type of the ``whenUnreachable`` closure.
    public typealias NetworkUnreachable = (Reachability) -> Void

    /// A closure that is called when a connection becomes available or changes its medium.
    ///
    /// It is also called soon after ``startNotifier()`` if there is a connection then. It is called
    /// on the queue given to the initializer: by default the main queue.
    ///
    /// As in Reachability.swift, the closure need not be `Sendable`, so that it can use objects of
    /// the main queue. The compiler does not check this: use only objects that belong to the
    /// closure's queue.
    public var whenReachable: NetworkReachable? {
        get { driver.handlers.whenReachable }
        set { driver.change { $0.whenReachable = newValue } }
    }

    /// A closure that is called when the connection is lost.
    ///
    /// It is also called soon after ``startNotifier()`` if there is no connection then. It is
    /// called on the same queue as ``whenReachable``, and the same restrictions apply.
    public var whenUnreachable: NetworkUnreachable? {
        get { driver.handlers.whenUnreachable }
        set { driver.change { $0.whenUnreachable = newValue } }
    }
}

/// The closures of a ``Reachability``.
///
/// They are called only on its queue. The compiler cannot check that what they capture belongs to
/// that queue; the user of the class must ensure it.
struct ReachabilityHandlers: @unchecked Sendable {
    var whenReachable: Reachability.NetworkReachable?
    var whenUnreachable: Reachability.NetworkUnreachable?
}

/// The hook by which a module on top of this one, such as ReachabilityFoundation, publishes the
/// events of all notifiers.
extension Reachability {
    /// The type of the closure that is called for each event, after the notifier's closures and on
    /// the same queue.
    package typealias Announcer = @Sendable (Reachability) -> Void

    private static let announcer = Lock<Announcer?>(nil)

    /// Sets the closure that is called for each event of all notifiers of the process.
    package static func setAnnouncer(_ body: @escaping Announcer) {
        announcer.withLock { $0 = body }
    }

    /// Calls the announcer for an event.
    static func announce(_ reachability: Reachability) {
        announcer.withLock(\.self)?(reachability)
    }
}
