// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The reports of ModemManager: where modems are registered, and why an answer is missing.
struct RoamingReports: ExternalReports {
    /// A modem.
    struct Modem: Sendable, Hashable {
        /// The names of its ports: network interfaces, and serial lines without `/dev/`.
        var ports: Set<String>
        var registration: ModemRegistration
    }

    var modems: [Modem] = []
    /// Why ModemManager has not answered; `nil` if it has, or was not asked because no interface is a modem's.
    var missingAnswerReason: String?

    /// The registration of the modem that an interface belongs to, by its name, or by the serial line that PPP runs over.
    func report(of interface: NetworkState.Interface) -> ModemRegistration? {
        modems.first { modem in
            modem.ports.contains {
                $0.isSameText(as: interface.name)
                    || interface.serialPort?.isSameText(as: $0) ?? false
            }
        }?.registration
    }

    func namesDiffering(from old: RoamingReports?) -> [String]? {
        modems == old?.modems ?? [] ? [] : nil
    }
}

extension NetworkState.Interface {
    /// The name of the serial line that PPP runs over, without its folder; `nil` if there is none.
    fileprivate var serialPort: String? {
        guard case .serial(let terminal) = self.pppTransport else { return nil }
        return terminal.pieces(separatedBy: "/").last.map(String.init)
    }
}

/// Whether interfaces and paths are roaming, seen through stacked interfaces and tunnels.
extension InterfaceTable<NetworkState.Interface> {
    /// A cellular interface, and the registration of its modem; `nil` if ModemManager does not know the interface.
    typealias CellularInterface = (name: String, registration: ModemRegistration?)

    /// Whether a modem is roaming that packets use.
    ///
    /// - Parameter used: the interfaces that packets use.
    /// - Returns: `nil` if there is no modem, or if no modem is known to roam and one does not report it.
    func isRoaming(over used: [UInt32]) -> Bool? {
        // Most machines have no modem.
        guard used.contains(where: { self[$0]?.type == .wwan }) else { return nil }
        let statements = cellular(among: used).map { $0.registration?.isRoaming }
        if statements.contains(true) { return true }
        return statements.isEmpty || statements.contains(nil) ? nil : false
    }

    /// The cellular interfaces that packets use: those that ModemManager knows, and otherwise those at the bottom.
    ///
    /// - Parameter used: the interfaces that packets use.
    func cellular(among used: [UInt32]) -> [CellularInterface] {
        // Those below are reached from above, unless ModemManager knows the one above.
        let below = Set(used.flatMap { self[$0]?.type == .wwan ? self[$0]?.lower ?? [] : [] })
        var seen: Set<String> = []
        return used.filter { !below.contains($0) }.flatMap { cellular(below: $0) }
            .filter { seen.insert($0.name).inserted }
    }

    /// - Parameter depth: how many interfaces can be below (the kernel's `MAX_NEST_DEV`). It ends a cycle, which two
    ///   messages of different times can show.
    private func cellular(below index: UInt32, depth: Int = 8) -> [CellularInterface] {
        guard let interface = self[index], interface.type == .wwan else { return [] }
        let registration = interface.inheritable.reports[ModemRegistration.self]
        let below =
            registration == nil && depth > 0
            ? interface.lower.flatMap { cellular(below: $0, depth: depth - 1) } : []
        return below.isEmpty ? [(interface.name, registration)] : below
    }
}
