// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
public import NetworkReachability

/// A scripted network, for tests of monitors and of code that uses them.
///
/// ```swift
/// let network = ScriptedNetwork()
/// let monitor = PathMonitor(network)
/// network.connect(.wifi, name: "wlan0", metered: .guessYes)
/// assert(monitor.currentPath.isExpensive)
/// ```
///
/// A new network has no interfaces. The library classifies the interfaces and evaluates the path
/// with the same code as for a real network. When a change returns, the path has been evaluated and
/// all observers have been notified; handlers run on their queues. The class can be used from any
/// thread.
public final class ScriptedNetwork: Sendable {
    struct State: ~Copyable {
        var script = NetworkScript()
        var subscribers = SubscriberTable()
        /// Whether the first answers on what the path costs are still waited for.
        var awaitsAnswers = false
        /// The problems that the handler of diagnostics knows.
        var reported = DiagnosticDeduplicator()
        /// The script that the driver has followed.
        private var followed = NetworkScript()
        private var driver = TrackingDriver([], of: ScriptedKernel(), showsAll: true)

        /// Makes the script's changes, and evaluates the paths that are followed.
        ///
        /// - Parameter losingMessages: whether messages are lost in the course of the changes.
        mutating func publish(losingMessages: Bool = false) -> [SubscriberTable.Delivery] {
            let kernel = driver.kernel
            kernel.report(script.reports(since: followed) + (losingMessages ? [.loss] : []))
            script.forgetReports()
            followed = script
            kernel.state = script.state
            kernel.routes = script.routes
            driver.follow(subscribers.questions)
            driver.wake()
            driver.readPlans()
            while driver.next() != nil {}
            return subscribers.publish(
                driver.paths.map { ($0.question, $0.path) }, resyncs: statistics.resyncs,
                awaitsAnswers: awaitsAnswers)
        }

        var statistics: PathMonitor.Statistics { driver.statistics }

        var health: MonitorHealth {
            var health = MonitorHealth()
            health.mode = driver.mode
            health.statistics = driver.statistics
            return health
        }
    }

    let state = Lock(State())
    package let circumstanceObservers = CircumstanceObservers()
    private let clock = Lock<@Sendable () -> Circumstances>({ .current })
    private let power = Lock(PowerState())

    /// Creates a network without interfaces.
    public init() {}

    /// Connects an interface, which is created if it does not exist. The parameters are those of
    /// ``NetworkScript/connect(_:name:metered:ssid:families:metric:)``.
    public func connect(
        _ type: InterfaceType,
        name: String,
        metered: Metered.Value? = nil,
        ssid: String? = nil,
        families: Set<IPAddress.Family> = [.ipv4],
        metric: Int? = nil
    ) {
        change {
            $0.connect(
                type, name: name, metered: metered, ssid: ssid, families: families, metric: metric)
        }
    }

    /// Disconnects an interface, as if its cable were unplugged or its network were out of reach:
    /// it loses its carrier, addresses and routes. An unknown name has no effect.
    public func disconnect(_ name: String) { change { $0.disconnect(name) } }

    /// Removes an interface, as if its device were unplugged. An unknown name has no effect.
    public func remove(_ name: String) { change { $0.remove(name) } }

    /// Makes several changes at once, which monitors report as one change.
    ///
    /// - Parameters:
    ///   - losingMessages: whether monitors lose messages during the change, so that they read the
    ///     whole network state again and mark the change (`PathChange.isResync`).
    ///   - body: makes the changes of the script it is given. It must not use the network or its monitors, which wait until
    ///     it has returned.
    public func change(losingMessages: Bool = false, _ body: (inout NetworkScript) -> Void) {
        deliver { state in
            body(&state.script)
            return state.publish(losingMessages: losingMessages)
        }
    }

