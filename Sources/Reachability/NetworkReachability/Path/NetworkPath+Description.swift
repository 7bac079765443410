// SPDX-License-Identifier: Apache-2.0

extension NetworkPath: CustomDebugStringConvertible {
    /// The status, with the interfaces that have a live route or with the reason: `satisfied
    /// (wlan0)`, `unsatisfied (no interface in use has a link)`.
    public var debugDescription: String {
        if let reason = unsatisfiedReason {
            return "\(status) (\(deadChoiceText() ?? reason.description))"
        }
        let names = availableInterfaces.map(\.name).joined(separator: ", ")
        return names.isEmpty ? "\(status)" : "\(status) (\(names))"
    }

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
    private func deadChoiceText(
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

extension NetworkPath.UnsatisfiedReason: CustomStringConvertible {
    /// A description of the reason for people, in English.
    ///
    /// If the reason applies to one interface that the kernel prefers,
    /// ``NetworkPath/debugDescription`` names it. Other interfaces may have a link then.
    public var description: String {
        switch self {
        case .noInterface: "there is no network interface"
        case .noCarrier: "no interface in use has a link"
        case .noAddress: "no interface with a link has a usable address"
        case .noRoute: "there is no route"
        case .routeRejected: "a route rejects the packets"
        }
    }
}

extension PathProbes: CustomStringConvertible {
    /// The addresses, separated by commas.
    public var description: String { addresses.map(\.description).joined(separator: ", ") }
}

extension PathChange: CustomStringConvertible {
    /// The fields that differ, and both paths: `status, gateways: satisfied (wlan0) -> unsatisfied
    /// (…)`.
    public var description: String {
        let names = fields.map(\.rawValue).joined(separator: ", ")
        return "\(names): \(old) -> \(new)" + (isResync ? ", after messages were lost" : "")
    }
}
