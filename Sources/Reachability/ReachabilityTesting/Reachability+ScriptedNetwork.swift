// SPDX-License-Identifier: Apache-2.0

public import Dispatch
package import LinuxSystem
public import Reachability

extension Reachability {
    /// Creates a notifier for the internet in a scripted network.
    ///
    /// - Parameters:
    ///   - network: the scripted network.
    ///   - notificationQueue: the queue on which the closures are called.
    public convenience init(_ network: ScriptedNetwork, notificationQueue: DispatchQueue = .main) {
        self.init(.internet, on: network, notificationQueue)
    }

    /// Creates a notifier for a host in a scripted network: see ``NetworkScript/hosts``.
    ///
    /// - Parameters:
    ///   - network: the scripted network.
    ///   - hostname: the host's name, or an IP address.
    ///   - notificationQueue: the queue on which the closures are called.
    /// - Throws: `ReachabilityError` if the text cannot be a host name.
    public convenience init(
        _ network: ScriptedNetwork,
        hostname: String,
        notificationQueue: DispatchQueue = .main
    ) throws(ReachabilityError) {
        self.init(try ReachabilityTarget(hostname: hostname), on: network, notificationQueue)
    }

    /// Creates a notifier for an IP address in a scripted network.
    ///
    /// - Parameters:
    ///   - network: the scripted network.
    ///   - address: the address as text.
    ///   - notificationQueue: the queue on which the closures are called.
    /// - Throws: `ReachabilityError` if the text is not an IP address.
    public convenience init(
        _ network: ScriptedNetwork,
        address: String,
        notificationQueue: DispatchQueue = .main
    ) throws(ReachabilityError) {
        self.init(try ReachabilityTarget(address: address), on: network, notificationQueue)
    }

    /// Returns a notifier for the local Wi-Fi network of a scripted network.
    ///
    /// - Parameters:
    ///   - network: the scripted network.
    ///   - notificationQueue: the queue on which the closures are called.
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
