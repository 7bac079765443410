// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import NetworkReachability

/// An observer of the path to the internet with the API of Apple's `NWPathMonitor`: code for
/// that compiles if only its import is changed.
///
/// As with Apple's class, a monitor that was started with a queue continues until it is cancelled,
/// even if nothing references it.
public final class NWPathMonitor: Sendable {
    /// The wrapped monitor, which has more properties.
    public let monitor: PathMonitor

    /// Creates a monitor of the path to the internet over any interface.
    public convenience init() { self.init(PathMonitor()) }

    /// Creates a monitor of the path to the internet over interfaces that have a type, themselves
    /// or below them.
    ///
    /// `.other` requires a VPN, Bluetooth, or an unknown type, as ``NWInterface/type`` reports it.
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
        self.init(PathMonitor(.requiring(requiredInterfaceType)))
    }

    /// Creates a monitor of the path to the internet that excludes interfaces of some types,
    /// themselves or below them.
    ///
    /// `.other` excludes Bluetooth, VPNs and unknown types.
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(PathMonitor(.prohibiting(prohibitedInterfaceTypes)))
    }

    /// Creates a value for a monitor.
    public init(_ monitor: PathMonitor) { self.monitor = monitor }

    /// A closure that is called with the current path, and then with the newest one whenever the
    /// path changes, on the queue given to ``start(queue:)``.
    @preconcurrency public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get {
            guard let handler = monitor.pathUpdateHandler else { return nil }
            return { (path: NWPath) in handler(path.path) }
        }
        set {
            guard let handler = newValue else {
                monitor.pathUpdateHandler = nil
                return
            }
            monitor.pathUpdateHandler = { (path: NetworkPath) in handler(NWPath(path)) }
        }
    }

    /// The queue given to ``start(queue:)``; `nil` before that.
    public var queue: DispatchQueue? { monitor.queue }

    /// The newest path.
    ///
    /// Before the start, and until the first path is known, the property queries the kernel on the
    /// caller's thread. It does not wait for NetworkManager, so that the path can become expensive
    /// with the first path that the handler receives. If the kernel cannot be queried, the path is
    /// unsatisfied.
    public var currentPath: NWPath { NWPath(monitor.currentPath) }

    /// Starts monitoring and calling ``pathUpdateHandler``. Returns at once.
    ///
    /// The queue of the first call is used; later calls have no effect. A cancelled monitor cannot
    /// be started again.
    ///
    /// - Parameter queue: the queue on which the handler is called.
    public func start(queue: DispatchQueue) { monitor.start(queue: queue, keeping: self) }

    /// Ends monitoring permanently, and ends all sequences. No call of the handler starts after
    /// that.
    public func cancel() { monitor.cancel() }
}

extension PathMonitor.Configuration {
    /// Returns the configuration of a monitor that requires one of Apple's types.
    package static func requiring(_ type: NWInterface.InterfaceType) -> Self {
        Self(requiredInterfaceTypes: Set(type.types))
    }

    /// Returns the configuration of a monitor that prohibits some of Apple's types.
    package static func prohibiting(_ types: [NWInterface.InterfaceType]) -> Self {
        Self(prohibitedInterfaceTypes: Set(types.flatMap(\.types)))
    }
}

/// A monitor is a sequence of paths: the current one, then the newest one whenever the path
/// changes.
extension NWPathMonitor: AsyncSequence {
    /// An iterator over paths.
    public struct Iterator: AsyncIteratorProtocol {
        private var paths: PathMonitor.AsyncIterator

        init(_ monitor: PathMonitor) { paths = monitor.makeAsyncIterator() }

        /// Waits for the next path; returns `nil` once the monitor is cancelled.
        public mutating func next() async -> NWPath? { await paths.next().map(NWPath.init) }
    }

    /// Creates an iterator and starts the monitor.
    public func makeAsyncIterator() -> Iterator { Iterator(monitor) }
}
