// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
internal import NetworkReachability

/// The path by which a server is asked, and what waits for it.
struct ServerPath: Sendable {
    let monitor: PathMonitor
    let revalidations: Revalidations
}

/// The paths to servers: that to the internet, and those to hosts that can be reached without it.
///
/// The path to the internet decides as long as it meets the constraints. If it does not, the path to the host is asked for: a
/// server on this machine or in the local network can be asked without a default route. With a proxy, only the path to the
/// internet counts: the session connects to the proxy, and not to the host.
final class ServerPaths: Sendable {
    /// The addresses of a host that were looked up, and when, by ``MonotonicClock``.
    private struct Lookup {
        var addresses: [IPAddress]
        var time: Int64
    }

    private struct State {
        var servers: [Set<IPAddress>: ServerPath] = [:]
        var lookups: [HostName: Lookup] = [:]
    }

    /// How long the addresses of a host count, and how long the failure of a lookup does, in milliseconds.
    private static let lifetimes: (addresses: Int64, failure: Int64) = (30_000, 5000)
    /// How long the addresses of a host are waited for. What is stored is to be used at once without a network, and a name
    /// server in the local network answers faster.
    private static let patience = Duration.milliseconds(250)
    /// How many hosts are remembered.
    private static let limit = 64

    let internet: ServerPath
    private let state = Lock(State())
    private let make: @Sendable (PathMonitor) -> ServerPath
    private let resolver: HostResolver
    private let environment: @Sendable () -> [String: String]

    /// - Parameters:
    ///   - environment: the variables of the process, by which libcurl in Foundation finds its proxies.
    ///   - revalidations: makes what waits for the path of a monitor.
    init(
        _ monitor: PathMonitor, resolver: HostResolver = .shared,
        environment: @escaping @Sendable () -> [String: String] = {
            ProcessInfo.processInfo.environment
        },
        revalidations: @escaping @Sendable (PathMonitor) -> Revalidations
    ) {
        make = { ServerPath(monitor: $0, revalidations: revalidations($0)) }
        internet = make(monitor)
        self.resolver = resolver
        self.environment = environment
    }

    /// How many validations wait.
    var waitingRevalidations: Int {
        let servers = state.withLock { Array($0.servers.values) }
        return ([internet] + servers).reduce(0) { $0 + $1.revalidations.count }
    }

    func cancel() {
        let servers = state.withLock { Array($0.servers.values) }
        for server in [internet] + servers { server.revalidations.cancel() }
    }

    /// The path by which a host is asked.
    func path(to host: String?, _ constraints: NetworkConstraints) async -> ServerPath {
        let path = internet.monitor.currentPath
        guard !path.satisfies(constraints), let host, !hasProxy,
            let addresses = await addresses(of: host, isOffline: path.status != .satisfied)
        else { return internet }
        let server = server(Set(addresses))
        return server.monitor.currentPath.satisfies(constraints) ? server : internet
    }

    /// Whether a variable names a proxy. Exceptions (`no_proxy`) are not read: without knowing them, the path to the internet
    /// counts.
    private var hasProxy: Bool {
        environment().contains { name, value in
            ["http_proxy", "https_proxy", "all_proxy"].contains(name.lowercased())
                && !value.isEmpty
        }
    }

    /// The path to the host with some addresses; that to the internet if validations wait for too many other hosts.
    private func server(_ addresses: Set<IPAddress>) -> ServerPath {
        state.withLock { state in
            if let server = state.servers[addresses] { return server }
            if state.servers.count >= Self.limit {
                state.servers = state.servers.filter { $0.value.revalidations.count > 0 }
                guard state.servers.count < Self.limit else { return internet }
            }
            let server = make(internet.monitor.monitor(ofPathTo: Array(addresses)))
            state.servers[addresses] = server
            return server
        }
    }

    /// - Parameter isOffline: whether there is no path to the internet. Only then a name is looked up: otherwise the lookup
    ///   could use the network that the constraints rule out.
    /// - Returns: `nil` if they are not known.
    private func addresses(of host: String, isOffline: Bool) async -> [IPAddress]? {
        if let address = IPAddress(host) { return [address] }
        guard isOffline, let name = HostName(host) else { return nil }
        let now = MonotonicClock.milliseconds
        let known = state.withLock { $0.lookups[name] }
        if let known {
            let lifetimes = Self.lifetimes
            let lifetime = known.addresses.isEmpty ? lifetimes.failure : lifetimes.addresses
            if now - known.time < lifetime {
                return known.addresses.isEmpty ? nil : known.addresses
            }
        }
        let (stream, continuation) = AsyncStream.makeStream(of: [IPAddress].self)
        resolver.resolve(name) { [state] outcome in
            // A failed lookup counts as no address: the path to the internet is used.
            let addresses = ((try? outcome.get()) ?? []).compactMap(IPAddress.init)
            state.withLock { state in
                if state.lookups.count >= Self.limit { state.lookups = [:] }
                state.lookups[name] = Lookup(
                    addresses: addresses, time: MonotonicClock.milliseconds)
            }
            continuation.yield(addresses)
            continuation.finish()
        }
        let timer = Task {
            // It ends early only if it was cancelled.
            try? await Task.sleep(for: Self.patience)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await addresses in stream { return addresses.isEmpty ? nil : addresses }
        return nil
    }
}
