// SPDX-License-Identifier: Apache-2.0

package import NetworkReachability
public import Dispatch
package import LinuxSystem

/// An object that reports whether the internet, a host or an address can be reached, and over which
/// medium.
///
/// Its API is that of Apple's Reachability sample and of Reachability.swift.
///
/// ```swift
/// let reachability = try Reachability()
/// reachability.whenReachable = { print("reachable by", $0.connection) }
/// reachability.whenUnreachable = { _ in print("not reachable") }
/// try reachability.startNotifier()
/// ```
///
/// "Reachable" means that the kernel has a live route to the target. No packet is sent: a host that
/// is switched off, or a server behind a captive portal, is reachable too.
///
/// A `Reachability` sleeps until the kernel reports a change. All notifiers and `PathMonitor`s of
/// a process share one thread. The class can be used from any thread. ``connection-swift.property``
/// is valid at any time, also before ``startNotifier()``.
///
/// The notifier stops when nothing references the object. A closure that captures the object
/// strongly keeps it alive.
public final class Reachability: Sendable {
    let driver: ReachabilityDriver
    /// Storage for the module that sets the announcer: see ``setAnnouncer(_:)``.
    package let attachment = Lock<(any Sendable)?>(nil)

    /// Creates a notifier for the internet.
    ///
    /// - Parameters:
    ///   - queueQoS: the quality of service of the private queue, if `notificationQueue` is `nil`.
    ///   - targetQueue: the target queue of the private queue, if `notificationQueue` is `nil`.
    ///   - notificationQueue: the queue on which the closures are called; `nil` for a private
    ///     serial queue.
    /// - Throws: nothing. The initializer is marked `throws` for code that was written for
    ///   Reachability.swift.
    public convenience init(
        queueQoS: DispatchQoS = .default,
        targetQueue: DispatchQueue? = nil,
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) {
        self.init(
            .internet, deliveringOn: .delivery(queueQoS, targetQueue, notificationQueue))
    }

    /// Creates a notifier for a host: it is reachable if the kernel has a live route to at least
    /// one of its addresses.
    ///
    /// The name is resolved on another thread, now and after each change of the path. If it has no
    /// address, the lookup is repeated after increasing intervals of up to 30 s. No method of this
    /// class waits for the lookup: until it ends, the host is unavailable, and
    /// ``unavailableReason-swift.property`` is ``UnavailableReason-swift.enum/resolving``.
    ///
    /// - Parameters:
    ///   - hostname: the host's name, or an IP address.
    ///   - queueQoS: the quality of service of the private queue, if `notificationQueue` is `nil`.
    ///   - targetQueue: the target queue of the private queue, if `notificationQueue` is `nil`.
    ///   - notificationQueue: the queue on which the closures are called; `nil` for a private
    ///     serial queue.
    /// - Throws: ``ReachabilityError`` if the text cannot be a host name.
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

    /// Creates a notifier for an IP address.
    ///
    /// - Parameters:
    ///   - address: the address as text. `0.0.0.0` and `::` stand for the internet, as in Apple's
    ///     sample code.
    ///   - queueQoS: the quality of service of the private queue, if `notificationQueue` is `nil`.
    ///   - targetQueue: the target queue of the private queue, if `notificationQueue` is `nil`.
    ///   - notificationQueue: the queue on which the closures are called; `nil` for a private
    ///     serial queue.
    /// - Throws: ``ReachabilityError`` if the text is not an IP address.
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

    /// Returns a notifier for the internet.
    ///
    /// - Parameter notificationQueue: the queue on which the closures are called; `nil` for a
    ///   private serial queue.
    /// - Throws: nothing, as ``init(queueQoS:targetQueue:notificationQueue:)``.
    public static func forInternetConnection(
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) -> Reachability {
        try Reachability(notificationQueue: notificationQueue)
    }

    /// Returns a notifier for the local Wi-Fi network: it is reachable if a Wi-Fi interface has a
    /// carrier and an address, also without a route to the internet.
    ///
    /// - Parameter notificationQueue: the queue on which the closures are called; `nil` for a
    ///   private serial queue.
    /// - Throws: nothing, as ``init(queueQoS:targetQueue:notificationQueue:)``.
    public static func forLocalWiFi(
        notificationQueue: DispatchQueue? = .main
    ) throws(ReachabilityError) -> Reachability {
        Reachability(.localWiFi, deliveringOn: .delivery(.default, nil, notificationQueue))
    }

    /// Creates a notifier with a source of paths and a resolver; the system's by default.
    ///
    /// - Parameter firstPatience: how long the first event waits for the host name, in milliseconds; a second by default.
    package init(
        _ target: ReachabilityTarget,
        deliveringOn queue: DispatchQueue,
        source: (any PathSource)? = nil,
        resolver: (any HostResolving)? = nil,
        firstPatience: Int64? = nil
    ) {
        driver = ReachabilityDriver(
            target, queue, source ?? SharedPathSource.shared, resolver ?? HostResolver.shared,
            firstPatience: firstPatience ?? ReachabilityMachine.firstPatience)
        driver.setOwner(self)
    }

    deinit { driver.end() }

    /// Whether a cellular connection counts as a connection. The default is `true`.
    ///
    /// If it is `false` and the path is cellular, ``connection-swift.property`` is `unavailable`. A
    /// new value is reported to the closures like a change of the network.
    public var allowsCellularConnection: Bool {
        get { driver.allowsCellular }
        set { driver.setAllowsCellular(newValue) }
    }

    /// The current connection.
    ///
    /// While the notifier or another one for the same target runs, this is the last known value.
    /// Otherwise the property queries the kernel on the caller's thread, which takes about a
    /// millisecond. It waits neither for a name
    /// server nor for NetworkManager. If the kernel cannot be queried, the value is `unavailable`.
    public var connection: Connection { driver.status.connection }

    /// The reason why there is no connection now; `nil` if there is one.
    ///
    /// Like ``connection-swift.property``, the property can query the kernel, and its value is
    /// current when it is read: it can differ from the value for which a closure was called.
    public var unavailableReason: UnavailableReason? { driver.status.reason }

    /// The current connection, with the names of Apple's sample code.
    public var currentReachabilityStatus: NetworkStatus { NetworkStatus(connection) }

    /// Whether the notifier is running.
    public var notifierRunning: Bool { driver.isNotifying }

    /// Starts to call the closures: soon with the current connection, then whenever the connection
    /// changes.
    ///
    /// If the connection changes again while a call waits for its queue, only the newest value is
    /// reported. For a host whose name is not resolved yet, the first call comes after at most one
    /// second. If the notifier is already running, the method does nothing.
    ///
    /// - Throws: ``ReachabilityError/noAccess(_:)`` if the kernel cannot be queried. The notifier
    ///   does not run then.
    public func startNotifier() throws(ReachabilityError) { try driver.startNotifier() }

    /// Stops calling the closures, until the notifier is started again.
    ///
    /// If the method is called on the closures' own serial queue, no closure is called after it
    /// returns. It can be called from any thread, also from a closure, and more than once.
    public func stopNotifier() { driver.stopNotifier() }
}

extension DispatchQueue {
    /// Returns the queue that the parameters of an initializer describe.
    fileprivate static func delivery(
        _ qualityOfService: DispatchQoS,
        _ target: DispatchQueue?,
        _ given: DispatchQueue?
    ) -> DispatchQueue {
        given ?? DispatchQueue(label: "reachability", qos: qualityOfService, target: target)
    }
}
