// SPDX-License-Identifier: Apache-2.0

import NetworkReachability

extension MetricsWriter {
    /// Writes what interfaces have carried, by the kernel's counters. Only those at the bottom are written, so that each byte
    /// counts once.
    mutating func write(_ traffic: [InterfaceTraffic]) {
        // Names that are not UTF-8 can have the same text, and a sample must occur once.
        var names: Set<[UInt8]> = []
        let traffic = traffic.filter { names.insert(Array($0.interface.utf8)).inserted }
        // A metric without samples would be an error.
        guard !traffic.isEmpty else { return }
        metric(
            "reach_interface_bytes_total", .counter,
            help: "Bytes that a network interface has carried, by the kernel's counters.")
        for row in traffic {
            let received = Int(clamping: row.counters.received)
            let sent = Int(clamping: row.counters.sent)
            sample(received, ("interface", row.interface), ("direction", "received"))
            sample(sent, ("interface", row.interface), ("direction", "sent"))
        }
    }
}
