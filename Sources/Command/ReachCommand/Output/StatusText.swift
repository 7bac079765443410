// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// The text of `reach status`: a sentence about the path, details, and a table of interfaces.
struct StatusText {
    let path: NetworkPath
    let interfaces: [NetworkInterface]
    let style: TextStyle
    /// Whether the interfaces were named. They come before the path then.
    var areNamed = false
    /// The width of the terminal in columns; `nil` if the output is not a terminal.
    var columns: Int?
    /// The qualities of the interfaces' links, by interface index.
    var qualities: [Int: LinkQuality] = [:]
    /// The dead routes that the kernel chooses although another interface has a live one.
    var deadRoutes: [DeadRoute] = []
    /// Whether the user has asked for a check of the internet (`--validated`).
    var isValidated = false

    var text: String {
        let sections =
            areNamed
            ? [sentences, table, headlineText, detailsText] : [headlineText, detailsText, table]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var headlineText: String {
        paragraph(headline, path.status == .satisfied ? .good : .bad)
    }

    /// A sentence, wrapped to the terminal.
    private func paragraph(_ text: String, _ role: TextStyle.Role) -> String {
        text.wrapped(to: columns).map { style.apply(role, to: $0) + "\n" }.joined()
    }

    private var detailsText: String { details.text(style, columns: columns) }

    private var table: String {
        guard !interfaces.isEmpty else { return "" }
        let wide = table(addressesBeside: true)
        let fits = columns.map { wide.width <= $0 } ?? true
        return (fits ? wide : table(addressesBeside: false)).text(style, columns: columns)
    }

    /// A sentence for each interface about its role in the path.
    private var sentences: String {
        interfaces.map { interface in
            let carries = interface.carriesIPv4 || interface.carriesIPv6
            return paragraph(sentence(interface), carries ? .good : .bad)
        }.joined()
    }

    private func sentence(_ interface: NetworkInterface) -> String {
        let name = interface.name.escaped
        let cost = interface.metered.value.text
        guard interface.carriesIPv4 || interface.carriesIPv6 else {
            return "\(name) has no route to the internet\(whyNoRoute(interface))"
        }
        if interface.index == path.primary?.index {
            return "\(name) carries the path (\(interface.carries)), \(cost)"
        }
        let top = path.primary?.name.escaped ?? ""
        if path.underlay.contains(where: { $0.index == interface.index }) {
            return "\(name) carries the path below \(top) (\(interface.carries)), \(cost)"
        }
        return "\(name) has a route to the internet (\(interface.carries)), \(cost); "
            + "the kernel prefers \(top)"
    }

    private func whyNoRoute(_ interface: NetworkInterface) -> String {
        if interface.type == .loopback { return ": it is the loopback interface" }
        if !interface.isUp { return ": it is switched off" }
        if !interface.hasCarrier { return ": it has no link" }
        return interface.hasUsableAddress ? "" : ": it has no usable address"
    }

    /// Returns the path and the named interfaces in one line.
    ///
    /// - Parameters:
    ///   - path: the path.
    ///   - names: the interfaces, which may not exist; empty for none.
    static func sentence(_ path: NetworkPath, _ names: [String]) -> String {
        let text = StatusText(path: path, interfaces: [], style: .plain)
        let interfaces = names.isEmpty ? [] : path.interfaces
        let named = names.map { name in
            let interface = interfaces.first { ([$0.name] + $0.alternativeNames).contains(name) }
            if let interface { return text.sentence(interface) }
            return path.kernelRefusal == nil
                ? "\(name.escaped) does not exist" : "nothing is known of \(name.escaped)"
        }
        return (named + [text.headline]).joined(separator: "; ")
    }

    /// The path in one sentence.
    var headline: String {
        guard path.isSatisfied else { return "Offline: \(whyOffline)" }
        // A path from xdg-desktop-portal has no interfaces.
        var sentence = path.primary.map(online) ?? "Online"
        if let place = path.place { sentence += ", at \(place.escaped)" }
        sentence += ", \(path.metered.value.text)"
        if path.isRoaming == true { sentence += ", roaming" }
        if path.isDegraded { sentence += ", degraded" }
        if let doubt = path.connectivity.value.doubt { sentence += ", \(doubt)" }
        return sentence
    }

    /// The medium and the interfaces of the path.
    private func online(_ primary: NetworkInterface) -> String {
        let name = primary.name.escaped
        let below = path.underlay.map(\.name.escaped).joined(separator: ", ")
        let ssid = path.ssid.map { " “\($0.escaped)”" } ?? ""
        let sentence = "Online via \(path.connection.text)\(ssid)"
        if primary.type == .vpn {
            return sentence + (below.isEmpty ? " through \(name)" : " (\(below)) through \(name)")
        }
        return sentence + (below.isEmpty ? " (\(name))" : " (\(name) over \(below))")
    }

    /// The reason for an unsatisfied path as text.
    var whyOffline: String {
        switch path.unsatisfiedReason {
        case .noInterface: path.whyChoiceFails()?.escaped ?? "there is no network interface"
        case .noCarrier: path.whyNoCarrier().escaped
        case .noAddress: "no interface with a link has a usable address"
        case .noRoute: path.whyChoiceFails()?.escaped ?? "there is no route to the internet"
        case .routeRejected: "a route rejects packets to the internet"
        case nil: "the reason is unknown"
        }
    }

    /// The details below the sentence.
    private var details: TextTable {
        var rows: [[TextTable.Cell]] = []
        func add(_ name: String, _ value: String, _ role: TextStyle.Role? = nil) {
            rows.append([TextTable.Cell(name, .heading), TextTable.Cell(value, role)])
        }
        if let refusal = path.kernelRefusal {
            add("source", "xdg-desktop-portal, because the program \(refusal)", .doubtful)
        }
        for route in deadRoutes { add("\(route.family.text) route", route.description, .doubtful) }
        if path.status == .satisfied {
            if !path.gateways.isEmpty {
                add("gateway", path.gateways.map(\.description).joined(separator: ", "))
            }
            if path.primary?.type != .vpn, let tunnel = path.primary(.ipv6), tunnel.type == .vpn {
                add("VPN", "IPv6 goes through \(tunnel.name)")
            }
            if path.isDegraded {
                add(
                    "degraded",
                    "a part of the address space or a leg of a multipath route is unreachable",
                    .doubtful)
            }
            if path.supportsDNS {
                add(
                    "DNS",
                    path.kernelRefusal == nil
                        ? "there is a route to a name server (not asked)"
                        : "a name server is configured (not asked)")
            } else {
                add("DNS", "there is no route to a name server", .doubtful)
            }
            add("metered", path.metered.detail)
            if let plan = path.plan { add("plan", plan.text(), plan.role) }
            if path.usesInterfaceType(.wwan) {
                add("roaming", path.roamingText, path.isRoaming == false ? nil : .doubtful)
            }
            let connectivity = path.connectivity
            if connectivity.value != .unknown {
                let finding = connectivity.value.doubt ?? "the internet answers"
                add(
                    "internet", "\(finding) (\(connectivity.source))",
                    connectivity.value == .full ? nil : .doubtful)
            } else if isValidated, path.isExpensive {
                add("internet", MeteredCheckNotice.text, .doubtful)
            }
            if let portal = connectivity.portal { add("portal", portal) }
        } else if !areNamed, let hidden = path.namesNotShown(beside: interfaces) {
            add("not shown", hidden)
        }
        return TextTable(rows: rows, indent: "  ")
    }

    /// Returns the table of interfaces, with the addresses in a column, or below if the terminal is too narrow.
    private func table(addressesBeside: Bool) -> TextTable {
        let links = interfaces.map { interface in
            (qualities[interface.index] ?? LinkQuality()).text(ssid: interface.ssid)
        }
        let hasLinks = links.contains { !$0.isEmpty }
        let heading =
            ["INTERFACE", "TYPE", "STATE"] + (hasLinks ? ["LINK"] : []) + ["CARRIES", "METERED"]
            + (addressesBeside ? ["ADDRESS"] : [])
        var rows = [heading.map { TextTable.Cell($0, .heading) }]
        let primary = path.primary?.index
        for (interface, link) in zip(interfaces, links) {
            var row = [
                TextTable.Cell(interface.name, interface.index == primary ? .strong : nil),
                TextTable.Cell(interface.type.rawValue),
                TextTable.Cell(interface.state.text, interface.state.role),
            ]
            if hasLinks { row.append(TextTable.Cell(link.isEmpty ? "-" : link)) }
            row += [
                TextTable.Cell(interface.carries),
                TextTable.Cell(
                    interface.metered.value.shortText,
                    interface.metered.isExpensive ? .doubtful : nil),
            ]
            var addresses = interface.addressesWorthShowing.map { TextTable.Cell($0) }[...]
            if addressesBeside { row.append(addresses.popFirst() ?? "") }
            let indent = [TextTable.Cell](
                repeating: "", count: addressesBeside ? heading.count - 1 : 1)
            rows.append(row)
            rows += addresses.map { indent + [$0] }
        }
        return TextTable(rows: rows)
    }
}

extension NetworkPath {
    /// The names and states of the interfaces that are not shown, which may explain why the machine is offline; `nil` if
    /// there are none.
    func namesNotShown(beside interfaces: [NetworkInterface]) -> String? {
        let shown = Set(interfaces.map(\.index))
        let hidden = self.interfaces.filter { !shown.contains($0.index) && $0.type != .loopback }
        guard !hidden.isEmpty else { return nil }
        let names = hidden.prefix(8).map { "\($0.name) (\($0.state.text))" }
        return names.joined(separator: ", ") + (hidden.count > 8 ? " … (--all shows all)" : "")
    }
}

extension NetworkPath {
    /// Whether a modem that carries the path is roaming, as text.
    fileprivate var roamingText: String {
        switch isRoaming {
        case true?: "the modem is registered with a foreign network"
        case false?: "no"
        case nil: "unknown"
        }
    }
}

extension IPAddress.Family {
    /// The name of the family for people.
    package var text: String {
        switch self {
        case .ipv4: "IPv4"
        case .ipv6: "IPv6"
        }
    }
}

extension NetworkInterface {
    /// The state of the interface as text.
    fileprivate var state: (text: String, role: TextStyle.Role?) {
        if !isUp { return ("off", .heading) }
        if hasCarrier { return ("up", .good) }
        switch operationalState {
        case .dormant: return ("dormant", .doubtful)
        case .testing: return ("testing", .doubtful)
        case .unknown, .notPresent, .down, .lowerLayerDown, .up: return ("no link", .bad)
        }
    }

    /// The address families of the live routes as text.
    fileprivate var carries: String {
        switch (carriesIPv4, carriesIPv6) {
        case (true, true): "IPv4 IPv6"
        case (true, false): "IPv4"
        case (false, true): "IPv6"
        case (false, false): "-"
        }
    }

    /// The addresses to show. Link-local ones are shown only if there are no others.
    fileprivate var addressesWorthShowing: [String] {
        let wide = addresses.filter { !$0.address.isLinkLocal }
        return (wide.isEmpty ? addresses : wide).map { address in
            let state = [InterfaceAddress.Flags.tentative, .dadFailed, .deprecated]
                .filter(address.flags.contains).flatMap(\.names)
            return (["\(address.address)/\(address.prefixLength)"] + state).joined(separator: " ")
        }
    }
}
