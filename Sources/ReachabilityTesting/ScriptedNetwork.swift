// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
public import Reachability

/// A network that a test scripts, for monitors and what is built on them.
///
/// ```swift
/// let network = ScriptedNetwork()
/// let monitor = PathMonitor(network)
/// network.connect(.wifi, name: "wlan0", metered: .guessYes)
/// assert(monitor.currentPath.isExpensive)
/// ```
///
/// It begins without an interface. Interfaces, addresses and routes take the way that the kernel's
/// take: the same code tells what they are and decides the path. Once a change returns, the path is
/// decided and everybody who listens has been told; handlers run on their queues, as ever.
///
/// It can be used from any thread.
public final class ScriptedNetwork: Sendable {
    struct State {
        var script = NetworkScript()
        var board = PathBoard()
        var statistics = PathMonitor.Statistics()

        /// Decides the paths that are asked for.
        mutating func publish() -> [PathBoard.Delivery] {
            let paths = board.questions.map { ($0, script.path($0)) }
            return board.publish(paths, resyncs: statistics.resyncs)
        }
    }

    let state = Lock(State())

    /// A network without an interface.
    public init() {}

    /// Connects an interface, new or known: see
    /// ``NetworkScript/connect(_:name:metered:ssid:families:metric:)``, which has the same parameters.
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

    /// Takes an interface's carrier, and with it its addresses and routes: the cable is pulled, the
    /// network out of reach. One that is not there is left alone.
    public func disconnect(_ name: String) { change { $0.disconnect(name) } }

    /// Takes an interface away, as if its device were unplugged. One that is not there is left alone.
    public func remove(_ name: String) { change { $0.remove(name) } }

    /// Changes several things at once: monitors see them as one change.
    ///
    /// - Parameters:
    ///   - losingMessages: whether messages are to be lost in its course, so that monitors read
    ///     everything afresh and tell it as such (`PathChange.isResync`).
    ///   - body: makes the changes.
    public func change(losingMessages: Bool = false, _ body: (inout NetworkScript) -> Void) {
        PathBoard.deliver(
            state.withLock { state in
                body(&state.script)
                if losingMessages { state.statistics.countLoss() }
                return state.publish()
            })
    }
}

extension ScriptedNetwork: PathSource {
    package func checkAccess() {}

    package func look(_ question: PathQuestion) -> NetworkPath {
        state.withLock { $0.script.path(question) }
    }

    package func subscribe(_ subscriber: any PathSubscriber) {
        PathBoard.deliver(state.withLock { $0.board.add(subscriber) + $0.publish() })
    }

    package func unsubscribe(_ subscriber: any PathSubscriber) {
        state.withLock { state in _ = state.board.remove(subscriber) }
    }

    package var mode: PathMonitor.Mode {
        state.withLock { $0.board.questions.isEmpty ? .idle : .events }
    }

    package var limitations: [NetworkAccessError] { [] }

    package var statistics: PathMonitor.Statistics { state.withLock(\.statistics) }
}

extension PathMonitor {
    /// Monitors a network that a test scripts.
    ///
    /// - Parameters:
    ///   - network: the network.
    ///   - requiredInterfaceType: the type that an interface must be of; `nil` for any.
    ///   - prohibitedInterfaceTypes: the types that it may not be of.
    ///   - settle: how much quiet there must be before a change is told. Changes that do not end are told
    ///     after five times this.
    public convenience init(
        _ network: ScriptedNetwork,
        requiredInterfaceType: InterfaceType? = nil,
        prohibitedInterfaceTypes: [InterfaceType] = [],
        settle: Duration = .zero
    ) {
        self.init(
            PathQuestion(
                requiredType: requiredInterfaceType,
                prohibitedTypes: Set(prohibitedInterfaceTypes)),
            of: network, settle: settle)
    }
}
