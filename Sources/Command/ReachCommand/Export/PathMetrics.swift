// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

// The names are those of the command-line contract. Nothing private is a label: no network name, address or host.
extension MetricsWriter {
    /// Writes all metrics of the path, the interfaces and the program.
    ///
    /// - Parameters:
    ///   - counters: the path, and what was counted of it.
    ///   - transfers: the transfers of the user.
    ///   - resyncs: how often the state was read again after messages of the kernel were lost.
    ///   - now: the current time, by the clock of the counters.
    mutating func write(
        _ counters: PathCounters, _ transfers: TransferCounters, resyncs: Int, now: Int64
    ) {
        write(counters.path)
        metric(
            "reach_path_changes_total", .counter, help: "Changes of the path since the start.")
        sample(counters.changes)
        metric(
            "reach_path_resyncs_total", .counter,
            help: "How often the state was read again after messages of the kernel were lost.")
        sample(resyncs)
        metric(
            "reach_path_unsatisfied_seconds_total", .counter,
            help: "Time without a path to the internet since the start.")
        sample(milliseconds: counters.unsatisfiedTime(now))
        metric(
            "reach_path_expensive_seconds_total", .counter,
            help: "Time on a path that is metered, or probably, since the start.")
        sample(milliseconds: counters.expensiveTime(now))
        write(counters.path.interfacesOfInterest)
        write(transfers)
        metric("reach_build_info", .gauge, help: "The version of reach.")
        sample(1, ("version", version))
    }

    private mutating func write(_ path: NetworkPath) {
        metric(
            "reach_path_satisfied", .gauge, help: "Whether there is a live route to the internet.")
        sample(path.isSatisfied)
        metric(
            "reach_path_expensive", .gauge, help: "Whether the path is metered, or probably.")
        sample(path.isExpensive)
        metric(
            "reach_path_constrained", .gauge,
            help: "Whether the configuration asks for little traffic on the path.")
        sample(path.isConstrained)
        metric(
            "reach_path_degraded", .gauge,
            help: "Whether a next hop, or half of the address space, has no live route.")
        sample(path.isDegraded)
        metric("reach_path_vpn", .gauge, help: "Whether the path uses a VPN.")
        sample(path.isVPN)
        metric(
            "reach_path_info", .gauge,
            help: "Medium, interface and cost of the path, and the source of the cost.")
        sample(
            1, ("connection", path.connection.rawValue), ("primary", path.primary?.name ?? ""),
            ("metered", path.metered.value.rawValue), ("source", path.metered.source.rawValue))
        metric(
            "reach_path_connectivity", .gauge,
            help: "What a connectivity check found out: 1 for the result, 0 for the others.")
        for value in NetworkPath.Connectivity.Value.allCases {
            sample(path.connectivity.value == value, ("value", value.rawValue))
        }
    }

    private mutating func write(_ transfers: TransferCounters) {
        // A metric without samples would be an error.
        guard !transfers.counts.isEmpty else { return }
        metric("reach_transfers", .gauge, help: "Downloads and uploads in the queue, by state.")
        for (state, count) in transfers.counts.sorted(by: { $0.key < $1.key }) {
            sample(count, ("state", state))
        }
        metric(
            "reach_transfer_bytes_total", .counter,
            help: "Bytes that downloads and uploads have moved since the start.")
        for (kind, bytes) in transfers.moved.sorted(by: { $0.key < $1.key }) {
            sample(bytes, ("kind", kind))
        }
    }

    private mutating func write(_ interfaces: [NetworkInterface]) {
        // Names that are not UTF-8 can have the same text, and a sample must occur once. Bytes decide, as they do for
        // readers: two names that are canonically equivalent are two values.
        var names: Set<[UInt8]> = []
        let interfaces = interfaces.filter { names.insert(Array($0.name.utf8)).inserted }
        guard !interfaces.isEmpty else { return }
        metric(
            "reach_interface_info", .gauge,
            help: "Type and kind (IFLA_INFO_KIND) of a network interface.")
        for interface in interfaces {
            sample(
                1, ("interface", interface.name), ("type", interface.type.rawValue),
                ("kind", interface.kind ?? ""))
        }
        metric(
            "reach_interface_up", .gauge,
            help: "Whether a network interface is administratively up.")
        for interface in interfaces { sample(interface.isUp, ("interface", interface.name)) }
        metric(
            "reach_interface_carrier", .gauge,
            help: "Whether a network interface can pass packets.")
        for interface in interfaces { sample(interface.hasCarrier, ("interface", interface.name)) }
    }
}
