// SPDX-License-Identifier: Apache-2.0

public import Dispatch
package import LinuxSystem
public import Reachability

extension Reachability {
    /// Whether a network that a test scripts leads to the internet.
    ///
    /// - Parameters:
    ///   - network: the network.
    ///   - notificationQueue: where closures are called.
    public convenience init(_ network: ScriptedNetwork, notificationQueue: DispatchQueue = .main) {
        self.init(.internet, on: network, notificationQueue)
    }

    /// Whether a network that a test scripts leads to a host: see ``NetworkScript/hosts``.
    ///
    /// - Parameters:
    ///   - network: the network.
    ///   - hostname: the name, or an address.
    ///   - notificationQueue: where closures are called.
    /// - Throws: `ReachabilityError` where this cannot be the name of a host.
    public convenience init(
        _ network: ScriptedNetwork,
        hostname: String,
        notificationQueue: DispatchQueue = .main
    ) throws(ReachabilityError) {
        self.init(try ReachabilityTarget(hostname: hostname), on: network, notificationQueue)
    }

    /// Whether a network that a test scripts leads to an address.
    ///
    /// - Parameters:
    ///   - network: the network.
    ///   - address: the address in text.
    ///   - notificationQueue: where closures are called.
    /// - Throws: `ReachabilityError` where this is not an address.
    public convenience init(
        _ network: ScriptedNetwork,
        address: String,
        notificationQueue: DispatchQueue = .main
    ) throws(ReachabilityError) {
        self.init(try ReachabilityTarget(address: address), on: network, notificationQueue)
    }

    /// Whether there is a Wi-Fi network among those that a test scripts.
    ///
    /// - Parameters:
    ///   - network: the networks.
    ///   - notificationQueue: where closures are called.
    public static func forLocalWiFi(
        _ network: ScriptedNetwork,
        notificationQueue: DispatchQueue = .main
    ) -> Reachability {
        Reachability(.localWiFi, on: network, notificationQueue)
    }

    private convenience init(
        _ target: ReachabilityTarget,
        on network: ScriptedNetwork,
        _ queue: DispatchQueue
    ) {
        self.init(target, deliveringOn: queue, source: network, resolver: network)
    }
}

extension ScriptedNetwork: HostResolving {
    package func resolve(_ host: HostName, _ listener: @escaping HostResolver.Listener) {
        let addresses = state.withLock { $0.script.hosts[host.description] }
        listener(
            addresses.map { .success($0) }
                ?? .failure(ResolutionError("cannot resolve \(host): the script does not know it")))
    }
}
