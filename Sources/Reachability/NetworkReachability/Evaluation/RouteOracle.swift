// SPDX-License-Identifier: Apache-2.0

package import Netlink

/// A source of answers to route queries: the kernel, or a table in a test.
package protocol RouteOracle {
    /// Looks up the route that a packet would take. No packet is sent.
    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer

    /// Reads the configuration of a WireGuard tunnel; `nil` if that is not supported.
    func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading?
}

extension RouteOracle {
    package func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading? { nil }
}

/// The result of reading the configuration of a WireGuard tunnel.
package enum TunnelReading: Sendable, Hashable {
    /// The mark of the tunnel's packets, and its peers.
    case device(WireGuardDevice)
    /// The process may not read it. The value is the reason as text.
    case unreadable(String)
}

/// A route query with its answer.
struct AnsweredQuery: Sendable, Hashable {
    let query: RouteQuery
    let answer: RouteAnswer
}

/// Forwards queries to another oracle, and records them with the answers.
final class RecordingOracle: RouteOracle {
    private let oracle: any RouteOracle
    private(set) var answers: [AnsweredQuery] = []
    /// The readings of WireGuard tunnels, one for each tunnel.
    private(set) var tunnels: [(index: UInt32, reading: TunnelReading)] = []

    init(_ oracle: any RouteOracle) {
        self.oracle = oracle
    }

    func answer(_ query: RouteQuery) throws(NetlinkError) -> RouteAnswer {
        let answer = try oracle.answer(query)
        answers.append(AnsweredQuery(query: query, answer: answer))
        return answer
    }

    func readTunnel(_ index: UInt32) throws(NetlinkError) -> TunnelReading? {
        let reading = try oracle.readTunnel(index)
        if let reading, !tunnels.contains(where: { $0.index == index }) {
            tunnels.append((index, reading))
        }
        return reading
    }
}

// Queries and answers in the notation of `ip route get`.

extension RouteQuery {
    /// The query in the notation of `ip route get`.
    func text(_ state: NetworkState) -> String {
        var text = "\(IPAddress(destination))"
        if let source { text += " from \(IPAddress(source))" }
        if let mark { text += " mark 0x\(String(mark, radix: 16))" }
        if let interface { text += " oif \(state[interface]?.name ?? "\(interface)")" }
        if let ports {
            text += " ipproto udp"
            if ports.source != 0 { text += " sport \(ports.source)" }
            text += " dport \(ports.destination)"
        }
        if matchesEntry { text += " fibmatch" }
        return text
    }
}

extension RouteAnswer {
    /// Whether the answer is a route.
    var isRoute: Bool {
        switch self {
        case .route: true
        case .refused: false
        }
    }

    /// Whether the answer names an interface.
    func leads(to index: UInt32) -> Bool { interfaces.contains(index) }

    /// The answer in the notation of `ip route get`.
    ///
    /// - Parameters:
    ///   - metric: the metric of the entry. The kernel's choice of an IPv4 route has none.
    ///   - live: the next hops that packets can take; `nil` if that is not shown.
    func text(
        _ state: NetworkState,
        metric: UInt32 = 0,
        live: [RouteReply.NextHop]? = nil
    ) -> String {
        switch self {
        case .route(let reply):
            let hops = reply.nextHops.map { hop in
                (hop.gateway.map { "via \(IPAddress($0)) " } ?? "")
                    + "dev \(state[hop.interface]?.name ?? "\(hop.interface)")"
                    + (hop.isDead ? " linkdown" : live?.contains(hop) == false ? " dead" : "")
            }
            let source = reply.source.map { " src \(IPAddress($0))" } ?? ""
            let number = reply.metric == 0 ? metric : reply.metric
            let metric = number == 0 ? "" : " metric \(number)"
            return hops.joined(separator: ", ") + source + metric
        case .refused(let refusal): return refusal.text
        }
    }
}

extension RouteRefusal {
    fileprivate var text: String {
        switch self {
        case .noRoute: "no route"
        case .unreachable: "unreachable"
        case .prohibited: "prohibited"
        case .blackhole: "blackhole"
        case .local: "this machine"
        case .notUnicast(let type): "a route of type \(KernelName.routeType(type))"
        }
    }
}
