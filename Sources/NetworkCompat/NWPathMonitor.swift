// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Reachability

/// Tells when the path to the internet changes, with the names of Apple's Network framework: code that
/// was written for its monitor compiles with only its import changed.
///
/// A monitor that was started with a queue goes on until it is cancelled, even if nobody holds it any
/// more: as Apple's, whose update handler holds it.
public final class NWPathMonitor: Sendable {
    /// The monitor in this package's own words.
    public let monitor: PathMonitor

    /// Monitors the path to the internet over any interface.
    public convenience init() { self.init(PathMonitor()) }

    /// Monitors the path to the internet over interfaces of one type, themselves or below. (Of
    /// `.other` that is, of those that it stands for, what can be told of a path: a VPN.)
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
        // Apple's type stands for one of Linux but for `.other`, of which the plain one is meant.
        let type = requiredInterfaceType.types.last ?? .other
        self.init(PathMonitor(requiredInterfaceType: type))
    }

    /// Monitors the path to the internet over interfaces that are not of some types, themselves or
    /// below. (`.other` stands for Bluetooth, VPNs, and what cannot be told.)
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(
            PathMonitor(prohibitedInterfaceTypes: prohibitedInterfaceTypes.flatMap(\.types)))
    }

    /// Shows a monitor in Apple's words.
    public init(_ monitor: PathMonitor) { self.monitor = monitor }

    /// What is called with the path as it is, and then whenever it differs, on the queue of
    /// ``start(queue:)``.
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

    /// The queue that the handler is called on; `nil` before the start.
    public var queue: DispatchQueue? { monitor.queue }

    /// The newest path. While nothing is known yet, and before the start, this looks at the network, on
    /// the caller's thread; where it cannot be looked at, the path is unsatisfied.
    public var currentPath: NWPath { NWPath(monitor.currentPath) }

    /// Begins to monitor and to call the handler. It returns at once. The first queue counts; a
    /// monitor that was cancelled cannot be started again.
    ///
    /// - Parameter queue: where the handler is called.
    public func start(queue: DispatchQueue) { monitor.start(queue: queue, keeping: self) }

    /// Ends monitoring, for good. Sequences end, and no call of the handler begins any more.
    public func cancel() { monitor.cancel() }
}

/// As a sequence, a monitor is the path as it is, then the newest one whenever it differs.
extension NWPathMonitor: AsyncSequence {
    /// The newest path, each time it differs.
    public struct Iterator: AsyncIteratorProtocol {
        private var paths: PathMonitor.AsyncIterator

        init(_ monitor: PathMonitor) { paths = monitor.makeAsyncIterator() }

        /// Waits for a path; `nil` once the monitor is cancelled.
        public mutating func next() async -> NWPath? { await paths.next().map(NWPath.init) }
    }

    /// Begins to iterate, and starts the monitor.
    public func makeAsyncIterator() -> Iterator { Iterator(monitor) }
}
