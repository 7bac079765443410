// SPDX-License-Identifier: Apache-2.0

public import Dispatch

/// An observer of the path to the internet (Apple's `NWPathMonitor`).
///
/// ```swift
/// let monitor = PathMonitor()
/// monitor.pathUpdateHandler = { path in print(path.status, path.connection) }
/// monitor.start(queue: .main)
/// ```
///
/// In a task, iterate over the monitor:
///
/// ```swift
/// for await path in PathMonitor() {
///     print(path.status, path.connection, path.isExpensive)
/// }
/// ```
///
/// Each consumer receives the current path first, and then the newest path whenever it changes. A
/// slow consumer skips intermediate paths, but always receives the newest one.
///
/// A monitor sleeps until the kernel reports a change. All monitors of a process share one thread
/// and its sockets. A monitor can be used from any thread. It ends when ``cancel()`` is called, or
/// when nothing references it; an iterator keeps its monitor alive.
///
/// ## Child processes
///
/// A child process that `fork(2)` creates has no copy of the monitor thread. If the parent has
/// started a monitor, no monitor in the child receives paths, whether it was inherited or is new.
/// Start monitors after the fork, or execute another program in the child (`posix_spawn(3)`,
/// `exec(3)`). The same applies to classes that use a monitor, such as ``DeferralQueue``.
/// ``NetworkPath/current(probes:overrides:)`` works in every process.
public final class PathMonitor: Sendable {
    let core: MonitorCore

    /// Creates a monitor of the path to the internet over any interface.
    public convenience init() { self.init(PathQuestion()) }

    /// Creates a monitor of the path to the internet over interfaces of one type.
    ///
    /// An interface qualifies if it, or an interface below it, has the type: a VPN over Wi-Fi uses
    /// Wi-Fi. The path is satisfied if a qualifying interface has a live route, also if the kernel
    /// prefers another interface. To send packets over it, bind the socket to the interface
    /// (`SO_BINDTODEVICE`, socket(7)).
    public convenience init(requiredInterfaceType: InterfaceType) {
        self.init(PathQuestion(requiredType: requiredInterfaceType))
    }

    /// Creates a monitor of the path to the internet that excludes interfaces of some types.
    ///
    /// An interface is excluded if it, or an interface below it, has one of the types. The path is
    /// satisfied if another interface has a live route, also if the kernel prefers an excluded one.
    /// To send packets over it, bind the socket to the interface (`SO_BINDTODEVICE`, socket(7)).
    public convenience init(prohibitedInterfaceTypes: [InterfaceType]) {
        self.init(PathQuestion(prohibitedTypes: Set(prohibitedInterfaceTypes)))
    }

    /// Creates a monitor of the path to the internet.
    ///
    /// - Parameters:
    ///   - requiredInterfaceType: the type that an interface must have, itself or below it; `nil`
    ///     for any.
    ///   - prohibitedInterfaceTypes: the types that an interface must not have, itself or below it.
    ///   - probes: the addresses that represent the internet.
    ///   - overrides: the user's settings for interfaces. The first one that matches an interface
    ///     applies.
    ///   - settle: how long the network must be unchanged before a change is reported. While
    ///     changes continue, one is reported after five times this duration at the latest. The
    ///     first path is reported at once. The resolution is one millisecond.
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

    /// Creates a monitor of the path to the internet that reports a change only after the network
    /// has been unchanged for some time.
    ///
    /// - Parameter settle: how long the network must be unchanged before a change is reported.
    ///   While changes continue, one is reported after five times this duration at the latest. The
    ///   first path is reported at once. The resolution is one millisecond.
    public convenience init(settle: Duration) { self.init(PathQuestion(), settle: settle) }

    /// Creates a monitor of the paths of a source; the kernel's by default.
    package init(
        _ question: PathQuestion,
        of source: (any PathSource)? = nil,
        settle: Duration = .zero
    ) {
        core = MonitorCore(question, source ?? SharedPathSource.shared, settle: settle)
    }

    deinit {
        core.cancel()
    }

    /// A closure that is called with the current path, and then with the newest one whenever the
    /// path changes.
    ///
    /// It is called on the queue given to ``start(queue:)``, one call at a time on a serial queue.
    /// If the path changes again while a call waits for the queue, only the newest path is
    /// reported.
    public var pathUpdateHandler: (@Sendable (NetworkPath) -> Void)? {
        get { core.handler }
        set { core.setHandler(newValue) }
    }

    /// Starts monitoring and calling ``pathUpdateHandler``. Returns at once.
    ///
    /// The queue of the first call is used; later calls have no effect. A cancelled monitor cannot
    /// be started again.
    ///
    /// - Parameter queue: the queue on which the handler is called. On a concurrent queue, calls
    ///   can overlap.
    public func start(queue: DispatchQueue) { core.start(queue) }

    /// Starts the monitor as ``start(queue:)`` does, and keeps an owner alive until the monitor is
    /// cancelled.
    package func start(queue: DispatchQueue, keeping owner: any AnyObject & Sendable) {
        core.start(queue, keeping: owner)
    }

    /// The queue given to ``start(queue:)``; `nil` before that.
    public var queue: DispatchQueue? { core.queue }

    /// Ends monitoring permanently, and ends all sequences.
    ///
    /// If the method is called on the handler's own serial queue, the handler is not called after
    /// it returns. If it is called elsewhere, a call of the handler can still be running. It can be
    /// called from the handler, and more than once.
    public func cancel() { core.cancel() }

    /// The newest path.
    ///
    /// Before the start, and until the first path is known, the property queries the kernel on the
    /// caller's thread and can wait up to 0.2 s for NetworkManager, as
    /// ``NetworkPath/current(probes:overrides:)`` does. If the kernel cannot be queried, the path
    /// is unsatisfied. The value includes changes that are not reported yet because of `settle`.
    public var currentPath: NetworkPath { core.currentPath }

    /// How changes are detected. The value is the same for all monitors of a process.
    public var mode: Mode { core.source.mode }

    /// The sources of changes that monitors cannot observe, with the reasons; empty if there are
    /// none.
    ///
    /// These are sources other than the kernel's links, addresses and routes, to which
    /// ``mode-swift.property`` applies. For example, if the system has no inotify instance left
    /// (`fs.inotify.max_user_instances`), the files of the resolver and of DHCP clients are read
    /// every ten seconds, while all other changes are still reported at once.
    public var limitations: [NetworkAccessError] { core.source.limitations }

    /// Counters of messages and queries, for all monitors of the process.
    public var statistics: Statistics { core.source.statistics }
}
