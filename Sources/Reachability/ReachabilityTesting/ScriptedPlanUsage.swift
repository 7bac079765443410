// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
public import NetworkReachability

/// The scripted use of data plans, for tests of monitors and of code that holds work back.
///
/// ```swift
/// let network = ScriptedNetwork()
/// let usage = ScriptedPlanUsage(network)
/// let plan = DataPlan(name: "LTE", interface: "wwan*", limit: 2_000_000_000)
/// let monitor = PathMonitor(network, .init(plans: [plan], planUsage: usage))
/// network.connect(.wwan, name: "wwan0")
/// usage.use(2_000_000_000, of: plan)
/// assert(monitor.currentPath.plan?.state == .over)
/// ```
///
/// Its clock moves only when the script says so. After each change, the monitors of the network read their plans again.
/// The class can be used from any thread.
public final class ScriptedPlanUsage: PlanUsage {
    private struct State {
        var now: Duration
        /// The bytes of each plan, and when they were counted last.
        var used: [String: (bytes: Int64, time: Int64)] = [:]
        var isRecording = true

        /// The bytes that a plan has used in its period. Those of an earlier period do not count.
        func bytes(of plan: DataPlan) -> Int64 {
            guard let used = used[plan.name] else { return 0 }
            let period = plan.period(at: now.wholeMilliseconds)
            return period.map { $0.from <= used.time } ?? true ? used.bytes : 0
        }

        mutating func set(_ bytes: Int64, of name: String) {
            used[name] = (bytes, now.wholeMilliseconds)
        }
    }

    private let network: ScriptedNetwork
    private let state: Lock<State>

    /// Creates a source that has counted nothing.
    ///
    /// - Parameters:
    ///   - network: the network whose monitors read their plans after each change.
    ///   - now: the time since 1970-01-01T00:00:00Z; by default, 2026-11-01T00:00:00Z.
    public init(_ network: ScriptedNetwork, now: Duration = .seconds(1_793_491_200)) {
        self.network = network
        state = Lock(State(now: now))
    }

    /// The time since 1970-01-01T00:00:00Z, by the script.
    public var now: Duration { state.withLock(\.now) }

    /// Returns the bytes that a plan has used in its period; `nil` while nothing records.
    public func bytesUsed(by plan: DataPlan) -> Int64? {
        state.withLock { $0.isRecording ? $0.bytes(of: plan) : nil }
    }

    /// Counts more bytes of a plan, also while nothing records.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes.
    ///   - plan: the plan. Bytes of an earlier period do not count any more.
    public func use(_ bytes: Int64, of plan: DataPlan) {
        state.withLock { $0.set($0.bytes(of: plan) + bytes, of: plan.name) }
        network.change { _ in }
    }

    /// Sets what a plan has used in its period.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes.
    ///   - name: the name of the plan.
    public func set(_ bytes: Int64, of name: String) {
        state.withLock { $0.set(bytes, of: name) }
        network.change { _ in }
    }

    /// Whether something records what plans use. While nothing does, their state is unknown.
    public var isRecording: Bool {
        get { state.withLock(\.isRecording) }
        set {
            state.withLock { $0.isRecording = newValue }
            network.change { _ in }
        }
    }

    /// Moves the clock, so that plans renew whose time has come.
    ///
    /// - Parameter duration: how far; back, if it is negative.
    public func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
        network.change { _ in }
    }
}
