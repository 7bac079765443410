// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import LinuxSystem
internal import NetworkReachability

/// The paths to servers: the path to the internet, and the paths to hosts that can be reached without it.
///
/// The path to the internet counts if it meets the constraints. Otherwise the path to the host counts: a server on this machine
/// or in the local network can be reached without a default route. With a proxy, only the path to the internet counts,
/// because the session connects to the proxy, not to the host.
final class ServerPaths: Sendable {
    /// A path to a server, and the validations that wait for it.
    struct Path: Sendable {
        let monitor: PathMonitor
        let revalidations: Revalidations
    }

    /// The result of a lookup of a host's addresses, and its time by ``MonotonicClock``.
    private struct Lookup {
        var addresses: [IPAddress]
        var time: Int64
    }

    private struct State {
        var servers: [Set<IPAddress>: Path] = [:]
        var lookups: [HostName: Lookup] = [:]
    }

    /// How long the addresses of a host, and a failed lookup, are valid, in milliseconds.
    private static let lifetimes: (addresses: Int64, failure: Int64) = (30_000, 5000)
    /// The maximum time of a lookup. Without a network the client must use the stored answer at once, and a name server in
    /// the local network answers faster.
    private static let patience = Duration.milliseconds(250)
    /// The maximum number of hosts that are remembered.
    private static let limit = 64

    let internet: Path
    private let state = Lock(State())
    private let make: @Sendable (PathMonitor) -> Path
    private let resolver: HostResolver
    private let environment: @Sendable () -> [String: String]

    /// - Parameters:
    ///   - monitor: the monitor of the path to the internet.
    ///   - resolver: looks up the addresses of hosts.
    ///   - environment: the environment variables, which name the proxies of Foundation.
    ///   - revalidations: makes the list of validations that wait for the path of a monitor.
    init(
        _ monitor: PathMonitor, resolver: HostResolver = .shared,
        environment: @escaping @Sendable () -> [String: String] = {
            ProcessInfo.processInfo.environment
        },
        revalidations: @escaping @Sendable (PathMonitor) -> Revalidations
    ) {
        make = { Path(monitor: $0, revalidations: revalidations($0)) }
        internet = make(monitor)
        self.resolver = resolver
        self.environment = environment
    }

    /// The number of validations that wait.
    var waitingRevalidations: Int {
        let servers = state.withLock { Array($0.servers.values) }
        return ([internet] + servers).reduce(0) { $0 + $1.revalidations.count }
    }

    func cancel() {
        let servers = state.withLock { Array($0.servers.values) }
        for server in [internet] + servers { server.revalidations.cancel() }
    }

    /// The path that counts for requests to the server of a URL.
    func path(to url: URL?, _ constraints: NetworkConstraints) async -> Path {
        let path = internet.monitor.currentPath
        guard !path.satisfies(constraints), let host = url?.host(percentEncoded: false),
            !hasProxy(for: url?.scheme?.lowercased()),
            let addresses = await addresses(of: host, isOffline: path.status != .satisfied)
        else { return internet }
        let server = server(Set(addresses))
        return server.monitor.currentPath.satisfies(constraints) ? server : internet
    }

    /// Whether an environment variable names a proxy for requests with a scheme. Exceptions (`no_proxy`) are ignored.
    ///
    /// Foundation on Linux sets no proxy, so that libcurl reads the variables (seen with Swift 6.3).
    private func hasProxy(for scheme: String?) -> Bool {
        let environment = environment()
        return ProcessEnvironment.proxyVariables(for: scheme)
            .contains { environment[$0]?.isEmpty == false }
    }

    /// The path to a host with some addresses; the path to the internet if validations wait for too many other hosts.
    private func server(_ addresses: Set<IPAddress>) -> Path {
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

    /// Looks up the addresses of a host.
    ///
    /// - Parameters:
    ///   - host: the name or the address of the host.
    ///   - isOffline: whether there is no path to the internet. Otherwise a name is not looked up, because the lookup could use
    ///     a network that the constraints exclude.
    /// - Returns: `nil` if they are unknown.
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
