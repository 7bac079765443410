// SPDX-License-Identifier: Apache-2.0

import Reachability

/// What happened, in words, the cause before its effect: "eth0 lost its link; now online by Wi-Fi (wlan0),
/// probably not metered".
struct ChangeText {
    let change: PathChange
    /// Whether all interfaces are told of, and not only those that are shown unasked.
    var showsAll = true

    var sentence: String {
        let parts = interfaces + path
        // Where nothing became of an interface or the path, another list of interfaces is shown.
        return (parts.isEmpty ? [order] : parts).joined(separator: "; ")
    }

    private func isShown(_ interface: NetworkInterface, _ path: NetworkPath) -> Bool {
        showsAll || path.isOfInterest(interface.index)
    }

    /// The interfaces that are shown now, in their order.
    private var order: String {
        let names = change.new.interfaces.filter { isShown($0, change.new) }.map(\.name.escaped)
        return "the order of the interfaces is now " + names.joined(separator: ", ")
    }

    /// What happened to interfaces.
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
            // Of the other interfaces, routes count less than what became of the path.
            let isPrimary = primaries.contains(interface.index)
            return InterfaceChange(before, interface, tellsRoutes: isPrimary || path.isEmpty).parts
        }
        let went = change.old.interfaces
            .filter { new[$0.index] == nil && isShown($0, change.old) }
            .map { "\($0.name.escaped) is gone" }
        return went + came
    }

    /// What became of the path.
    private var path: [String] {
        let fields = Set(change.fields)
        let headline = StatusText(path: change.new, interfaces: [], style: .plain).headline
        if !fields.isDisjoint(with: [
            .status, .unsatisfiedReason, .connection, .primary, .underlay, .isVPN, .isDegraded,
            .metered, .isConstrained,
        ]) {
            return ["now " + headline.prefix(1).lowercased() + headline.dropFirst()]
        }
        var parts: [String] = []
        if fields.contains(.gateways) {
            let gateways = change.new.gateways.map(\.description.escaped)
            parts.append(
                gateways.isEmpty
                    ? "no gateway" : "gateway now \(gateways.joined(separator: ", "))")
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

/// What happened to an interface, in words.
struct InterfaceChange {
    private let old: NetworkInterface
    private let new: NetworkInterface
    private let tellsRoutes: Bool

    /// - Parameters:
    ///   - old: the interface as it was.
    ///   - new: the interface as it is.
    ///   - tellsRoutes: whether routes that came or went are a cause, and not an effect of what happened to
    ///     another interface.
    init(_ old: NetworkInterface, _ new: NetworkInterface, tellsRoutes: Bool = true) {
        self.old = old
        self.new = new
        self.tellsRoutes = tellsRoutes
    }

    /// Everything that differs and is shown somewhere, causes first.
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
                new.ssid.map { "\(name) is in “\($0)”" } ?? "\(name) left “\(old.ssid ?? "")”")
        }
        return parts
    }

    private var isLinkOther: Bool { new.isUp != old.isUp || new.hasCarrier != old.hasCarrier }

    private var link: [String] {
        if new.isUp != old.isUp { return ["\(name) was switched \(new.isUp ? "on" : "off")"] }
        if new.hasCarrier != old.hasCarrier {
            return ["\(name) \(new.hasCarrier ? "has a" : "lost its") link"]
        }
        if new.operationalState != old.operationalState {
            return ["the state of \(name) is \(new.operationalState)"]
        }
        return []
    }

    private var addresses: [String] {
        guard new.addresses != old.addresses else { return [] }
        let before = Dictionary(grouping: old.addresses, by: \.address)
        let now = Dictionary(grouping: new.addresses, by: \.address)
        // An interface may have an address with several prefix lengths, or several peers.
        func text(_ address: InterfaceAddress) -> String {
            let all = (before[address.address] ?? []) + (now[address.address] ?? [])
            return all.allSatisfy(address.isSame)
                ? address.address.description : address.description
        }
        let came = new.addresses.flatMap { address -> [String] in
            let text = text(address)
            guard let earlier = before[address.address]?.first(where: address.isSame) else {
                return ["\(name) has address \(text)\(address.isUsable ? "" : ", not usable")"]
            }
            return differences(of: address, from: earlier, text: text)
        }
        let went = old.addresses
            .filter { now[$0.address]?.contains(where: $0.isSame) != true }
            .map { "\(name) lost address \(text($0))" }
        let parts = came + went
        guard parts.isEmpty else { return parts }
        let order = new.addresses.map(\.description).joined(separator: ", ")
        return ["the order of the addresses of \(name) is now \(order)"]
    }

    /// What differs in an address that stays.
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
            let words = came.map { "now \($0)" } + went.map { "no longer \($0)" }
            parts.append(
                words.isEmpty
                    ? "the flags of \(subject) changed"
                    : "\(subject) is \(words.joined(separator: ", "))")
        }
        return parts
    }

    /// Routes that came or went by themselves: with a link they do anyway.
    private var routes: [String] {
        guard tellsRoutes, !isLinkOther, new.addresses == old.addresses else { return [] }
        return [
            ("IPv4", old.carriesIPv4, new.carriesIPv4), ("IPv6", old.carriesIPv6, new.carriesIPv6),
        ].filter { $0.1 != $0.2 }.map { family, _, carries in
            "\(name) \(carries ? "has a" : "lost its") route to the internet for \(family)"
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
                : "\(name) is made of \(new.lowerInterfaces.joined(separator: ", "))")
        if new.metered.value != old.metered.value {
            parts.append("\(name) is now \(new.metered.value.words)")
        } else {
            add(
                new.metered != old.metered,
                "\(name) is \(new.metered.value.words): \(new.metered.detail)")
        }
        add(
            new.type == old.type && new.confidence != old.confidence,
            "\(name) is \(new.type.rawValue) with \(new.confidence.rawValue) confidence")
        return parts
    }
}
