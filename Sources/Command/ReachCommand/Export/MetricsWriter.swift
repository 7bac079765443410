// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

/// Writes metrics in the text format of Prometheus (version 0.0.4).
struct MetricsWriter {
    /// The written text.
    private(set) var bytes: [UInt8] = []
    /// The name of the metric that is being written.
    private var name: String = ""

    /// The meaning of the values of a metric.
    enum Kind: String {
        /// A value that goes up and down.
        case gauge
        /// A value that only rises, and begins at 0 with each start.
        case counter
    }

    /// A name with a value, by which the samples of a metric differ.
    typealias Label = (name: String, value: String)

    /// Begins a metric. Its samples are written next.
    mutating func metric(_ name: String, _ kind: Kind, help: String) {
        self.name = name
        write("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
    }

    /// Writes a sample of the metric that was begun last.
    mutating func sample(_ value: Int, _ labels: Label...) {
        begin(labels)
        write("\(value)\n")
    }

    /// Writes 1 or 0 as a sample of the metric that was begun last.
    mutating func sample(_ isTrue: Bool, _ labels: Label...) {
        begin(labels)
        write(isTrue ? "1\n" : "0\n")
    }

    /// Writes a time as a sample, in seconds.
    mutating func sample(milliseconds: Int64) {
        begin([])
        write("\(milliseconds / 1000).\(String(milliseconds % 1000 + 1000).dropFirst())\n")
    }

    private mutating func begin(_ labels: [Label]) {
        write(name)
        if !labels.isEmpty {
            for (position, label) in labels.enumerated() {
                write("\(position == 0 ? "{" : ",")\(label.name)=\"")
                bytes += Self.escape(label.value)
                write("\"")
            }
            write("}")
        }
        write(" ")
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }

    /// The value of a label. Bytes decide, not characters: a quotation mark that a combining mark follows ends a value.
    private static func escape(_ text: String) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): escaped += "\\\\".utf8
            case UInt8(ascii: "\""): escaped += "\\\"".utf8
            case UInt8(ascii: "\n"): escaped += "\\n".utf8
            default: escaped.append(byte)
            }
        }
        return escaped
    }
}

// The names are those of the command-line contract. Nothing private is a label: no network name, address or host.
extension MetricsWriter {
    /// Writes all metrics of the path, the interfaces and the program.
    ///
    /// - Parameters:
    ///   - counters: the path with its counters.
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

/// Counts the changes of the path, and the time without one, since the export began.
///
/// All times are milliseconds of one clock.
struct PathCounters {
    /// The path now.
    private(set) var path: NetworkPath
    /// The number of changes of the path. A change of an interface alone does not count.
    private(set) var changes = 0
    /// For how long the path was unsatisfied, up to the last change.
    private var unsatisfied: Int64 = 0
    /// For how long the path was metered, or probably, up to the last change.
    private var expensive: Int64 = 0
    /// The time of the last update.
    private var last: Int64

    init(_ path: NetworkPath, now: Int64) {
        self.path = path
        last = now
    }

    /// Takes another path.
    mutating func update(_ new: NetworkPath, now: Int64) {
        (unsatisfied, expensive, last) = (unsatisfiedTime(now), expensiveTime(now), now)
        if PathChange(from: path, to: new, where: { _, _ in false }) != nil { changes += 1 }
        path = new
    }

    /// For how long the path has been unsatisfied.
    func unsatisfiedTime(_ now: Int64) -> Int64 {
        unsatisfied + (path.isSatisfied ? 0 : now - last)
    }

    /// For how long the path has been metered, or probably.
    func expensiveTime(_ now: Int64) -> Int64 {
        expensive + (path.isExpensive ? now - last : 0)
    }
}
