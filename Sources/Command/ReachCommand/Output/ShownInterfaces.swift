// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The interfaces that a line of `reach watch` shows, with their JSON. They are encoded as an array.
///
/// The JSON of an interface is reused if it is equal to that of one of the last two lines: most changes are changes of
/// routes, and a path that comes and goes shows other interfaces each time.
struct ShownInterfaces: Encodable {
    /// An interface in a line. A class, so that lines can share it.
    private final class Shown {
        let interface: NetworkInterface
        /// The JSON of the interface. A line of text needs none.
        private(set) lazy var json = WrittenJSON(interface)

        init(_ interface: NetworkInterface) { self.interface = interface }
    }

    private var interfaces: [Shown] = []

    init() {}

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for shown in interfaces { try list.encode(shown.json) }
    }

    /// The number of interfaces.
    var count: Int { interfaces.count }

    /// Whether another line shows the same interfaces in the same order.
    func isWritten(like other: ShownInterfaces) -> Bool {
        interfaces.elementsEqual(other.interfaces, by: ===)
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
                    position >= interfaces.count || shown !== interfaces[position]
            }
            new.append(shown)
        }
        isDifferent = isDifferent || new.count < interfaces.count
        interfaces = new
        return isDifferent
    }

    /// - Parameter position: the likely position of the interface.
    /// - Returns: the interface with an index; `nil` if it is not shown.
    private func shown(_ index: Int, near position: Int) -> Shown? {
        if position < interfaces.count, interfaces[position].interface.index == index {
            return interfaces[position]
        }
        return interfaces.first { $0.interface.index == index }
    }

    private func shown(
        _ showing: NetworkPath.Showing,
        near position: Int,
        _ former: ShownInterfaces?
    ) -> Shown {
        switch showing {
        case .other(let interface):
            func like(_ line: ShownInterfaces?) -> Shown? {
                guard let shown = line?.shown(interface.index, near: position) else { return nil }
                return shown.interface.isWritten(like: interface) ? shown : nil
            }
            return like(self) ?? like(former) ?? Shown(interface)
        case .same(let index):
            guard let shown = shown(index, near: position) else {
                preconditionFailure("the interface has been printed before")
            }
            return shown
        }
    }
}

extension NetworkInterface {
    /// Whether a line shows both interfaces the same.
    fileprivate func isWritten(like other: NetworkInterface) -> Bool {
        name.isSameText(as: other.name) && index == other.index && type == other.type
            && kind == other.kind && (ssid ?? "").isSameText(as: other.ssid ?? "")
            && (ssid == nil) == (other.ssid == nil) && isVirtual == other.isVirtual
            && isUp == other.isUp && hasCarrier == other.hasCarrier
            && operationalState == other.operationalState
            && mtu == other.mtu && hardwareAddress == other.hardwareAddress
            && hasAddresses(of: other) && lowerInterfaces == other.lowerInterfaces
            && carriesIPv4 == other.carriesIPv4 && carriesIPv6 == other.carriesIPv6
            && metered == other.metered && confidence == other.confidence
            && isRoaming == other.isRoaming
    }
}
