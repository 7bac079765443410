// SPDX-License-Identifier: Apache-2.0

public import Dispatch
package import LinuxSystem

/// Tells whether the internet, a host or an address can be reached, and over what (the shape of
/// Apple's Reachability sample and of Reachability.swift).
///
/// ```swift
/// let reachability = try Reachability()
/// reachability.whenReachable = { print("reachable by", $0.connection) }
/// reachability.whenUnreachable = { _ in print("not reachable") }
/// try reachability.startNotifier()
/// ```
///
/// Reachable means that there is a live route, and nothing more: no packet is sent. Behind a captive
/// portal, or where the host is switched off, it is reachable all the same.
///
/// It sleeps until the kernel tells of a change; all of a process share one thread with the
/// ``PathMonitor``s. It can be used from any thread. ``connection`` is valid at any time, without the
/// notifier too. The notifier stops when nobody holds this any more; closures that hold it keep it.
public final class Reachability: Sendable {
    /// What is called when there is a connection: see ``whenReachable``.
    public typealias NetworkReachable = (Reachability) -> Void
    /// What is called when there is none: see ``whenUnreachable``.
    public typealias NetworkUnreachable = (Reachability) -> Void

    let core: ReachabilityCore
    /// What those who announce events keep with it: see ``setAnnouncer(_:)``.
    package let attachment = Lock<(any Sendable)?>(nil)

    /// Whether the internet can be reached.
    ///
    /// - Parameters:
    ///   - queueQoS: the quality of service of the queue on which closures are called, where
    ///     `notificationQueue` is `nil`.
    ///   - targetQueue: the queue that this one hands its work to.
    ///   - notificationQueue: where closures are called. `nil` for a serial queue of its own.
    /// - Throws: nothing; code that was written for Reachability.swift has a `try` here.
    public convenience init(
        queueQoS: DispatchQoS = .default,
        targetQueue: DispatchQueue? = nil,
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) {
        self.init(
            .internet, deliveringOn: .delivery(queueQoS, targetQueue, notificationQueue))
    }

    /// Whether a host can be reached: whether there is a live route to one of its addresses at least.
    ///
    /// Its name is resolved on another thread, at once and again whenever the path changes; where it
    /// has no address, again after intervals that grow up to half a minute. Nothing here ever waits
    /// for that: until it is resolved the host is unavailable, and ``unavailableReason`` says why.
    ///
    /// - Parameters:
    ///   - hostname: the name, or an address.
    ///   - queueQoS: the quality of service of the queue on which closures are called, where
    ///     `notificationQueue` is `nil`.
    ///   - targetQueue: the queue that this one hands its work to.
    ///   - notificationQueue: where closures are called. `nil` for a serial queue of its own.
    /// - Throws: ``ReachabilityError`` where this cannot be the name of a host.
    public convenience init(
        hostname: String,
        queueQoS: DispatchQoS = .default,
        targetQueue: DispatchQueue? = nil,
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) {
        self.init(
            try ReachabilityTarget(hostname: hostname),
            deliveringOn: .delivery(queueQoS, targetQueue, notificationQueue))
    }

    /// Whether an address can be reached.
    ///
    /// - Parameters:
    ///   - address: the address in text. 0.0.0.0 and :: stand for the internet, as with Apple.
    ///   - queueQoS: the quality of service of the queue on which closures are called, where
    ///     `notificationQueue` is `nil`.
    ///   - targetQueue: the queue that this one hands its work to.
    ///   - notificationQueue: where closures are called. `nil` for a serial queue of its own.
    /// - Throws: ``ReachabilityError`` where this is not an address.
    public convenience init(
        address: String,
        queueQoS: DispatchQoS = .default,
        targetQueue: DispatchQueue? = nil,
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) {
        self.init(
            try ReachabilityTarget(address: address),
            deliveringOn: .delivery(queueQoS, targetQueue, notificationQueue))
    }

