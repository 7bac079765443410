// SPDX-License-Identifier: Apache-2.0

import Reachability

/// What happened, in words: "wlan0 lost its carrier; now by cellular (wwan0), probably metered".
struct ChangeText {
    let change: PathChange

    var sentence: String {
        let parts = interfaces + path
        return parts.isEmpty ? "details of an interface changed" : parts.joined(separator: "; ")
    }

    /// What happened to interfaces.
    private var interfaces: [String] {
        let old = Dictionary(change.old.interfaces.map { ($0.index, $0) }) { $1 }
        let new = Dictionary(change.new.interfaces.map { ($0.index, $0) }) { $1 }
        let came = change.new.interfaces.flatMap { interface -> [String] in
            old[interface.index].map { happened(to: interface, before: $0) }
                ?? ["\(interface.name.escaped) appeared"]
        }
        let went = change.old.interfaces.filter { new[$0.index] == nil }
            .map { "\($0.name.escaped) is gone" }
        return went + came
    }

    private func happened(
        to interface: NetworkInterface,
        before: NetworkInterface
    ) -> [String] {
        let name = interface.name.escaped
        var parts: [String] = []
        if interface.name != before.name {
            parts.append("\(before.name.escaped) is called \(name) now")
        }
        if interface.isUp != before.isUp {
            parts.append("\(name) was switched \(interface.isUp ? "on" : "off")")
        } else if interface.hasCarrier != before.hasCarrier {
            parts.append("\(name) \(interface.hasCarrier ? "has" : "lost") its carrier")
        }
        let addresses = Set(interface.addresses.filter(\.isUsable).map(\.address))
        let earlier = Set(before.addresses.filter(\.isUsable).map(\.address))
        parts += addresses.subtracting(earlier).map(\.description).sorted()
            .map { "\(name) has address \($0)" }
        parts += earlier.subtracting(addresses).map(\.description).sorted()
            .map { "\(name) lost address \($0)" }
        if interface.type != before.type {
            parts.append("\(name) is \(interface.type.rawValue)")
        }
        return parts
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
            parts.append(change.new.supportsIPv4 ? "IPv4 works" : "IPv4 has no way")
        }
        if fields.contains(.supportsIPv6) {
            parts.append(change.new.supportsIPv6 ? "IPv6 works" : "IPv6 has no way")
        }
        if fields.contains(.supportsDNS) {
            parts.append(
                change.new.supportsDNS
                    ? "a name server can be reached" : "no name server can be reached")
        }
        return parts
    }
}
