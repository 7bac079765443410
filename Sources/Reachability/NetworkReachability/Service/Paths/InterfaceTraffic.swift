// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem
internal import Netlink

/// The bytes that an interface has carried since it was made.
package struct InterfaceTraffic: Sendable, Hashable {
    /// The name of the interface (`IFLA_IFNAME`).
    package var interface: String
    /// The index of the interface (`ifi_index`).
    package var index: Int
    /// The type of the interface.
    package var type: InterfaceType
    /// The kernel's counters of it.
    package var counters: ByteCounts

    /// Creates a value.
    package init(
        _ interface: String, index: Int, type: InterfaceType, counters: ByteCounts = ByteCounts()
    ) {
        self.interface = interface
        self.index = index
        self.type = type
        self.counters = counters
    }
}

/// Reads the counters of the interfaces at the bottom, so that each byte counts once: hardware, and what stands on an
/// interface of another namespace. Tunnels, bridges, bonds, VLANs and similar interfaces are left out, and so are
/// loopback, veth, tap, dummy and ifb.
///
/// It reads only when it is asked. Only the removal of a link wakes the process. A reader belongs to one thread.
package final class TrafficReader {
    private let socket: NetlinkSocket
    private let removals: LinkRemovalSocket

    /// Opens the sockets.
    ///
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be asked.
    package init() throws(NetworkAccessError) {
        do throws(NetlinkError) {
            removals = try LinkRemovalSocket()
            socket = try NetlinkSocket(.route)
        } catch { throw NetworkAccessError(error) }
    }

    /// The event to wait for: the removal of an interface.
    package var interest: PollSet.Interest {
        PollSet.Interest(removals.descriptor, reads: true)
    }

    /// Returns the counters of all interfaces at the bottom, by index.
    ///
    /// - Parameter path: the path, which knows the interfaces.
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be asked.
    package func read(_ path: NetworkPath) throws(NetworkAccessError) -> [InterfaceTraffic] {
        do throws(NetlinkError) {
            return try socket.dumpCountedLinks().elements.compactMap { path.traffic(of: $0) }
                .sorted { $0.index < $1.index }
        } catch { throw NetworkAccessError(error) }
    }

    /// Returns the counters of an interface; `nil` if there is no such interface at the bottom.
    ///
    /// - Throws: ``NetworkAccessError`` if the kernel cannot be asked.
    package func read(
        _ index: Int, _ path: NetworkPath
    ) throws(NetworkAccessError) -> InterfaceTraffic? {
        guard let index = UInt32(exactly: index) else { return nil }
        do throws(NetlinkError) {
            return try socket.countedLink(index).flatMap { path.traffic(of: $0) }
        } catch { throw NetworkAccessError(error) }
    }

    /// Returns the last counters of the interfaces at the bottom that were removed since the last call.
    ///
    /// - Parameter path: the path before, which knows the interfaces. One that came and went meanwhile is known by its
    ///   last message.
    /// - Throws: ``NetworkAccessError`` if the socket failed.
    package func readRemovals(
        _ path: NetworkPath
    ) throws(NetworkAccessError) -> [InterfaceTraffic] {
        var removed: [InterfaceTraffic] = []
        do throws(NetlinkError) {
            // If a message is lost, so are its bytes: the interface is gone.
            _ = try removals.receive { link in
                if let traffic = path.traffic(of: link) { removed.append(traffic) }
            }
        } catch { throw NetworkAccessError(error) }
        return removed
    }
}

extension ByteCounts {
    /// The kernel's counters of a link.
    init(_ counters: LinkCounters) {
        self.init(received: counters.received, sent: counters.sent)
    }
}

extension NetworkPath {
    /// The traffic of an interface at the bottom; `nil` for other interfaces.
    fileprivate func traffic(of counted: CountedLink) -> InterfaceTraffic? {
        let link = counted.link
        // The index may be that of a new interface.
        let known = seen[link.index].flatMap { $0.link.kind == link.kind ? $0 : nil }
        guard link.isAtBottom, known?.isAboveOther != true else { return nil }
        let type = known?.type ?? Classification.classify(InterfaceFacts(link)).type
        guard type != .loopback, type != .vpn else { return nil }
        return InterfaceTraffic(
            link.name ?? known?.name ?? "", index: Int(link.index), type: type,
            counters: ByteCounts(counted.counters))
    }
}

