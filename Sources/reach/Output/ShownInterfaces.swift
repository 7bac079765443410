// SPDX-License-Identifier: Apache-2.0

import Reachability

/// The interfaces that a line of `reach watch` shows, and their JSON. Of an interface only that is
/// written again which differs from the line before: most changes are about the ways of packets.
struct ShownInterfaces {
    /// An interface as a line shows it. (A class, for it goes from line to line.)
    private final class Shown {
        let interface: NetworkInterface
        /// The JSON of the members that say what it is like.
        let ownMembers: [UInt8]
        /// The JSON of the other members.
        let otherMembers: [UInt8]

        /// - Parameter before: the same interface as the line before showed it.
        init(_ interface: NetworkInterface, after before: Shown?) {
            self.interface = interface
            let like = before.flatMap { $0.interface.isLike(interface) ? $0 : nil }
            ownMembers = like?.ownMembers ?? JSONWriter.part { $0.writeOwnMembers(of: interface) }
            otherMembers = JSONWriter.part { $0.writeOtherMembers(of: interface) }
        }

        /// Whether a line shows the same of both.
        func isWritten(like other: Shown) -> Bool {
            self === other
                || ownMembers == other.ownMembers && otherMembers == other.otherMembers
        }
    }

    private var interfaces: [Shown] = []

    /// Writes those of the last line.
    func write(to json: inout JSONWriter) {
        json.array(interfaces) { json, shown in
            json.object { json in
                json.members(written: shown.ownMembers)
                json.members(written: shown.otherMembers)
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
        func before(_ index: Int) -> Shown? {
            if position < old.count, old[position].interface.index == index { return old[position] }
            return old.first { $0.interface.index == index }
        }
        switch showing {
        case .other(let interface):
            let before = before(interface.index)
            if let before, before.interface == interface { return before }
            return Shown(interface, after: before)
        case .same(let index):
            guard let before = before(index) else {
                preconditionFailure("what was shown of it is known")
            }
            return before
        }
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