    /// Changes the state under the lock. Then reports the diagnostics that follow, and delivers,
    /// without the lock.
    private func deliver(_ change: (inout State) -> [SubscriberTable.Delivery]) {
        let (deliveries, diagnostics) = state.withLock { state in
            let deliveries = change(&state)
            return (deliveries, state.reported.update(state.health))
        }
        NetworkDiagnostic.report(diagnostics)
        SubscriberTable.deliver(deliveries)
    }
}

extension ScriptedNetwork {
    /// Sets the local clock, for constraints with `hours`. Without a call, it is the clock of the machine.
    ///
    /// - Parameters:
    ///   - hour: the hour, 0 to 23.
    ///   - minute: the minute, 0 to 59.
    ///   - clock: the clock with which the time goes on; `nil` if it stands still. It should be the clock of the queue.
    public func setLocalTime(hour: Int, minute: Int, running clock: ManualClock? = nil) {
        let start = Int64(hour * 60 + minute) * 60_000
        setCircumstances(at: start, of: WallClock { _ in 0 }, running: clock)
    }

    /// Sets the time and the local clock.
    ///
    /// - Parameters:
    ///   - start: the time, in milliseconds since 1970.
    ///   - wallClock: the local clock.
    ///   - clock: the clock with which the time goes on; `nil` if it stands still.
    package func setCircumstances(
        at start: Int64, of wallClock: WallClock, running clock: ManualClock?
    ) {
        let begin = clock?.now
        self.clock.withLock {
            $0 = {
                var elapsed = Swift.Duration.zero
                if let clock, let begin { elapsed = begin.duration(to: clock.now) }
                let milliseconds = Int64(elapsed / .milliseconds(1))
                return Circumstances(now: start + milliseconds) { wallClock }
            }
        }
        circumstanceObservers.notify()
    }

    /// Sets the power of the machine, for constraints with `requiresExternalPower` and `batteryLevelAbove`. Without a call,
    /// the machine has no battery.
    ///
    /// - Parameters:
    ///   - isOnBattery: whether a battery discharges.
    ///   - batteryLevel: how full the batteries are, in percent; `nil` if there is none.
    public func setPower(onBattery isOnBattery: Bool, batteryLevel: Int? = nil) {
        power.withLock {
            $0 = PowerState(isOnBattery: isOnBattery, batteryLevel: batteryLevel.map(Double.init))
        }
        circumstanceObservers.notify()
    }

    package var circumstances: Circumstances {
        var circumstances = clock.withLock(\.self)()
        circumstances.power = { [power] in power.withLock(\.self) }
        return circumstances
    }
}

extension ScriptedNetwork: PathSource {
    package func checkAccess() {}

    package func look(_ question: PathQuestion) -> NetworkPath {
        state.withLock { $0.script.path(question) }
    }

    /// Begins or ends the wait for the first answers of NetworkManager and ModemManager.
    package func setAwaitsAnswers(_ awaitsAnswers: Bool) {
        deliver { state in
            state.awaitsAnswers = awaitsAnswers
            return state.publish()
        }
    }

    package func subscribe(_ subscriber: any PathSubscriber) {
        deliver { $0.subscribers.add(subscriber) + $0.publish() }
    }

    package func unsubscribe(_ subscriber: any PathSubscriber) {
        state.withLock { state in _ = state.subscribers.remove(subscriber) }
    }

    package var mode: PathMonitor.Mode {
        state.withLock { $0.subscribers.questions.isEmpty ? .idle : .events }
    }

    package var limitations: [NetworkAccessError] { [] }

    package var statistics: PathMonitor.Statistics { state.withLock { $0.statistics } }
}

extension PathMonitor {
    /// Creates a monitor of a scripted network.
    ///
    /// - Parameters:
    ///   - network: the scripted network.
    ///   - configuration: which interfaces count, and when changes are delivered.
    public convenience init(
        _ network: ScriptedNetwork,
        _ configuration: Configuration = Configuration()
    ) {
        self.init(configuration, of: network)
    }
}
