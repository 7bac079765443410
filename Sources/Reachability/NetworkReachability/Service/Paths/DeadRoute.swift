// SPDX-License-Identifier: Apache-2.0

/// A route over a dead link that the kernel chooses, although another interface has a live route to
/// the internet.
package struct DeadRoute: Sendable, Hashable {
    /// Why the kernel prefers the dead route.
    enum Preference: Sendable, Hashable {
        /// It has the lower metric.
        case metric(UInt32, over: UInt32)
        /// It is more specific: its prefix is longer.
        case prefix(UInt8, over: UInt8)
        /// It is in another table, which a routing rule prefers.
        case rule
        /// Neither is more specific, and the metrics are equal. An IPv4 route precedes the other in
        /// the table; among IPv6 routes, the router preference (RFC 4191) and the reachability of
        /// the routers decide.
        case position
    }

    /// The family of the addresses that the route leads to.
    package let family: IPAddress.Family
    /// The name of the interface that the route leads over.
    let interface: String
    /// The name of the interface with the live route that the kernel prefers to all other live ones.
    let alternative: String
    let preference: Preference
    let link: DeadLink
}

/// Why packets to the internet cannot leave over an interface that the kernel chooses.
enum DeadLink: Sendable, Hashable {
    /// There is no carrier. The kernel marks the routes over the link dead (`RTNH_F_LINKDOWN`).
    case noCarrier
    /// The link waits for something other than a carrier, such as 802.1X.
    case waiting
    /// The link is alive, but ends at this machine: it is a bridge whose only living port is an access point
    /// of this machine.
    case closed

    /// The reason as words that follow the name of the interface.
    var text: String {
        switch self {
        case .noCarrier: "has no link"
        case .waiting: "cannot pass packets yet"
        case .closed: "leads to no other network"
        }
    }

    /// Determines the reason.
    ///
    /// - Parameter isMarked: whether the kernel has marked the route dead.
    init(of interface: NetworkState.Interface, isMarked: Bool) {
        if !isMarked, interface.hasCarrier {
            self = .closed
        } else {
            self = !isMarked && interface.waitsWithCarrier ? .waiting : .noCarrier
        }
    }
}

extension NetworkInterface {
    /// Why packets cannot leave over the interface, if the kernel chooses it and it is dead.
    var deadLink: DeadLink {
        if hasCarrier { return .closed }
        switch operationalState {
        case .dormant, .testing: return .waiting
        case .unknown, .notPresent, .down, .lowerLayerDown, .up: return .noCarrier
        }
    }
}

extension DeadRoute: CustomStringConvertible {
    /// A sentence that says which route the kernel chooses, and why.
    package var description: String {
        let exception =
            link == .noCarrier
            ? " unless net.\(family.rawValue).conf.*.ignore_routes_with_linkdown is set" : ""
        return "\(interface) \(link.text); \(alternative) has a route too, but \(reason): "
            + "the kernel keeps the dead route\(exception)"
    }

    private var reason: String {
        switch preference {
        case .metric(let metric, let other):
            "its metric is higher (\(other) > \(metric))"
        case .prefix(let length, let other):
            "it is less specific (/\(other), not /\(length))"
        case .rule: "a routing rule prefers the table of \(interface)"
        case .position:
            switch family {
            case .ipv4: "it comes after that of \(interface)"
            case .ipv6: "with equal metrics the kernel prefers that of \(interface)"
            }
        }
    }
}

extension NetworkPath {
    /// The reason ``UnsatisfiedReason/noCarrier`` as a sentence, for a path over any interface.
    ///
    /// - Parameter host: the host that the path leads to; `nil` for the internet.
    package func whyNoCarrier(to host: String? = nil) -> String {
        whyChoiceFails(to: host) ?? "no interface has a link"
    }

    /// A sentence about the interface that the kernel chooses although it leads nowhere; `nil` if it
    /// chooses none.
    ///
    /// - Parameter host: the host that the path leads to; `nil` for the internet.
    package func whyChoiceFails(to host: String? = nil) -> String? {
        let route = host.map { "the route to \($0)" } ?? "the default route"
        return deadChoiceText(route, guesses: true)
    }

    /// A sentence about the dead interface that the kernel chooses; `nil` if it chooses none.
    ///
    /// - Parameters:
    ///   - route: the route that leads over the interface.
    ///   - guesses: whether the sentence ends with a guess at what is wrong.
    func deadChoiceText(
        _ route: String = "the default route",
        guesses: Bool = false
    ) -> String? {
        guard let interface = deadChoice.flatMap({ interface(UInt32($0)) }) else { return nil }
        let text = "\(route) uses \(interface.name), which \(interface.deadLink.text)"
        return guesses ? text + interface.guessAtDeadLink : text
    }
}

extension NetworkInterface {
    /// A guess at why the link is dead, to be appended to a sentence; empty if there is none.
    fileprivate var guessAtDeadLink: String {
        switch deadLink {
        case .noCarrier: type == .ethernet ? " (cable unplugged?)" : ""
        case .waiting: ""
        case .closed: kind == "bridge" ? " (only to this machine's access point?)" : ""
        }
    }
}
