// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// The kernel of this machine, and the sources beside it: files, NetworkManager and ModemManager. Where a sandbox refuses
/// netlink sockets, xdg-desktop-portal takes the kernel's place.
///
/// An instance belongs to one thread.
final class LinuxKernel: KernelAccess {
    /// The socket for queries; `nil` while closed.
    private var socket: NetlinkSocket?
    /// The socket to WireGuard; `nil` until a path leads through a WireGuard interface.
    private var wireGuard: WireGuardAccess?
    /// xdg-desktop-portal, while the kernel cannot be queried; `nil` otherwise.
    private var portal: DesktopPortalLink?
    /// From when on the portal is started if it does not run, in the time of ``now``.
    private var portalStart: Int64 = 0
    /// After so many milliseconds a portal that did not answer is started again. Each query starts a program.
    private static let portalPause: Int64 = 600_000
    /// Receives changes; `nil` if the kernel does not report any.
    private var listener: KernelChangeListener?
    private let receiveBuffer: Int32
    /// The root of the file system.
    private let root: SystemRoot
    private var reader: SnapshotReader { SnapshotReader(root: root, listener: listener) }
    /// Reports changes of files; `nil` if changes are not followed.
    private let files: FileWatch?
    private let resolverFiles: FileWatch.Subject?
    /// The files that say what data plans have used; `nil` until a path uses a plan.
    private var planFiles: FileWatch.Subject?
    private var reports: ReportReader
    /// Whether other reports were received and not applied yet.
    private var hasOtherReports = false
    /// How long answers of other programs are waited for, in the time of ``now``; `nil` for not at all.
    private var answerDeadline: Int64?

    /// Creates an instance that is closed.
    ///
    /// - Parameters:
    ///   - files: reports changes of files; `nil` if changes are not followed.
    ///   - receiveBuffer: the size of the receive buffer, in bytes.
    ///   - root: the root of the file system from which the system's files are read.
    init(following files: FileWatch?, receiveBuffer: Int32 = 0, root: SystemRoot = .system) {
        self.files = files
        self.receiveBuffer = receiveBuffer
        self.root = root
        resolverFiles = files?.add(ResolverConfiguration.files(root: root))
        reports = ReportReader(following: files, root: root)
    }

    var now: Int64 { MonotonicClock.milliseconds }

    func open() throws -> NetworkAccessError? {
        // The snapshot that is read next includes the waiting messages of the old sockets.
        close()
        do throws(NetlinkError) {
            socket = try NetlinkSocket(.route)
        } catch {
            portal = try openPortal(insteadOf: error)
            return nil
        }
        guard files != nil else { return nil }
        do {
            // Changes that cannot be waited for are as good as not reported.
            try PollSet.checkAvailability()
            listener = try KernelChangeListener(receiveBuffer: receiveBuffer)
            return nil
        } catch { return NetworkAccessError(error) }
    }

    private func openPortal(
        insteadOf refusal: NetlinkError
    ) throws(NetlinkError) -> DesktopPortalLink {
        let isStarted = portalStart <= now
        if isStarted, DesktopPortalLink.canBeAsked(insteadOf: refusal) {
            portalStart = now + Self.portalPause
        }
        let portal = try DesktopPortalLink.open(
            insteadOf: refusal, follows: files != nil, startsService: isStarted)
        portalStart = 0
        return portal
    }

    func close() {
        socket = nil
        wireGuard = nil
        listener = nil
        portal = nil
    }

    /// Throws an error if neither the kernel nor xdg-desktop-portal can be queried.
    static func checkAccess() throws(NetlinkError) {
        do throws(NetlinkError) {
            _ = try NetlinkSocket(.route)
        } catch {
            _ = try DesktopPortalLink.open(
                insteadOf: error, follows: false, startsService: true)
        }
    }

    /// Calls `body` with the socket for queries.
    private func withSocket<Result, Failure: Error>(
        _ body: (borrowing NetlinkSocket) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch socket {
        case .some(let socket): return try body(socket)
        case nil: preconditionFailure("the kernel is queried while closed")
        }
    }

    func readSnapshot() throws -> NetworkState {
        var state = try readNetwork(needsRules: true)
        addReports(to: &state, waitingUntil: answerDeadline)
        return state
    }

