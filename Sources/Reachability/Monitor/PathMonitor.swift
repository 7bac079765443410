// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// Tells when the path to the internet changes (the shape of Apple's `NWPathMonitor`).
///
/// ```swift
/// let monitor = PathMonitor()
/// monitor.pathUpdateHandler = { path in print(path.status, path.connection) }
/// monitor.start(queue: .main)
/// ```
///
/// or, in a task:
///
/// ```swift
/// for await path in PathMonitor() {
///     print(path.status, path.connection, path.isExpensive)
/// }
/// ```
///
/// Everybody who listens is given the path as it is, and then the newest one whenever it differs: who
/// is slow misses what came between, and nothing else. A monitor sleeps until the kernel tells of a
/// change; all monitors of a process share one thread and its sockets. It can be used from any thread.
///
/// It ends with ``cancel()``, or when nobody holds it any more; a sequence that is iterated over holds
/// its monitor.
///
/// A child process that `fork(2)` makes has no copy of that thread. If the parent had started a monitor,
/// no monitor of the child is ever told of a path, neither one that it inherited nor a new one. Start
/// monitors after the fork, or run another program in the child (`posix_spawn(3)`, `exec(3)`). The same
/// holds for what follows a monitor, such as a ``DeferralQueue``.
/// ``NetworkPath/current(probes:overrides:)`` works in every process.
public final class PathMonitor: Sendable {
    let core: MonitorCore

    /// Monitors the path to the internet over any interface.
    public convenience init() { self.init(PathQuestion()) }

    /// Monitors the path to the internet over interfaces of one type, themselves or below: a VPN
    /// over Wi-Fi uses Wi-Fi.
    ///
    /// It is satisfied if such an interface has a live route, even if it is not the kernel's first
    /// choice: who wants to use it binds a socket to it.
    public convenience init(requiredInterfaceType: InterfaceType) {
        self.init(PathQuestion(requiredType: requiredInterfaceType))
    }

    /// Monitors the path to the internet over interfaces that are not, themselves or below, of some
    /// types.
    ///
    /// It is satisfied if such an interface has a live route, even if it is not the kernel's first
    /// choice: who wants to use it binds a socket to it.
    public convenience init(prohibitedInterfaceTypes: [InterfaceType]) {
        self.init(PathQuestion(prohibitedTypes: Set(prohibitedInterfaceTypes)))
    }

    /// Monitors the path to the internet.
    ///
    /// - Parameters:
    ///   - requiredInterfaceType: the type that an interface must be of; `nil` for any.
    ///   - prohibitedInterfaceTypes: the types that it may not be of.
    ///   - probes: the addresses that stand for the internet.
    ///   - overrides: the user's own word on interfaces; of several that fit the first counts.
    ///   - settle: how much quiet there must be before a change is told. Changes that do not end are told
    ///     after five times this. The first path is told at once. Milliseconds count, and nothing finer.
    public convenience init(
        requiredInterfaceType: InterfaceType? = nil,
        prohibitedInterfaceTypes: [InterfaceType] = [],
        probes: PathProbes,
        overrides: [InterfaceOverride] = [],
        settle: Duration = .zero
    ) {
        self.init(
            PathQuestion(
                probes: probes, requiredType: requiredInterfaceType,
                prohibitedTypes: Set(prohibitedInterfaceTypes), overrides: overrides),
            settle: settle)
    }

    /// Monitors the path to the internet, and tells a change once there has been quiet.
    ///
    /// - Parameter settle: for how long no other change may have come. Changes that do not end are told
    ///   after five times this. The first path is told at once. Milliseconds count, and nothing finer.
    public convenience init(settle: Duration) { self.init(PathQuestion(), settle: settle) }

    /// Monitors the paths of a source.
    package init(
        _ question: PathQuestion,
        of source: (any PathSource)? = nil,
        settle: Duration = .zero
    ) {
        core = MonitorCore(question, source ?? KernelPaths.shared, settle: settle)
    }

    deinit {
        core.cancel()
    }

    /// What is called with the path as it is, and then whenever it differs: on the queue that
    /// ``start(queue:)`` was given, one call after the other. While one call waits its turn, newer
    /// paths take the place of older ones.
    public var pathUpdateHandler: (@Sendable (NetworkPath) -> Void)? {
        get { core.handler }
        set { core.setHandler(newValue) }
    }

    /// Begins to monitor and to call the handler. It returns at once. The first queue counts; a
    /// monitor that was cancelled cannot be started again.
    ///
    /// - Parameter queue: where the handler is called. If it is concurrent, so may the calls be.
    public func start(queue: DispatchQueue) { core.start(queue) }

    /// Begins as ``start(queue:)`` does, and keeps an owner alive until the monitor is cancelled.
    package func start(queue: DispatchQueue, keeping owner: any AnyObject & Sendable) {
        core.start(queue, keeping: owner)
    }

    /// The queue that ``start(queue:)`` was given; `nil` before.
    public var queue: DispatchQueue? { core.queue }

    /// Ends monitoring, for good. Sequences end. Called on the handler's own serial queue, no call of
    /// the handler comes after it; from elsewhere, one that has begun may still be running. It may be
    /// called from the handler too, and again.
    public func cancel() { core.cancel() }

    /// The newest path. While nothing is known yet, and before the start, this looks at the network as
    /// ``NetworkPath/current(probes:overrides:)`` does; where it cannot be looked at, the path is
    /// unsatisfied. A path that is not yet told because of `settle` is the newest all the same.
    public var currentPath: NetworkPath { core.currentPath }

    /// How changes are learnt of. All monitors of a process learn of them in the same way.
    public var mode: Mode { core.source.mode }

    /// What monitors cannot watch, and why; empty if they can watch everything.
    ///
    /// Each is about one source of changes, and ``mode-swift.property`` is about the kernel's routes, links and
    /// addresses. For example, a system may have no inotify instance to spare
    /// (`fs.inotify.max_user_instances`): then the name servers' files and DHCP leases are read every ten
    /// seconds, and all else is told at once.
    public var limitations: [NetworkAccessError] { core.source.limitations }

    /// What has been counted, for all monitors of the process.
    public var statistics: Statistics { core.source.statistics }
}
