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
/// ``NetworkPath/current(_:networkManagerTimeout:)`` works in every process.
public final class PathMonitor: Sendable {
    let driver: MonitorDriver

    /// Creates a monitor of the path to the internet over any interface.
    public convenience init() { self.init(Configuration()) }

    /// Creates a monitor of the path to the internet over interfaces of one type.
    ///
    /// An interface qualifies if it, or an interface below it, has the type: a VPN over Wi-Fi uses
    /// Wi-Fi. The path is satisfied if a qualifying interface has a live route, also if the kernel
    /// prefers another interface. To send packets over it, bind the socket to the interface
    /// (`SO_BINDTODEVICE`, socket(7)).
    public convenience init(requiredInterfaceType: InterfaceType) {
        self.init(Configuration(requiredInterfaceTypes: [requiredInterfaceType]))
    }

    /// Creates a monitor of the path to the internet that excludes interfaces of some types.
    ///
    /// An interface is excluded if it, or an interface below it, has one of the types. The path is
    /// satisfied if another interface has a live route, also if the kernel prefers an excluded one.
    /// To send packets over it, bind the socket to the interface (`SO_BINDTODEVICE`, socket(7)).
    public convenience init(prohibitedInterfaceTypes: [InterfaceType]) {
        self.init(Configuration(prohibitedInterfaceTypes: Set(prohibitedInterfaceTypes)))
    }

    /// Creates a monitor of the path to the internet with a configuration.
    ///
    /// ```swift
    /// let monitor = PathMonitor(.init(overrides: overrides, debounce: .milliseconds(200)))
    /// ```
    public convenience init(_ configuration: Configuration) {
        self.init(configuration, of: SharedPathSource.shared)
    }

    /// Creates a monitor of the paths of a source.
    package convenience init(_ configuration: Configuration, of source: any PathSource) {
        self.init(
            question: PathQuestion(configuration), of: source, debounce: configuration.debounce,
            validation: configuration.validation)
    }

    /// Creates a monitor of the path that answers a question.
    package init(
        question: PathQuestion,
        of source: any PathSource,
        debounce: Duration = .zero,
        validation: Validation? = nil
    ) {
        driver = MonitorDriver(question, source, debounce: debounce, validation: validation)
    }

    deinit {
        driver.cancel()
    }

    /// A closure that is called with the current path, and then with the newest one whenever the
    /// path changes.
    ///
    /// It is called on the queue given to ``start(queue:)``, one call at a time on a serial queue.
    /// If the path changes again while a call waits for the queue, only the newest path is
    /// reported.
    public var pathUpdateHandler: (@Sendable (NetworkPath) -> Void)? {
        get { driver.handler }
        set { driver.setHandler(newValue) }
    }

    /// Starts monitoring and calling ``pathUpdateHandler``. Returns at once.
    ///
    /// The queue of the first call is used; later calls have no effect. A cancelled monitor cannot
    /// be started again.
    ///
    /// - Parameter queue: the queue on which the handler is called. On a concurrent queue, calls
    ///   can overlap.
    public func start(queue: DispatchQueue) { driver.start(queue) }

    /// Starts the monitor as ``start(queue:)`` does, and keeps an owner alive until the monitor is
    /// cancelled.
    package func start(queue: DispatchQueue, keeping owner: any AnyObject & Sendable) {
        driver.start(queue, keeping: owner)
    }

    /// The queue given to ``start(queue:)``; `nil` before that.
    public var queue: DispatchQueue? { driver.queue }

    /// Ends monitoring permanently, and ends all sequences.
    ///
    /// If the method is called on the handler's own serial queue, the handler is not called after
    /// it returns. If it is called elsewhere, a call of the handler can still be running. It can be
    /// called from the handler, and more than once.
    public func cancel() { driver.cancel() }

    /// The newest path.
    ///
    /// Before the start, and until the first path is known, the property returns the newest path of
    /// another monitor with the same configuration, or queries the kernel on the caller's thread,
    /// which takes about a millisecond. It does not wait for NetworkManager. If
    /// NetworkManager runs and has not answered yet, ``NetworkPath/metered`` is `unknown` or comes
    /// from another source, and the monitor delivers a new path once the answer is there. To wait
    /// for the answer, call ``NetworkPath/current(_:networkManagerTimeout:)``.
    ///
    /// If the kernel cannot be queried, the path is unsatisfied. The value includes changes that
    /// are not delivered yet because of ``Configuration/debounce``.
    public var currentPath: NetworkPath { driver.currentPath }

    /// How changes are detected. The value is the same for all monitors of a process.
    public var mode: Mode { driver.source.mode }

    /// The sources of changes that monitors cannot observe, with the reasons; empty if there are
    /// none.
    ///
    /// These are sources other than the kernel's links, addresses and routes, to which
    /// ``mode-swift.property`` applies. For example, if the system has no inotify instance left
    /// (`fs.inotify.max_user_instances`), the files of the resolver and of DHCP clients are read
    /// every ten seconds, while all other changes are still reported at once.
    ///
    /// Where a sandbox refuses netlink sockets, the refusal is one of the reasons: xdg-desktop-portal is asked instead of
    /// the kernel, and reports whether there is a path, without interfaces (<doc:ContainersAndSandboxes>).
    public var limitations: [NetworkAccessError] { driver.source.limitations }

    /// Counters of messages and queries, for all monitors of the process.
    public var statistics: Statistics { driver.source.statistics }
}
