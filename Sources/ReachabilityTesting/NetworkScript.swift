// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink
public import Reachability

/// What a scripted network is like at one time.
public struct NetworkScript: Sendable {
    private var state = NetworkState()
    private var routes = ScriptedRoutes()
    private var indexes: [String: UInt32] = [:]
    private var lastIndex: UInt32 = 1

    /// Whether a name server is configured, to which packets find their way as soon as there is one.
    public var hasNameServer = true {
        didSet { configureNameServers() }
    }

    /// The addresses of hosts, in text, by their names. Other names are not known to the resolver.
    public var hosts: [String: [String]] = [:]

    /// A network without an interface.
    public init() {
        configureNameServers()
    }

    /// Connects an interface, new or known: it has a carrier, and of each family an address and a
    /// default route.
    ///
    /// - Parameters:
    ///   - type: what it is. Hardware Ethernet, a station's Wi-Fi, a WireGuard tunnel whose packets
    ///     leave by the best of the others, and so on.
    ///   - name: its name, which is the script's to choose. An interface that is there under this
    ///     name is replaced if it is of another type.
    ///   - metered: what the user says that it costs; `nil` if that follows from what it is.
    ///   - ssid: the name of the network, of a Wi-Fi interface.
    ///   - families: of which it has addresses and routes.
    ///   - metric: the lowest is the kernel's first choice; `nil` for the one that NetworkManager gives
    ///     to the type.
    public mutating func connect(
        _ type: InterfaceType,
        name: String,
        metered: Metered.Value? = nil,
        ssid: String? = nil,
        families: Set<IPAddress.Family> = [.ipv4],
        metric: Int? = nil
    ) {
        if let index = indexes[name], routes.types[index] != type { remove(name) }
        let index = index(ofInterface: name)
        routes.types[index] = type
        _ = state.apply(.link(.scripted(index, name, type, hasCarrier: true)))
        if type == .wifi {
            state.set(
                WirelessInterface(index: index, mode: 2, ssid: ssid.map { Array($0.utf8) }))
        }
        if type == .bluetooth {
            var device = NetworkDevice()
            device.deviceType = "bluetooth"
            state.set(device, of: index)
        }
        let addresses = families.map { ScriptedRoutes.address(of: index, $0) }
        state.set(
            addresses.compactMap { text in
                IPAddress(text).map { InterfaceAddress(address: $0, prefixLength: 24) }
            }.sorted { $0.address.family == .ipv4 && $1.address.family == .ipv6 },
            of: index)
        setMetered(metered, of: name)
        routes.add(index, families, metric: UInt32(clamping: metric ?? type.usualMetric))
    }

    /// Takes an interface's carrier, and with it its addresses and routes: the cable is pulled, the
    /// network out of reach. One that is not there is left alone.
    public mutating func disconnect(_ name: String) {
        guard let index = indexes[name], let type = routes.types[index] else { return }
        routes.remove(index)
        state.set([InterfaceAddress](), of: index)
        _ = state.apply(.link(.scripted(index, name, type, hasCarrier: false)))
    }

    /// Takes an interface away, as if its device were unplugged. One that is not there is left alone.
    public mutating func remove(_ name: String) {
        guard let index = indexes.removeValue(forKey: name) else { return }
        routes.remove(index)
        routes.types[index] = nil
        _ = state.apply(.link(LinkMessage(index: index, hardwareType: 1, isRemoval: true)))
    }

    /// Changes what the user says that an interface costs. One that is not there is left alone.
    ///
    /// - Parameters:
    ///   - value: `nil` if it follows from what the interface is.
    ///   - name: the interface's name.
    public mutating func setMetered(_ value: Metered.Value?, of name: String) {
        guard let index = indexes[name] else { return }
        let statement = value.map { value in
            MeteredStatement(
                rung: .override,
                metered: Metered(value, source: .override, detail: "the script says so"))
        }
        state.set([statement].compactMap(\.self), of: index)
    }

    /// The path that answers a question.
    func path(_ question: PathQuestion) -> NetworkPath {
        // Scripted routes do not fail.
        (try? NetworkPath.evaluate(state, question, oracle: routes)) ?? .unknown
    }

    private mutating func index(ofInterface name: String) -> UInt32 {
        if let index = indexes[name] { return index }
        lastIndex += 1
        indexes[name] = lastIndex
        return lastIndex
    }

    private mutating func configureNameServers() {
        state.resolver.nameServers = hasNameServer ? ["9.9.9.9", "2620:fe::fe"] : []
    }
}

extension InterfaceType {
    /// The metric of NetworkManager's default routes.
    fileprivate var usualMetric: Int {
        switch self {
        case .vpn: 50
        case .ethernet: 100
        case .wifi: 600
        case .wwan: 700
        case .bluetooth: 750
        case .other, .loopback: 800
        }
    }
}

extension LinkMessage {
    /// A link as the kernel tells of one of the type.
    fileprivate static func scripted(
        _ index: UInt32,
        _ name: String,
        _ type: InterfaceType,
        hasCarrier: Bool
    ) -> LinkMessage {
        // ARPHRD_ETHER, ARPHRD_NONE, ARPHRD_LOOPBACK
        let (ethernet, headerless, loopback): (UInt16, UInt16, UInt16) = (1, 65534, 772)
        var link: LinkMessage
        switch type {
        case .ethernet, .wifi:
            link = LinkMessage(index: index, hardwareType: ethernet)
            link.parentBus = "pci"
            link.parentDevice = "0000:00:0\(index % 10).0"
        case .bluetooth, .other: link = LinkMessage(index: index, hardwareType: ethernet)
        case .wwan:
            link = LinkMessage(index: index, hardwareType: headerless)
            link.kind = "wwan"
        case .vpn:
            link = LinkMessage(index: index, hardwareType: headerless)
            link.kind = "wireguard"
        case .loopback: link = LinkMessage(index: index, hardwareType: loopback)
        }
        link.name = name
        link.mtu = 1500
        link.flags = hasCarrier ? [.up, .running, .lowerUp] : .up
        // IF_OPER_UP, IF_OPER_DOWN
        link.operationalState = hasCarrier ? 6 : 2
        return link
    }
}
