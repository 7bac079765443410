// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// A change as a sentence, with the cause before the effect.
///
/// For example: "eth0 lost its link; now online via Wi-Fi (wlan0), probably not metered (after 3 h 12 min via Ethernet)".
struct ChangeText {
    let change: PathChange
    /// The interfaces whose changes are mentioned.
    var choice = NetworkPath.Choice.all
    /// The duration of the former state as text; `nil` to leave it out.
    var formerState: String?

    var sentence: String {
        let parts = interfaces + path
        // If no interface and nothing of the path has changed, the order of the interfaces has.
        return (parts.isEmpty ? [order] : parts).joined(separator: "; ")
    }

    private func isShown(_ interface: NetworkInterface, _ path: NetworkPath) -> Bool {
        path.shows(interface.index, choice)
    }

    /// Text with the new order of the interfaces.
    private var order: String {
        let names = change.new.interfaces.filter { isShown($0, change.new) }.map(\.name.escaped)
        return "the order of the interfaces is now " + names.joined(separator: ", ")
    }

    /// The changes of interfaces.
    private var interfaces: [String] {
        let primaries = [change.old.primary, change.new.primary].compactMap { $0?.index }
        let path = path
        let old = Dictionary(change.old.interfaces.map { ($0.index, $0) }) { $1 }
        let new = Dictionary(change.new.interfaces.map { ($0.index, $0) }) { $1 }
        let came = change.new.interfaces.flatMap { interface -> [String] in
            guard let before = old[interface.index] else {
                return isShown(interface, change.new) ? ["\(interface.name.escaped) appeared"] : []
            }
            guard isShown(interface, change.new) || isShown(before, change.old) else { return [] }
            // Routes of other interfaces are mentioned only if the path has not changed.
            let isPrimary = primaries.contains(interface.index)
            return InterfaceChange(before, interface, showsRoutes: isPrimary || path.isEmpty).parts
        }
        let went = change.old.interfaces
            .filter { new[$0.index] == nil && isShown($0, change.old) }
            .map { "\($0.name.escaped) was removed" }
        return went + came
    }

    /// The changes of the path.
    private var path: [String] {
        let fields = Set(change.fields)
        let headline = StatusText(path: change.new, interfaces: [], style: .plain).headline
        if !fields.isDisjoint(with: [
            .status, .unsatisfiedReason, .place, .connection, .primary, .underlay, .isVPN,
            .isDegraded,
            .metered, .isConstrained, .isRoaming,
        ]) || change.old.connectivity.value.doubt != change.new.connectivity.value.doubt
            || !change.old.isDescribed(like: change.new)
        {
            let duration = formerState.map { " (\($0))" } ?? ""
            return ["now \(headline.prefix(1).lowercased())\(headline.dropFirst())\(duration)"]
        }
        var parts: [String] = []
        if change.old.connectivity.portal != change.new.connectivity.portal {
            parts.append(
                change.new.connectivity.portal.map {
                    "the network announces a captive portal at \($0)"
                }
                    ?? "the network no longer announces a captive portal")
        }
        if change.old.connectivity.value != change.new.connectivity.value {
            parts.append(
                change.new.connectivity.value == .full
                    ? "the internet answers" : "internet access is not checked")
        }
        if fields.contains(.plan) {
            parts.append(change.new.plan?.sentence ?? "the path uses no data plan")
        }
        if fields.contains(.gateways) {
            let gateways = change.new.gateways.map(\.description.escaped)
            parts.append(
                gateways.isEmpty
                    ? "there is no gateway"
                    : "the gateway is now \(gateways.joined(separator: ", "))")
        }
        if fields.contains(.supportsIPv4) {
            parts.append("there is \(change.new.supportsIPv4 ? "a" : "no") route for IPv4")
        }
        if fields.contains(.supportsIPv6) {
            parts.append("there is \(change.new.supportsIPv6 ? "a" : "no") route for IPv6")
        }
        if fields.contains(.supportsDNS) {
            parts.append("there is \(change.new.supportsDNS ? "a" : "no") route to a name server")
        }
        return parts
    }
}

/// The changes of an interface as text.
struct InterfaceChange {
    private let old: NetworkInterface
    private let new: NetworkInterface
    private let showsRoutes: Bool

    /// - Parameters:
    ///   - old: the previous interface.
    ///   - new: the current interface.
    ///   - showsRoutes: whether changes of routes are a cause, not an effect of a change of another interface.
    init(_ old: NetworkInterface, _ new: NetworkInterface, showsRoutes: Bool = true) {
        self.old = old
        self.new = new
        self.showsRoutes = showsRoutes
    }

    /// All differences that are shown somewhere, causes first.
    var parts: [String] {
        guard new != old else { return [] }
        return (identity + link + addresses + routes + details).map(\.escaped)
    }

    private var name: String { new.name }

    private var identity: [String] {
        var parts: [String] = []
        if new.name != old.name { parts.append("\(old.name) was renamed \(name)") }
        if new.type != old.type { parts.append("\(name) is now known to be \(new.type.rawValue)") }
        if new.ssid != old.ssid {
            parts.append(
                new.ssid.map { "\(name) joined “\($0)”" } ?? "\(name) left “\(old.ssid ?? "")”")
        }
        return parts
    }

    private var isLinkOther: Bool { new.isUp != old.isUp || new.hasCarrier != old.hasCarrier }

