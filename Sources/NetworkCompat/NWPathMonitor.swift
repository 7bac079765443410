// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Reachability

/// Tells when the path to the internet changes, with the names of Apple's Network framework: code that
/// was written for its monitor compiles with only its import changed.
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

    /// Monitors the path to the internet over interfaces that are not of some types.
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(
            PathMonitor(prohibitedInterfaceTypes: prohibitedInterfaceTypes.flatMap(\.types)))
    }

    /// Shows a monitor in Apple's words.
    public init(_ monitor: PathMonitor) { self.monitor = monitor }

    /// What is called with the path as it is, and then whenever it differs, on the queue of
    /// ``start(queue:)``.
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
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

    /// The newest path.
    public var currentPath: NWPath { NWPath(monitor.currentPath) }

    /// Begins to monitor and to call the handler.
    public func start(queue: DispatchQueue) { monitor.start(queue: queue) }

    /// Ends monitoring, for good.
    public func cancel() { monitor.cancel() }
}

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