    /// Reads a snapshot of the network, without the reports of other programs about it.
    ///
    /// - Parameter needsRules: whether policy rules are read even if there is no tunnel.
    func readNetwork(needsRules: Bool) throws -> NetworkState {
        // The snapshot has what these have reported by now.
        _ = listener?.takeWirelessChange()
        if let files, let resolverFiles { _ = files.readChange(of: resolverFiles) }
        if portal != nil { return try readPortal() }
        // NetworkManager's devices are queried after its first answer, which names them. The queries continue before and
        // after the dumps, so that NetworkManager works while the kernel is read.
        reports.proceed()
        let state = try withSocket { try reader.read($0, needsRules: needsRules) }
        // ModemManager is asked only if there is an interface of a modem, which the snapshot shows.
        reports.followModems(of: state)
        reports.proceed()
        return state
    }

    /// Adds the reports of other programs to a snapshot of ``readNetwork(needsRules:)``.
    ///
    /// - Parameter deadline: how long to wait for the answers of NetworkManager and of ModemManager, in the time of ``now``;
    ///   `nil` to use the answers so far.
    func addReports(to state: inout NetworkState, waitingUntil deadline: Int64?) {
        guard portal == nil else { return }
        if let deadline { waitForAnswers(until: deadline) }
        _ = reports.apply(to: &state)
        hasOtherReports = false
    }

    /// Reads what xdg-desktop-portal says, and the configuration of the name servers.
    private func readPortal() throws -> NetworkState {
        var state = NetworkState()
        state.resolver = try ResolverConfiguration.read(root: root)
        state.desktopPortal = try portalReport()
        return state
    }

    /// The report of xdg-desktop-portal; `nil` while the kernel is queried.
    ///
    /// - Throws: why the kernel cannot be queried, if the portal no longer reports anything.
    private func portalReport() throws(NetlinkError) -> DesktopPortalReport? {
        switch portal {
        case .some(let portal):
            guard let report = portal.report else { throw portal.refusal }
            return report
        case nil: return nil
        }
    }

    /// Reads the policy rules. A snapshot may be without them.
    func readRules() throws(NetlinkError) -> [RuleMessage] {
        try withSocket { (socket) throws(NetlinkError) in try socket.dumpRules().elements }
    }

    /// The sources that cannot be followed although the kernel reports changes, with the reasons.
    var limitations: [Limitation] {
        var limitations = listener?.failures ?? []
        switch portal {
        case .some(let portal):
            limitations.append(Limitation(.network, NetworkAccessError(portal.refusal)))
        case nil: break
        }
        if let failure = files?.failure {
            limitations.append(Limitation(.files, NetworkAccessError(failure)))
        }
        return limitations
    }
}

/// The reception of changes.
extension LinuxKernel {
    /// Adds the descriptors to wait for.
    func add(to ready: inout PollSet) {
        listener?.add(to: &ready)
        switch portal {
        case .some(let portal): if let interest = portal.interest { ready.add(interest) }
        case nil: break
        }
        reports.add(to: &ready)
        files?.add(to: &ready)
    }

    /// Records which descriptors are ready, and receives the changes of files and of metering.
    func note(_ ready: borrowing PollSet) {
        listener?.note(ready)
        files?.receive(from: ready)
        if reports.receive(from: ready) { hasOtherReports = true }
        if portal?.hasNews(ready) == true { portal?.receive() }
    }

    var due: Int64? {
        MonotonicClock.earlier(listener?.due, MonotonicClock.earlier(reports.due, files?.due))
    }

    var hasChanges: Bool { listener?.hasChanges == true }

    func receiveChanges(into state: inout NetworkState) throws -> ChangeSummary {
        var summary = ChangeSummary()
        if hasOtherReports {
            hasOtherReports = false
            if reports.apply(to: &state) { summary.invalidation.add(.paths) }
        }
        let report = try portalReport()
        if report != state.desktopPortal {
            state.desktopPortal = report
            summary.invalidation.add(.paths)
        }
        if let listener {
            try listener.receive(into: &state, &summary)
            // After lost messages, the next snapshot includes the rest.
            if !summary.lostMessages {
                try completeInterfaces(&state, &summary, listener)
                if summary.hasUncertainRules { state.rules = try readRules() }
            }
            reports.followModems(of: state)
        }
        if let files, let resolverFiles, files.readChange(of: resolverFiles) {
            do throws(SystemError) {
                state.resolver = try ResolverConfiguration.read(root: root)
                summary.hasOtherNameServers = true
            } catch { files.retry(after: error) }
        }
        if let files, let planFiles, files.readChange(of: planFiles) {
            summary.hasOtherPlanUsage = true
        }
        return summary
    }

