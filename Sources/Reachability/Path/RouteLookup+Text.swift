// SPDX-License-Identifier: Apache-2.0

internal import Netlink

// Questions and answers in the words of `ip route get`.

extension RouteLookup {
    /// The question.
    func text(_ state: NetworkState) -> String {
        var text = "\(IPAddress(destination))"
        if let source { text += " from \(IPAddress(source))" }
        if let mark { text += " mark 0x\(String(mark, radix: 16))" }
        if let interface { text += " oif \(state[interface]?.name ?? "\(interface)")" }
        if matchesEntry { text += " fibmatch" }
        return text
    }
}

extension RouteAnswer {
    /// Whether it is a route.
    var isRoute: Bool {
        switch self {
        case .route: true
        case .refused: false
        }
    }

    /// The interfaces that it names.
    var interfaces: [UInt32] {
        switch self {
        case .route(let reply): reply.nextHops.map(\.interface)
        case .refused: []
        }
    }

    /// Whether it names an interface.
    func leads(to index: UInt32) -> Bool { interfaces.contains(index) }

    /// The answer.
    func text(_ state: NetworkState) -> String {
        switch self {
        case .route(let reply):
            let hops = reply.nextHops.map { hop in
                (hop.gateway.map { "via \(IPAddress($0)) " } ?? "")
                    + "dev \(state[hop.interface]?.name ?? "\(hop.interface)")"
                    + (hop.isDead ? " linkdown" : "")
            }
            let source = reply.source.map { " src \(IPAddress($0))" } ?? ""
            let metric = reply.metric == 0 ? "" : " metric \(reply.metric)"
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
        case .notUnicast(let type): "a route of type \(RouteRefusal.name(ofType: type))"
        }
    }
}
