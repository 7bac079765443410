// SPDX-License-Identifier: Apache-2.0

import Reachability

/// The interfaces that a line of `reach watch` shows, and their JSON. Of an interface only that is
/// written again which differs from the line before: most changes are about the ways of packets.
struct ShownInterfaces {
    private struct Shown {
        var interface: NetworkInterface
        /// The JSON of the members that say what it is like.
        var ownMembers: [UInt8]
        /// The JSON of all of it.
        var text: [UInt8]
    }

    private var interfaces: [Shown] = []

    /// The JSON of each.
    var texts: [[UInt8]] { interfaces.map(\.text) }

    /// Takes in those of the next line.
    ///
    /// - Returns: whether they differ from those before in what a line shows of them. (It does not show
    ///   all, such as their other names.)
    @discardableResult
    mutating func take(_ new: [NetworkInterface]) -> Bool {
        guard !new.elementsEqual(interfaces, by: { $0 == $1.interface }) else { return false }
        let old = texts
        interfaces = new.map { interface in
            let before = interfaces.first { $0.interface.index == interface.index }
            if let before, before.interface == interface { return before }
            let ownMembers =
                before.flatMap { $0.interface.isLike(interface) ? $0.ownMembers : nil }
                ?? Self.ownMembers(of: interface)
            var json = JSONWriter()
            json.object { json in
                json.members(written: ownMembers)
                json.writeOtherMembers(of: interface)
            }
            return Shown(interface: interface, ownMembers: ownMembers, text: json.written)
        }
        return texts != old
    }

    private static func ownMembers(of interface: NetworkInterface) -> [UInt8] {
        var json = JSONWriter()
        json.writeOwnMembers(of: interface)
        return json.written
    }
}

extension NetworkInterface {
    /// Whether all is the same that ``JSONWriter/writeOwnMembers(of:)`` writes.
    fileprivate func isLike(_ other: NetworkInterface) -> Bool {
        name == other.name && index == other.index && type == other.type && kind == other.kind
            && ssid == other.ssid && isVirtual == other.isVirtual && isUp == other.isUp
            && hasCarrier == other.hasCarrier && operationalState == other.operationalState
            && mtu == other.mtu && hardwareAddress == other.hardwareAddress
            && addresses == other.addresses && lowerInterfaces == other.lowerInterfaces
    }
}
