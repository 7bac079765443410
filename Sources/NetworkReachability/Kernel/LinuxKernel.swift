// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
package import Netlink

/// The kernel of this machine, and the sources of what the kernel does not report: files and
/// NetworkManager.
///
/// An instance belongs to one thread.
package final class LinuxKernel: KernelAccess {
    /// A socket for queries. (A class, because a socket cannot be copied, and the property is
    /// optional.)
    private final class QuerySocket {
        let socket: NetlinkSocket

        init() throws(NetlinkError) { socket = try NetlinkSocket(.route) }
    }

    /// The socket for queries; `nil` while closed.
    private var querySocket: QuerySocket?
    /// Receives changes; `nil` if the kernel does not report any.
    private var listener: KernelChangeListener?
    private let receiveBuffer: Int32
    /// The root of the file system.
    private let root: SystemRoot
    private var reader: SnapshotReader { SnapshotReader(root: root) }
    /// Reports changes of files; `nil` if changes are not followed.
    private let files: FileWatch?
    private let resolverFiles: FileWatch.Subject?
    private var costs: MeteringInputs
    /// Whether other metering reports were received and not applied yet.
    private var hasOtherCosts = false

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
        costs = MeteringInputs(following: files, root: root)
    }

    package var now: Int64 { MonotonicClock.milliseconds }

    package func open() throws -> NetworkAccessError? {
        // The snapshot that is read next includes the waiting messages of the old sockets.
        close()
        querySocket = try QuerySocket()
        guard files != nil else { return nil }
        do {
            listener = try KernelChangeListener(receiveBuffer: receiveBuffer)
            return nil
        } catch { return NetworkAccessError(error) }
    }

    package func close() {
        querySocket = nil
        listener = nil
    }

    private var openSocket: QuerySocket {
        guard let querySocket else { preconditionFailure("the kernel is queried while closed") }
        return querySocket
    }

    package func readSnapshot() throws -> NetworkState { try readSnapshot(needsRules: true) }

    /// Reads a snapshot of the network.
    ///
    /// - Parameters:
    ///   - needsRules: whether policy rules are read even if there is no tunnel.
    ///   - costDeadline: how long to wait for NetworkManager's answer, in the time of ``now``;
    ///     `nil` to use the answer so far.
    func readSnapshot(needsRules: Bool, costDeadline: Int64? = nil) throws -> NetworkState {
        // The snapshot has what these have reported by now.
        _ = listener?.takeWirelessChange()
        if let files, let resolverFiles { _ = files.readChange(of: resolverFiles) }
        var state = try reader.read(openSocket.socket, needsRules: needsRules)
        if let costDeadline { waitForCosts(until: costDeadline) }
        _ = costs.apply(to: &state)
        hasOtherCosts = false
        return state
    }

    /// Reads the policy rules. A snapshot may be without them.
    func readRules() throws(NetlinkError) -> [RuleMessage] {
        try openSocket.socket.dumpRules().elements
    }

    /// What cannot be followed although changes are reported, and why.
    var limitations: [Limitation] {
        var limitations = listener?.failures ?? []
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
        costs.add(to: &ready)
        files?.add(to: &ready)
    }

    /// Records which descriptors are ready, and receives the changes of files and of metering.
    func note(_ ready: borrowing PollSet) {
        listener?.note(ready)
        files?.receive(from: ready)
        if costs.receive(from: ready) { hasOtherCosts = true }
    }

    package var due: Int64? {
        [listener?.due, costs.due, files?.due].lazy.compactMap(\.self).min()
    }

    package var hasChanges: Bool { listener?.hasChanges == true }

    package func receiveChanges(into state: inout NetworkState) throws -> ChangeSummary {
        var summary = ChangeSummary()
        if hasOtherCosts {
            hasOtherCosts = false
            if costs.apply(to: &state) { summary.invalidation.add(.paths) }
        }
        if let listener {
            try listener.receive(into: &state, &summary)
            // After lost messages, the next snapshot includes the rest.
            if !summary.lostMessages { try completeInterfaces(&state, &summary, listener) }
        }
        if let files, let resolverFiles, files.readChange(of: resolverFiles) {
            do throws(SystemError) {
                state.resolver = try ResolverConfiguration.read(root: root)
                summary.hasOtherNameServers = true
            } catch { files.retry(after: error) }
        }
        return summary
    }

    /// Reads the properties that the kernel's messages do not determine.
    private func completeInterfaces(
        _ state: inout NetworkState,
        _ summary: inout ChangeSummary,
        _ listener: KernelChangeListener
    ) throws {
        for index in summary.incomplete {
            if try reader.complete(index, of: &state) { listener.listenToWireless() }
        }
        if listener.takeWirelessChange() {
            try reader.readWireless(&state)
            summary.invalidation.add(.routes + .paths)
        }
    }

    package func filterRoutes(watching addresses: [AddressBytes]) -> Bool {
        listener?.attach(RouteFilter(watching: addresses)) ?? true
    }
}

/// Route queries.
extension LinuxKernel {
    package func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        try openSocket.socket.answer(query)
    }

    package func answer(
        _ positions: [Int],
        of queries: inout RouteQueries,
        isBehindLock: Bool,
        _ body: (Int, RouteAnswer) -> Void
    ) throws(NetlinkError) {
        try openSocket.socket.answer(positions, of: &queries, isBehindLock: isBehindLock, body)
    }

    /// The value of `net.ipv6.route.gc_interval`, plus two seconds, because the kernel rounds its
    /// timer up to a full second.
    package var routeCollectionInterval: Int64 {
        // The network namespace of an unprivileged user has no such file.
        let seconds = root.setting("net.ipv6.route.gc_interval") ?? 30
        return (min(seconds, 86_400) + 2) * 1000
    }
}

/// The metering sources.
extension LinuxKernel {
    /// Waits for NetworkManager's answer.
    ///
    /// - Parameter deadline: the end of the wait, in the time of ``now``.
    func waitForCosts(until deadline: Int64) { costs.waitForAnswer(until: deadline) }

    /// Whether NetworkManager has answered.
    var networkManager: NetworkManagerAvailability { costs.networkManager }

    /// Whether NetworkManager's answer is still pending.
    var awaitsCosts: Bool { costs.areAwaited }

    /// Why NetworkManager's answer is missing; `nil` if it is there, or NetworkManager does not
    /// run.
    var missingAnswerReason: String? { costs.missingAnswerReason }
}