    /// Whether the internet can be reached.
    ///
    /// - Parameter notificationQueue: where closures are called. `nil` for a serial queue of its own.
    /// - Throws: nothing, as ``init(queueQoS:targetQueue:notificationQueue:)``.
    public static func forInternetConnection(
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) -> Reachability {
        try Reachability(notificationQueue: notificationQueue)
    }

    /// Whether there is a Wi-Fi network here: an interface with a carrier and an address, whether or
    /// not it leads anywhere.
    ///
    /// - Parameter notificationQueue: where closures are called. `nil` for a serial queue of its own.
    /// - Throws: nothing, as ``init(queueQoS:targetQueue:notificationQueue:)``.
    public static func forLocalWiFi(
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) -> Reachability {
        Reachability(.localWiFi, deliveringOn: .delivery(.default, nil, notificationQueue))
    }

    /// Asks a source of paths, and somebody who resolves names.
    package init(
        _ target: ReachabilityTarget,
        deliveringOn queue: DispatchQueue,
        source: (any PathSource)? = nil,
        resolver: (any HostResolving)? = nil
    ) {
        core = ReachabilityCore(
            target, queue, source ?? KernelPaths.shared, resolver ?? HostResolver.shared)
        core.setOwner(self)
    }

    deinit { core.end() }

    /// What is called when there is a connection, or another one, and after the start of the notifier
    /// if there is one then: on the queue that the initializer was given, the main queue by default.
    ///
    /// As in Reachability.swift the compiler does not ask it to be `Sendable`, so that what belongs to
    /// the main queue can be used in it: give it nothing that does not belong to its queue.
    public var whenReachable: NetworkReachable? {
        get { core.handlers.whenReachable }
        set { core.change { $0.whenReachable = newValue } }
    }

    /// What is called when there is no connection any more, and after the start of the notifier if
    /// there is none then. See ``whenReachable``.
    public var whenUnreachable: NetworkUnreachable? {
        get { core.handlers.whenUnreachable }
        set { core.change { $0.whenUnreachable = newValue } }
    }

    /// Whether a cellular connection counts: if not, ``connection`` is `.unavailable` where packets
    /// leave by one. At first it does. A change is told as any other.
    public var allowsCellularConnection: Bool {
        get { core.allowsCellular }
        set { core.setAllowsCellular(newValue) }
    }

    /// The connection as it is. Unless the notifier runs, this looks at the network (some questions
    /// to the kernel); where it cannot be looked at, there is none.
    public var connection: Connection { core.status.connection }

    /// Why there is no connection; `nil` if there is one. As ``connection`` it is of the time when it
    /// is asked for: when a closure is called there may be another one.
    public var unavailableReason: UnavailableReason? { core.status.reason }

    /// The connection in the words of Apple's sample code.
    public var currentReachabilityStatus: NetworkStatus { NetworkStatus(connection) }

    /// Whether the notifier runs.
    public var notifierRunning: Bool { core.isNotifying }

    /// Begins to call the closures: soon with the connection as it is, then whenever it is another
    /// one. What comes in between, while a call waits its turn, is not told.
    ///
    /// The first call does not wait for name servers, but for a second if the host has not been
    /// resolved yet. Where the notifier runs already, this does nothing.
    ///
    /// - Throws: ``ReachabilityError/noAccess(_:)`` where the system cannot be asked about its network.
    ///   The notifier does not run then.
    public func startNotifier() throws(ReachabilityError) { try core.startNotifier() }

    /// Ends that, until it is started again. No closure is called any more once this has returned on
    /// the same serial queue. It may be called from anywhere, closures too, and again.
    public func stopNotifier() { core.stopNotifier() }
}

extension DispatchQueue {
    /// The queue for closures that the parameters of an initializer ask for.
    fileprivate static func delivery(
        _ qualityOfService: DispatchQoS,
        _ target: DispatchQueue?,
        _ given: DispatchQueue?
    ) -> DispatchQueue {
        given ?? DispatchQueue(label: "reachability", qos: qualityOfService, target: target)
    }
}
