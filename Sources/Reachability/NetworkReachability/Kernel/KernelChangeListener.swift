// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// Receives the changes that the kernel reports: through the netlink groups of routes and of
/// nl80211, and at the end of a suspend.
///
/// A listener belongs to one thread.
final class KernelChangeListener {
    private let routes: RouteEventSocket
    private var wireless: WirelessEventSocket?
    private var suspend: SuspendWatch?
    private var suspendFailure: SystemError?
    private var wirelessFailure: NetlinkError?
    /// When to repeat the attempts that failed for lack of descriptors or memory, by ``MonotonicClock``; `nil` for never.
    private var nextAttempt: Int64?

    /// The time between two attempts, in milliseconds.
    private static let interval: Int64 = 10_000

    /// The sockets that have something to read.
    private struct Ready {
        var routes = false
        var wireless = false
        var suspend = false
    }

    private var ready = Ready()
    /// Whether nl80211 reported a change that was not handled yet.
    private var hasWirelessChange = false

    /// Subscribes to all changes. Some sandboxes refuse the subscriptions to Wi-Fi and to suspends;
    /// the others work without them.
    ///
    /// - Parameter receiveBuffer: the size of the receive buffer, in bytes.
    init(receiveBuffer: Int32) throws {
        routes = try RouteEventSocket(receiveBuffer: receiveBuffer)
        watchForSuspend()
        listenToWireless()
    }

    /// Watches for a suspend. If no descriptor is available, the attempt is repeated later; if the
    /// system refuses, it is not.
    private func watchForSuspend() {
        do throws(SystemError) {
            suspend = try SuspendWatch()
            suspendFailure = nil
        } catch { fail(error, isPassing: SystemError.isExhaustion(error.errno)) }
    }

    private func fail(_ error: SystemError, isPassing: Bool) {
        suspend = nil
        suspendFailure = error
        if isPassing { tryLater() }
    }

    private func tryLater() { nextAttempt = MonotonicClock.milliseconds + Self.interval }

    /// Tries again to watch for a suspend and to listen to nl80211, as far as that failed.
    private func tryAgain(_ summary: inout ChangeSummary) {
        nextAttempt = nil
        if suspendFailure != nil {
            watchForSuspend()
            // The system may have been suspended in the meantime.
            if suspend != nil { summary.invalidation.add(.routes) }
        }
        if wirelessFailure != nil {
            listenToWireless()
            if wireless != nil { hasWirelessChange = true }
        }
    }

    /// When to repeat the attempts that failed for lack of descriptors or memory; `nil` for never.
    var due: Int64? { nextAttempt }

    /// The parts that cannot be followed, with the reasons.
    var failures: [Limitation] {
        var failures: [Limitation] = []
        if let suspendFailure {
            failures.append(Limitation(.suspend, NetworkAccessError(suspendFailure)))
        }
        if let wirelessFailure {
            failures.append(Limitation(.wifi, NetworkAccessError(wirelessFailure)))
        }
        return failures
    }

    /// Listens to nl80211, if that is available by now and has not begun. If no descriptor is available, the attempt is
    /// repeated later.
    func listenToWireless() {
        guard wireless == nil else { return }
        do throws(NetlinkError) {
            wireless = try WirelessEventSocket.open(receiveBuffer: 256 << 10)
            wirelessFailure = nil
        } catch {
            wirelessFailure = error
            if error.isExhaustion { tryLater() }
        }
    }

    /// Adds the descriptors to wait for.
    func add(to ready: inout PollSet) {
        ready.add(PollSet.Interest(routes.descriptor, reads: true))
        if let suspend { ready.add(PollSet.Interest(suspend.descriptor, reads: true)) }
        if let descriptor = wireless?.descriptor {
            ready.add(PollSet.Interest(descriptor, reads: true))
        }
    }

    /// Records which sockets a wait found ready.
    func note(_ set: borrowing PollSet) {
        ready.routes = set.contains(routes.descriptor)
        if let descriptor = wireless?.descriptor { ready.wireless = set.contains(descriptor) }
        if let suspend { ready.suspend = set.contains(suspend.descriptor) }
    }

    /// Whether the kernel has reported changes of links, addresses or routes that were not received
    /// yet.
    var hasChanges: Bool {
        PollSet.Interest(routes.descriptor, reads: true).isMet(within: 0)
    }

    /// Makes the kernel drop the messages about routes and neighbors that cannot matter.
    ///
    /// - Returns: whether all messages arrive, because the kernel does not accept the filter or
    ///   there are too many addresses or next hops for a filter.
    func attach(_ filter: RouteFilter) -> Bool {
        do throws(NetlinkError) { try routes.attach(filter) } catch { return true }
        return filter.isOpen
    }

    /// Receives the changes that were reported, and applies them to a state.
    func receive(into state: inout NetworkState, _ summary: inout ChangeSummary)
        throws(NetlinkError)
    {
        defer { ready = Ready() }
        if let nextAttempt, nextAttempt <= MonotonicClock.milliseconds { tryAgain(&summary) }
        if ready.routes { try receiveRoutes(into: &state, &summary) }
        if ready.wireless, try wireless?.receive() == true { hasWirelessChange = true }
        if ready.suspend, let suspend {
            do throws(SystemError) {
                if try suspend.read() { summary.invalidation.add(.routes) }
            } catch {
                // Other code closed or replaced the descriptor.
                fail(error, isPassing: true)
            }
        }
    }

    /// Returns whether nl80211 has reported a change since the last call.
    func takeWirelessChange() -> Bool {
        defer { hasWirelessChange = false }
        return hasWirelessChange
    }

    private func receiveRoutes(
        into state: inout NetworkState,
        _ summary: inout ChangeSummary
    ) throws(NetlinkError) {
        let outcome = try routes.receive(onForeign: { summary.drops += 1 }) { event in
            summary.apply(event, to: &state)
        }
        switch outcome {
        // The rest is received in the next call; until then the path reflects this part.
        case .drained, .more: break
        case .overrun:
            summary.lostMessages = true
            // The snapshot that is read next includes the waiting messages.
            while try routes.receive({ _ in }) != .drained {}
        }
    }
}
