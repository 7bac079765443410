// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink
public import NetworkReachability

/// The state of a scripted network at one time.
public struct NetworkScript: Sendable {
    private(set) var state = NetworkState()
    private(set) var routes = ScriptedRoutes()
    /// The last changes, as a kernel reports them.
    private var reports: [ScriptedKernel.Report] = []
    /// The number of changes since ``origin``.
    private var changes = 0
    /// The identity of the history that ``changes`` counts. Copies of a script share it.
    private var origin = Origin()

    private final class Origin: Sendable {}
    private var indexes: [String: UInt32] = [:]
    private var lastIndex: UInt32 = 1

    /// Whether a name server is configured. Packets reach it as soon as there is a path.
    public var hasNameServer = true {
        didSet { configureNameServers() }
    }

    /// The addresses of hosts, as text, by host name. Other names cannot be resolved.
    public var hosts: [String: [String]] = [:]

    /// Creates a network without interfaces.
    public init() {
        configureNameServers()
    }

    /// Connects an interface, which is created if it does not exist: it gets a carrier, and an
    /// address and a default route for each family.
    ///
    /// - Parameters:
    ///   - type: the type of the interface: Ethernet hardware, a Wi-Fi station, a WireGuard tunnel
    ///     over the preferred one of the other interfaces, and so on.
    ///   - name: the name of the interface; any name. An existing interface with this name and
    ///     another type is replaced.
    ///   - metered: the user's setting for the interface; `nil` if its type decides.
    ///   - ssid: the name of the Wi-Fi network; ignored for other types.
    ///   - families: the address families for which the interface gets an address and a route.
    ///   - metric: the metric of the default routes; the kernel prefers the lowest. `nil` for
    ///     NetworkManager's metric of the type.
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
        report(.link(.scripted(index, name, type, hasCarrier: true)))
        if type == .wifi {
            report(
                .wireless(
                    WirelessInterface(index: index, mode: 2, ssid: ssid.map { Array($0.utf8) })))
        }
        if type == .bluetooth {
            var device = NetworkDevice()
            device.deviceType = "bluetooth"
            report(.device(device, of: index))
        }
        setAddresses(families, of: index)
        setMetered(metered, of: name)
        setRoutes(families, of: index, metric: UInt32(clamping: metric ?? type.usualMetric))
    }

    /// Disconnects an interface, as if its cable were unplugged or its network were out of reach:
    /// it loses its carrier, addresses and routes. An unknown name has no effect.
    public mutating func disconnect(_ name: String) {
        guard let index = indexes[name], let type = routes.types[index] else { return }
        setRoutes([], of: index)
        setAddresses([], of: index)
        report(.link(.scripted(index, name, type, hasCarrier: false)))
    }

    /// Removes an interface, as if its device were unplugged. An unknown name has no effect.
    public mutating func remove(_ name: String) {
        guard let index = indexes.removeValue(forKey: name) else { return }
        setRoutes([], of: index)
        routes.types[index] = nil
        report(.link(LinkMessage(index: index, hardwareType: 1, isRemoval: true)))
    }

    /// Changes the user's setting for an interface. An unknown name has no effect.
    ///
    /// - Parameters:
    ///   - value: whether the interface is metered; `nil` if its type decides.
    ///   - name: the name of the interface.
    public mutating func setMetered(_ value: Metered.Value?, of name: String) {
        guard let index = indexes[name] else { return }
        let statement = value.map { value in
            MeteredStatement(
                priority: .override,
                metered: Metered(value, source: .override, detail: "the script says so"))
        }
        report(.cost(statement, of: index))
    }

    /// Has the modem of an interface registered with another network. An unknown name has no effect.
    ///
    /// - Parameters:
    ///   - isRoaming: whether the network is a foreign one; `nil` if that is unknown.
    ///   - name: the name of an interface that was connected as `wwan`. Others do not roam.
    public mutating func setRoaming(_ isRoaming: Bool?, of name: String) {
        guard let index = indexes[name] else { return }
        let registration = isRoaming.map { ModemRegistration(isRoaming: $0) }
        report(.registration(registration, of: index))
    }

    /// The path that answers a question.
    func path(_ question: PathQuestion) -> NetworkPath {
        // Scripted routes do not fail.
        (try? NetworkPath.evaluate(state, question, oracle: routes)) ?? .unknown
    }

    /// Returns the changes since another version of this script. If that is not an earlier version, the whole network is
    /// exchanged.
    func reports(since other: NetworkScript) -> [ScriptedKernel.Report] {
        let count = changes - other.changes
        guard origin === other.origin, (0...reports.count).contains(count) else {
            return [.exchange]
        }
        return reports.suffix(count)
    }

    /// Begins a new history, in which nothing has changed.
    mutating func forgetReports() {
        reports = []
        changes = 0
        origin = Origin()
    }

    /// Makes a change, and keeps it for the kernel to report.
    private mutating func report(_ report: ScriptedKernel.Report) {
        // The kernel that reports the change finds out again what follows from it.
        var summary = ChangeSummary()
        summary.apply(report, to: &state)
        reports.append(report)
        changes += 1
    }

    private mutating func report(_ event: KernelEvent) { report(.event(event)) }

    /// Gives an interface one address of each family, in the place of those that it has.
    private mutating func setAddresses(_ families: Set<IPAddress.Family>, of index: UInt32) {
        for family in IPAddress.Family.allCases {
            guard let bytes = IPAddress(ScriptedRoutes.address(of: index, family))?.bytes else {
                continue
            }
            var message = AddressMessage(interface: index, address: bytes)
            message.isRemoval = !families.contains(family)
            report(.address(message))
        }
    }

    /// Gives an interface default routes of each family, in the place of those that it has.
    private mutating func setRoutes(
        _ families: Set<IPAddress.Family>,
        of index: UInt32,
        metric: UInt32 = 0
    ) {
        routes.add(index, families, metric: metric)
        for family in IPAddress.Family.allCases {
            let bytes: AddressBytes.Family = family == .ipv4 ? .ipv4 : .ipv6
            report(.route(bytes, isMade: families.contains(family)))
        }
    }

    private mutating func index(ofInterface name: String) -> UInt32 {
        if let index = indexes[name] { return index }
        lastIndex += 1
        indexes[name] = lastIndex
        return lastIndex
    }

    private mutating func configureNameServers() {
        report(.nameServers(hasNameServer ? ["9.9.9.9", "2620:fe::fe"] : []))
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
    /// The kernel's message about a link of a type.
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
