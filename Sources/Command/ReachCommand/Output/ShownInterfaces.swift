// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The interfaces that a line of `reach watch` shows, with their JSON.
///
/// The JSON of an interface is reused if it is equal to that of one of the last two lines: most changes are changes of
/// routes, and a path that comes and goes shows other interfaces each time.
struct ShownInterfaces {
    /// The members of an interface that do not depend on routes. A class, so that lines can share it.
    private final class Parts {
        let interface: NetworkInterface
        /// The JSON of the members before and after `carriesIPv4` and `carriesIPv6`. A line of text needs none.
        private(set) lazy var first = JSONWriter.part { $0.writeOwnMembers(of: interface) }
        private(set) lazy var last = JSONWriter.part { $0.writeCost(of: interface) }

        init(_ interface: NetworkInterface) { self.interface = interface }
    }

    /// An interface in a line.
    private struct Shown {
        var parts: Parts
        var carriesIPv4: Bool
        var carriesIPv6: Bool

        /// Whether a line shows both interfaces the same.
        func isWritten(like other: Shown) -> Bool {
            parts === other.parts && carriesIPv4 == other.carriesIPv4
                && carriesIPv6 == other.carriesIPv6
        }
    }

    private var interfaces: [Shown] = []

    /// Writes the interfaces as an array.
    func write(to json: inout JSONWriter) {
        json.array(interfaces) { json, shown in
            json.object { json in
                json.members(written: shown.parts.first)
                json.writeCarried(ipv4: shown.carriesIPv4, ipv6: shown.carriesIPv6)
                json.members(written: shown.parts.last)
            }
        }
    }

    /// The number of interfaces.
    var count: Int { interfaces.count }

    /// Whether another line shows the same interfaces in the same order.
    func isWritten(like other: ShownInterfaces) -> Bool {
        interfaces.count == other.interfaces.count
            && zip(interfaces, other.interfaces).allSatisfy { $0.isWritten(like: $1) }
    }

    /// Replaces the interfaces by those of the next line.
    ///
    /// - Parameters:
    ///   - former: the interfaces of the line before the last one.
    ///   - showings: calls its argument with each interface.
    /// - Returns: whether a line shows the interfaces differently. (A line does not show alternative names, for
    ///   example.)
    @discardableResult
    mutating func update(
        former: ShownInterfaces? = nil,
        _ showings: ((NetworkPath.Showing) -> Void) -> Void
    ) -> Bool {
        var new: [Shown] = []
        new.reserveCapacity(interfaces.count)
        var isDifferent = false
        showings { showing in
            let position = new.count
            let shown = shown(showing, near: position, former)
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

    /// - Parameter position: the likely position of the interface.
    /// - Returns: the parts of an interface; `nil` if it is not shown.
    private func parts(of index: Int, near position: Int) -> Parts? {
        if position < interfaces.count, interfaces[position].parts.interface.index == index {
            return interfaces[position].parts
        }
        return interfaces.first { $0.parts.interface.index == index }?.parts
    }

    private func shown(
        _ showing: NetworkPath.Showing,
        near position: Int,
        _ former: ShownInterfaces?
    ) -> Shown {
        switch showing {
        case .other(let interface):
            func like(_ line: ShownInterfaces?) -> Parts? {
                guard let parts = line?.parts(of: interface.index, near: position) else {
                    return nil
                }
                return parts.interface.isWritten(like: interface) ? parts : nil
            }
            return Shown(
                parts: like(self) ?? like(former) ?? Parts(interface),
                carriesIPv4: interface.carriesIPv4,
                carriesIPv6: interface.carriesIPv6)
        case .same(let index, let carriesIPv4, let carriesIPv6):
            guard let parts = parts(of: index, near: position) else {
                preconditionFailure("what was shown of it is known")
            }
            return Shown(parts: parts, carriesIPv4: carriesIPv4, carriesIPv6: carriesIPv6)
        }
    }
}

extension NetworkInterface {
    /// Whether a line shows both interfaces the same, apart from the routes that they carry.
    fileprivate func isWritten(like other: NetworkInterface) -> Bool {
        name.isSameText(as: other.name) && index == other.index && type == other.type
            && kind == other.kind && (ssid ?? "").isSameText(as: other.ssid ?? "")
            && (ssid == nil) == (other.ssid == nil) && isVirtual == other.isVirtual
            && isUp == other.isUp && hasCarrier == other.hasCarrier
            && operationalState == other.operationalState
            && mtu == other.mtu && hardwareAddress == other.hardwareAddress
            && hasAddresses(of: other) && lowerInterfaces == other.lowerInterfaces
            && metered == other.metered && confidence == other.confidence
            && isRoaming == other.isRoaming
    }
}