    /// Reads the properties that the kernel's messages do not determine.
    private func completeInterfaces(
        _ state: inout NetworkState,
        _ summary: inout ChangeSummary,
        _ listener: KernelChangeListener
    ) throws {
        for index in summary.incomplete { try reader.complete(index, of: &state) }
        if listener.takeWirelessChange() {
            try reader.readWireless(&state)
            summary.invalidation.add(.routes + .paths)
        }
    }

    func filter(
        watching addresses: [AddressBytes], nextHops: [RouteFilter.NextHop]
    ) -> Bool {
        // xdg-desktop-portal sends no route messages.
        listener?.attach(RouteFilter(watching: addresses, nextHops: nextHops)) ?? (portal == nil)
    }
}

/// Route queries.
extension LinuxKernel {
    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        try withSocket { (socket) throws(NetlinkError) in try socket.answer(query) }
    }

    func answer(
        _ positions: [Int],
        of queries: inout RouteQueries,
        isUnderLock: Bool,
        _ body: (Int, RouteAnswer) -> Void
    ) throws(NetlinkError) {
        // Without a kernel that can be queried, no route was ever asked for.
        guard portal == nil else { return }
        try withSocket { (socket) throws(NetlinkError) in
            try socket.answer(positions, of: &queries, isUnderLock: isUnderLock, body)
        }
    }

    func hardwareAddress(of router: Neighbor) throws(NetlinkError) -> [UInt8]? {
        guard portal == nil else { return nil }
        return try withSocket { (socket) throws(NetlinkError) in
            try socket.entry(of: router)?.hardwareAddress
        }
    }

    package func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading? {
        if wireGuard == nil { wireGuard = try WireGuardAccess() }
        switch wireGuard {
        case .some(let access): return try access.read(index)
        case nil: return nil
        }
    }

    /// The value of `net.ipv6.route.gc_interval`, plus two seconds, because the kernel rounds its
    /// timer up to a full second.
    var routeCollectionInterval: Int64 {
        // The network namespace of an unprivileged user has no such file.
        let seconds = root.setting("net.ipv6.route.gc_interval") ?? 30
        return (min(seconds, 86_400) + 2) * 1000
    }
}

/// The answers of other programs.
extension LinuxKernel {
    /// Waits for the answers of NetworkManager and of ModemManager. The next snapshot waits, too, if it shows that
    /// there is a modem.
    ///
    /// - Parameter deadline: the end of the wait, in the time of ``now``.
    func waitForAnswers(until deadline: Int64) {
        answerDeadline = deadline
        reports.waitForAnswers(until: deadline)
    }

    // While xdg-desktop-portal takes the kernel's place, there are no interfaces that these could tell of.

    /// Whether NetworkManager has answered.
    var networkManager: ServiceAvailability { portal == nil ? reports.networkManager : .answered }

    /// Whether an answer of NetworkManager or of ModemManager is still pending.
    var awaitsAnswers: Bool { portal == nil && reports.areAwaited }

    /// Whether NetworkManager's answer is still pending.
    var awaitsNetworkManager: Bool { portal == nil && reports.isNetworkManagerAwaited }

    /// Why NetworkManager's answer is missing; `nil` if it is there, or NetworkManager does not
    /// run.
    var missingAnswerReason: String? { portal == nil ? reports.missingAnswerReason : nil }
}

/// Data plans.
extension LinuxKernel {
    func followPlanFiles(_ paths: [String]) {
        if planFiles == nil, !paths.isEmpty { planFiles = files?.add(paths) }
    }
}

/// NetworkManager's connections.
extension LinuxKernel {
    var followsConnectionNames: Bool {
        get { reports.followsConnectionNames }
        set { if newValue != followsConnectionNames { reports.followsConnectionNames = newValue } }
    }
}

/// NetworkManager's connectivity check.
extension LinuxKernel {
    /// Whether NetworkManager checks the connectivity of its devices.
    var checksConnectivity: Bool { reports.checksConnectivity }

    /// Whether a check of ``checkConnectivity()`` has not ended.
    var isCheckingConnectivity: Bool { reports.isCheckingConnectivity }

    /// Has NetworkManager check the connectivity of its devices now, if it does at all.
    func checkConnectivity() { reports.checkConnectivity() }
}
