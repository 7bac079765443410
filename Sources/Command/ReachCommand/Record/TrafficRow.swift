// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The network under which the bytes of an interface count.
struct TrafficNetwork: Hashable, Sendable {
    /// The SSID of the Wi-Fi network; `nil` for other interfaces.
    var ssid: String?
    /// The place of the configuration; `nil` for none.
    var place: String?
    /// The data plan of the configuration; `nil` for none.
    var plan: String?
    /// The cost: a word of `Metered.Value`.
    var metered = Metered.Value.unknown.rawValue
}

extension TrafficNetwork {
    /// The network that an interface is in.
    init(_ interface: InterfaceNetwork) {
        self.init(
            ssid: interface.ssid, place: interface.place, plan: interface.plan,
            metered: interface.metered.rawValue)
    }
}

/// The bytes of an interface since its last row in the record.
struct TrafficRow: Hashable, Sendable {
    /// The name of the interface.
    var interface: String
    /// The index of the interface.
    var index: Int
    /// The type of the interface: a word of `InterfaceType`.
    var type: String
    /// The network that the interface had meanwhile.
    var network = TrafficNetwork()
    /// The bytes since the last row of the interface.
    var bytes = ByteCounts()
    /// The kernel's counters now.
    var counters = ByteCounts()
}

extension TrafficRow: Encodable {
    func encode(to encoder: any Encoder) throws {
        try encoder.encodeObject([
            "interface": interface, "index": index, "type": type, "ssid": network.ssid,
            "place": network.place, "plan": network.plan, "metered": network.metered,
            "received": bytes.received, "sent": bytes.sent, "counters": counters,
        ])
    }
}

extension TrafficRow {
    /// Reads a row, as it is encoded. Members of later versions are skipped.
    init(_ reader: inout JSONReader) throws(JSONReader.Fault) {
        var row = TrafficRow(interface: "", index: -1, type: "")
        try reader.object { (reader, name) throws(JSONReader.Fault) in
            switch name {
            case "interface": row.interface = try reader.string()
            case "index": row.index = Int(clamping: try reader.count())
            case "type": row.type = try reader.string()
            case "ssid": row.network.ssid = try reader.optionalString()
            case "place": row.network.place = try reader.optionalString()
            case "plan": row.network.plan = try reader.optionalString()
            case "metered": row.network.metered = try reader.string()
            case "received": row.bytes.received = try reader.count()
            case "sent": row.bytes.sent = try reader.count()
            case "counters":
                try reader.object { (reader, name) throws(JSONReader.Fault) in
                    switch name {
                    case "received": row.counters.received = try reader.count()
                    case "sent": row.counters.sent = try reader.count()
                    default: try reader.skip()
                    }
                }
            default: try reader.skip()
            }
        }
        guard !row.interface.isEmpty, row.index >= 0 else { throw JSONReader.Fault() }
        self = row
    }
}