/// An interface at the bottom, and the network that it is in.
package struct InterfaceNetwork: Sendable, Hashable {
    /// The name of the interface.
    package var interface: String
    /// The index of the interface.
    package var index: Int
    /// The type of the interface.
    package var type: InterfaceType
    /// The SSID of the Wi-Fi network; `nil` for other interfaces.
    package var ssid: String?
    /// Whether the interface is metered.
    package var metered: Metered.Value
    /// The place of the path, if its packets use the interface; `nil` for none.
    package var place: String?
    /// The name of the data plan; `nil` for none.
    package var plan: String?

    /// Creates a value.
    package init(
        _ interface: String, index: Int, type: InterfaceType, ssid: String? = nil,
        metered: Metered.Value = .unknown, place: String? = nil, plan: String? = nil
    ) {
        self.interface = interface
        self.index = index
        self.type = type
        self.ssid = ssid
        self.metered = metered
        self.place = place
        self.plan = plan
    }
}

extension NetworkPath {
    /// Returns the networks of the interfaces at the bottom (``TrafficReader``) that may differ from those of another
    /// path. The time grows with the number of differences, not with that of the interfaces.
    ///
    /// - Parameter other: the path before; `nil` for the networks of all interfaces.
    package func interfaceNetworks(changedSince other: NetworkPath?) -> [InterfaceNetwork] {
        let used = decision.used
        var indexes: Set<UInt32>
        if let other, other.settings == settings {
            indexes = Set(seen.differences(from: other.seen))
            if other.decision.used != used || other.place != place {
                indexes.formUnion(other.decision.used + used)
            }
        } else {
            indexes = Set(seen.indexes)
        }
        var metering = metering
        return indexes.sorted().compactMap { index in
            guard let interface = seen[index], interface.isCounted else { return nil }
            return InterfaceNetwork(
                interface.name, index: Int(index), type: interface.type,
                ssid: interface.wireless?.ssid.map { String(decoding: $0, as: UTF8.self) },
                metered: metering.metered(interface).value,
                place: used.contains(index) ? place : nil, plan: settings.plan(for: interface)?.name
            )
        }
    }

    /// The interfaces that carry the path and have a data plan, although their bytes are not counted
    /// (``TrafficReader``): the plan would never be used up.
    package var uncountedPlans: [(interface: String, plan: String)] {
        decision.used.compactMap { index in
            guard let interface = seen[index], !interface.isCounted, interface.lower.isEmpty,
                interface.type != .vpn, let plan = settings.plan(for: interface)
            else { return nil }
            return (interface.name, plan.name)
        }
    }
}

extension NetworkState.Interface {
    /// Whether the bytes of the interface are counted.
    fileprivate var isCounted: Bool {
        self.link.isAtBottom && !isAboveOther && self.type != .loopback && self.type != .vpn
    }

    /// Whether the packets of the interface go over another interface of this namespace, as far as that is known from
    /// other sources than the link: sysfs, pppd, the addresses of a translator.
    fileprivate var isAboveOther: Bool {
        !self.lower.isEmpty || self.pppTransport == .ethernet || self.device?.hasTunFlags == true
    }
}

extension LinkMessage {
    /// The hardware types (`ARPHRD_*`) of links that carry no packets to another machine: loopback, CAN, netlink and vsock
    /// monitors, Wi-Fi monitors, IEEE 802.15.4, and 6LoWPAN, which is over another one.
    private static let otherHardware: Set<UInt16> = [
        772, 280, 824, 826, 801, 802, 803, 804, 805, 825,
    ]

    /// Whether the link is the lowest one that its packets pass in this namespace, as far as its own message says.
    fileprivate var isAtBottom: Bool {
        let isOnOther = (link.map { $0 != 0 && $0 != index } ?? false) && !isLinkInOtherNamespace
        guard !isOnOther, !Self.otherHardware.contains(hardwareType) else { return false }
        return switch LinkKind(kind) {
        case .neverAPath, .peer, .tun, .tunnel, .overlay, .madeOf, .lowPAN: false
        case .madeOn: isLinkInOtherNamespace
        case .absent, .other, .wifi, .wwan, .ppp: true
        }
    }
}
