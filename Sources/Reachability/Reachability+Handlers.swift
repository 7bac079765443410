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
        get { core.handlers.whenReachable }
        set { core.change { $0.whenReachable = newValue } }
    }

    /// A closure that is called when the connection is lost.
    ///
    /// It is also called soon after ``startNotifier()`` if there is no connection then. It is
    /// called on the same queue as ``whenReachable``, and the same restrictions apply.
    public var whenUnreachable: NetworkUnreachable? {
        get { core.handlers.whenUnreachable }
        set { core.change { $0.whenUnreachable = newValue } }
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

/// Publishes the events of all notifiers, for modules on top of this one.
///
/// `ReachabilityFoundation` makes ``Reachability`` conform. The runtime finds that conformance in a
/// program that links the module, so that nothing has to be switched on, and this module does not
/// depend on Foundation.
package protocol ReachabilityEventPublishing {
    /// Publishes an event, after the notifier's closures and on the same queue.
    func publishEvent()
}

extension Reachability {
    /// Publishes an event, if the program links a module that does.
    func publishEventIfLinked() {
        (self as? any ReachabilityEventPublishing)?.publishEvent()
    }
}
