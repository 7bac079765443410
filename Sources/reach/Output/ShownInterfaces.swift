// SPDX-License-Identifier: Apache-2.0

import Reachability

/// The interfaces that a line of `reach watch` shows, and their JSON. Of an interface only that is
/// written again which differs from the line before: most changes are about the ways of packets.
struct ShownInterfaces {
    /// What an interface is like, whatever the ways of packets. (A class, for it goes from line to line.)
    private final class Looks {
        let interface: NetworkInterface
        /// The JSON of the members before and behind those that say what it carries.
        let first: [UInt8]
        let last: [UInt8]

        init(_ interface: NetworkInterface) {
            self.interface = interface
            first = JSONWriter.part { $0.writeOwnMembers(of: interface) }
            last = JSONWriter.part { $0.writeCost(of: interface) }
        }
    }

    /// An interface as a line shows it.
    private struct Shown {
        var looks: Looks
        var carriesIPv4: Bool
        var carriesIPv6: Bool

        /// Whether a line shows the same of both.
        func isWritten(like other: Shown) -> Bool {
            looks === other.looks && carriesIPv4 == other.carriesIPv4
                && carriesIPv6 == other.carriesIPv6
        }
    }

    private var interfaces: [Shown] = []

    /// Writes those of the last line.
    func write(to json: inout JSONWriter) {
        json.array(interfaces) { json, shown in
            json.object { json in
                json.members(written: shown.looks.first)
                json.writeCarried(ipv4: shown.carriesIPv4, ipv6: shown.carriesIPv6)
                json.members(written: shown.looks.last)
            }
        }
    }

    /// Takes in those of the next line, each beside what the line before showed of it.
    ///
    /// - Parameter showings: hands one after the other out.
    /// - Returns: whether they differ from those before in what a line shows of them. (It does not show
    ///   all, such as their other names.)
    @discardableResult
    mutating func take(_ showings: ((NetworkPath.Showing) -> Void) -> Void) -> Bool {
        var new: [Shown] = []
        new.reserveCapacity(interfaces.count)
        var isDifferent = false
        showings { showing in
            let position = new.count
            let shown = Self.shown(showing, interfaces, near: position)
            if !isDifferent {
                isDifferent =
                    position >= interfaces.count || !shown.isWritten(like: interfaces[position])
            }
            new.append(shown)
        }
        isDifferent = isDifferent || new.count < interfaces.count
        interfaces = new
        return isDifferent
    }

    /// - Parameter position: where the line before is likely to have had the interface.
    private static func shown(
        _ showing: NetworkPath.Showing,
        _ old: [Shown],
        near position: Int
    ) -> Shown {
        func before(_ index: Int) -> Looks? {
            if position < old.count, old[position].looks.interface.index == index {
                return old[position].looks
            }
            return old.first { $0.looks.interface.index == index }?.looks
        }
        switch showing {
        case .other(let interface):
            let before = before(interface.index)
            let like = before.flatMap { $0.interface.isWritten(like: interface) ? $0 : nil }
            return Shown(
                looks: like ?? Looks(interface),
                carriesIPv4: interface.carriesIPv4,
                carriesIPv6: interface.carriesIPv6)
        case .same(let index, let carriesIPv4, let carriesIPv6):
            guard let looks = before(index) else {
                preconditionFailure("what was shown of it is known")
            }
            return Shown(looks: looks, carriesIPv4: carriesIPv4, carriesIPv6: carriesIPv6)
        }
    }
}

extension NetworkInterface {
    /// Whether a line shows the same of both, beside what they carry.
    fileprivate func isWritten(like other: NetworkInterface) -> Bool {
        name == other.name && index == other.index && type == other.type && kind == other.kind
            && ssid == other.ssid && isVirtual == other.isVirtual && isUp == other.isUp
            && hasCarrier == other.hasCarrier && operationalState == other.operationalState
            && mtu == other.mtu && hardwareAddress == other.hardwareAddress
            && addresses == other.addresses && lowerInterfaces == other.lowerInterfaces
            && metered == other.metered && confidence == other.confidence
    }
}
