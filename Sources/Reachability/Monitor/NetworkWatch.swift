// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

/// All that tells of changes to the network itself: netlink's groups, nl80211's, and the end of a suspend. It
/// belongs to one thread.
final class NetworkWatch {
    private let routes: RouteEventSocket
    private var wireless: WirelessEventSocket?
    private var suspend: SuspendWatch?
    private var suspendFailure: SystemError?
    private var wirelessFailure: NetlinkError?
    /// When it is tried again to watch for a suspend, by ``MonotonicClock``; `nil` if there is no reason to.
    private var nextAttempt: Int64?

    /// How long until then, in milliseconds.
    private static let interval: Int64 = 10_000

    /// What has been told.
    struct News {
        /// What the changes call for.
        var consequence: NetworkState.Consequence = []
        /// The interfaces that show something else, where nothing else follows.
        var shown: [UInt32] = []
        /// The interfaces whose devices must be read.
        var incomplete: Set<UInt32> = []
        /// Whether a Wi-Fi interface works in another mode or network.
        var isWirelessDifferent = false
        /// Whether messages were lost, and all must be read afresh.
        var isOverrun = false
    }

    /// Subscribes to everything. What tells only of Wi-Fi or of a suspend may be refused (in some sandboxes),
    /// and the rest is still worth it.
    ///
    /// - Parameter receiveBuffer: how many bytes of messages may wait.
    init(receiveBuffer: Int32) throws {
        routes = try RouteEventSocket(receiveBuffer: receiveBuffer)
        watchForSuspend()
        listenToWireless()
    }

    /// Watches for a suspend. If there was no descriptor to spare, this is tried again later; where the system
    /// refuses it, it is not.
    private func watchForSuspend() {
        nextAttempt = nil
        do throws(SystemError) {
            suspend = try SuspendWatch()
            suspendFailure = nil
        } catch { fail(error, isPassing: SystemError.isExhaustion(error.errno)) }
    }

    private func fail(_ error: SystemError, isPassing: Bool) {
        suspend = nil
        suspendFailure = error
        if isPassing { nextAttempt = MonotonicClock.milliseconds + Self.interval }
    }

    /// Whether there is something to ``take(from:into:_:)`` though nothing is told.
    var isDue: Bool { nextAttempt.map { $0 <= MonotonicClock.milliseconds } ?? false }

    /// How long until then; `nil` if there is nothing to try again.
    var milliseconds: Int32? {
        nextAttempt.map(MonotonicClock.milliseconds(until:))
    }

    /// What it cannot listen to, and why.
    var failures: [NetworkAccessError] {
        var failures: [NetworkAccessError] = []
        if let suspendFailure { failures.append(NetworkAccessError(suspendFailure)) }
        if let wirelessFailure { failures.append(NetworkAccessError(wirelessFailure)) }
        return failures
    }

    /// Listens to nl80211, if it is there by now.
    func listenToWireless() {
        guard wireless == nil else { return }
        do throws(NetlinkError) {
            wireless = try WirelessEventSocket.open(receiveBuffer: 256 << 10)
            wirelessFailure = nil
        } catch { wirelessFailure = error }
    }

    /// Adds what to wait for.
    func add(to ready: inout Readiness) {
        ready.add(Readiness.Interest(routes.descriptor, reads: true))
        if let suspend { ready.add(Readiness.Interest(suspend.descriptor, reads: true)) }
        if let descriptor = wireless?.descriptor {
            ready.add(Readiness.Interest(descriptor, reads: true))
        }
    }

    /// Whether links, addresses or routes have changed, and nothing else has anything to tell.
    func isAllOf(_ ready: borrowing Readiness) -> Bool {
        ready.count == 1 && ready.contains(routes.descriptor)
    }

    /// Whether links, addresses or routes have changed that were not taken in yet.
    var hasChanges: Bool {
        Readiness.Interest(routes.descriptor, reads: true).isMet(within: 0)
    }

    /// Lets the kernel keep those route messages away that cannot matter.
    ///
    /// - Returns: whether all arrive, because the kernel does not take the filter or there is none
    ///   for so many addresses.
    func attach(_ filter: RouteFilter) -> Bool {
        do throws(NetlinkError) { try routes.attach(filter) } catch { return true }
        return filter.isOpen
    }

    /// Takes in what has been told.
    ///
    /// - Parameter ready: which descriptors have something to read.
    func take(
        from ready: borrowing Readiness,
        into state: inout NetworkState,
        _ statistics: inout PathMonitor.Statistics
    ) throws(NetlinkError) -> News {
        var news = News()
        if isDue {
            watchForSuspend()
            // There may have been one in the meantime.
            if suspend != nil { news.consequence.insert(.lookUp) }
        }
        if ready.contains(routes.descriptor) {
            try takeChanges(into: &state, &news, &statistics)
            // The others seldom have something to tell.
            if isAllOf(ready) { return news }
        }
        if let descriptor = wireless?.descriptor, ready.contains(descriptor) {
            news.isWirelessDifferent = try wireless?.take() == true
        }
        if let suspend, ready.contains(suspend.descriptor) {
            do throws(SystemError) {
                if try suspend.take() { news.consequence.insert(.lookUp) }
            } catch {
                // Somebody has taken its descriptor.
                fail(error, isPassing: true)
            }
        }
        return news
    }

    private func takeChanges(
        into state: inout NetworkState,
        _ news: inout News,
        _ statistics: inout PathMonitor.Statistics
    ) throws(NetlinkError) {
        let outcome = try routes.receive(onForeign: { statistics.drops += 1 }) { event in
            statistics.messages += 1
            let called = state.apply(event)
            guard case .link(let link) = event else { return news.consequence.add(called) }
            if called == .show { return news.shown.append(link.index) }
            news.consequence.add(called)
            if called.contains(.readDevice) { news.incomplete.insert(link.index) }
        }
        switch outcome {
        // What remains is taken in the next time; until then the path is as of this part.
        case .drained, .more: break
        case .overrun:
            statistics.countLoss()
            news.isOverrun = true
            // What waits is older than the dump that comes now, or is in it.
            while try routes.receive({ _ in }) != .drained {}
        }
    }
}