    private var link: [String] {
        if new.isUp != old.isUp { return ["\(name) was switched \(new.isUp ? "on" : "off")"] }
        if new.hasCarrier != old.hasCarrier {
            return ["\(name) \(new.hasCarrier ? "got a" : "lost its") link"]
        }
        if new.operationalState != old.operationalState {
            return ["the state of \(name) is \(new.operationalState)"]
        }
        return []
    }

    private var addresses: [String] {
        guard !new.hasAddresses(of: old) else { return [] }
        let (now, before) = new.addressDifferences(from: old)
        // One address can have several prefix lengths or peers.
        func text(_ address: InterfaceAddress) -> String {
            let all = old.addresses(address.address) + new.addresses(address.address)
            return all.allSatisfy(address.isSame)
                ? address.address.description : address.description
        }
        let came = now.flatMap { address -> [String] in
            let text = text(address)
            guard let earlier = old.addresses(address.address).first(where: address.isSame) else {
                return [
                    "\(name) got address \(text)\(address.isUsable ? "" : ", \(address.whyNotUsable)")"
                ]
            }
            return differences(of: address, from: earlier, text: text)
        }
        let went =
            before
            .filter { !new.addresses($0.address).contains(where: $0.isSame) }
            .map { "\(name) lost address \(text($0))" }
        let parts = came + went
        guard parts.isEmpty else { return parts }
        let order = new.addresses.map(\.description).joined(separator: ", ")
        return ["the order of the addresses of \(name) is now \(order)"]
    }

    /// Returns the differences of an address that remains.
    private func differences(
        of address: InterfaceAddress, from earlier: InterfaceAddress, text: String
    ) -> [String] {
        let subject = "address \(text) of \(name)"
        var parts: [String] = []
        if address.peer != earlier.peer {
            let peer = address.peer.map { "the peer \($0)" } ?? "no peer"
            parts.append("\(subject) now has \(peer)")
        }
        if address.scope != earlier.scope {
            parts.append("the scope of \(subject) is now \(address.scope)")
        }
        if address.isUsable != earlier.isUsable {
            parts.append("\(subject) is \(address.isUsable ? "now" : "no longer") usable")
        } else if address.flags != earlier.flags {
            let came = address.flags.subtracting(earlier.flags).names
            let went = earlier.flags.subtracting(address.flags).names
            let changes = came.map { "now \($0)" } + went.map { "no longer \($0)" }
            parts.append(
                changes.isEmpty
                    ? "the flags of \(subject) changed"
                    : "\(subject) is \(changes.joined(separator: ", "))")
        }
        return parts
    }

    /// Changes of routes without a change of the link, which would imply them.
    private var routes: [String] {
        guard showsRoutes, !isLinkOther, new.hasAddresses(of: old) else { return [] }
        return [
            ("IPv4", old.carriesIPv4, new.carriesIPv4), ("IPv6", old.carriesIPv6, new.carriesIPv6),
        ].filter { $0.1 != $0.2 }.map { family, _, carries in
            "\(name) \(carries ? "got a" : "lost its") route to the internet for \(family)"
        }
    }

    private var details: [String] {
        var parts: [String] = []
        func add(_ isOther: Bool, _ text: @autoclosure () -> String) {
            if isOther { parts.append(text()) }
        }
        add(
            new.kind != old.kind,
            new.kind.map { "the kind of \(name) is \($0)" } ?? "\(name) has no kind")
        add(
            new.type == old.type && new.isVirtual != old.isVirtual,
            "\(name) is \(new.isVirtual ? "virtual" : "not virtual")")
        add(new.mtu != old.mtu, "the MTU of \(name) is \(new.mtu), was \(old.mtu)")
        add(
            new.hardwareAddress != old.hardwareAddress,
            "the hardware address of \(name) is \(new.hardwareAddress?.description ?? "gone")")
        add(
            new.lowerInterfaces != old.lowerInterfaces,
            new.lowerInterfaces.isEmpty
                ? "\(name) has no lower interface"
                : "the lower interfaces of \(name) are \(new.lowerInterfaces.joined(separator: ", "))"
        )
        let isUnknown = new.metered.value == .unknown
        if new.metered.value != old.metered.value {
            parts.append(
                isUnknown
                    ? "the cost of \(name) became unknown"
                    : "\(name) became \(new.metered.value.text)")
        } else {
            add(
                new.metered != old.metered,
                (isUnknown
                    ? "the cost of \(name) is unknown" : "\(name) is \(new.metered.value.text)")
                    + ": \(new.metered.detail)")
        }
        add(new.isRoaming != old.isRoaming, "the modem of \(name) \(new.roaming)")
        add(
            new.type == old.type && new.confidence != old.confidence,
            "\(name) is \(new.type.rawValue) with \(new.confidence.rawValue) confidence")
        return parts
    }
}

extension NetworkInterface {
    /// Whether the modem is roaming, as the end of a sentence.
    fileprivate var roaming: String {
        switch isRoaming {
        case true?: "is roaming"
        case false?: "is not roaming"
        case nil: "may be roaming, which is unknown"
        }
    }
}

extension InterfaceAddress {
    /// The reason why the address cannot be used, as the end of a sentence.
    fileprivate var whyNotUsable: String {
        if flags.contains(.dadFailed) { return "which another machine uses" }
        return flags.contains(.tentative) ? "which is being checked for duplicates" : "not usable"
    }
}
