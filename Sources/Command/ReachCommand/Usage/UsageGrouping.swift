// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import NetworkReachability

/// The property by which a usage adds up bytes (`--by`), in a row for each of its values.
enum UsageGrouping: String, CaseIterable, ExpressibleByArgument, Sendable {
    case network, interface, cost, place, day, hour, plan

    static let allValueStrings = allCases.map(\.rawValue)

    /// The heading of the first column.
    var heading: String { rawValue.uppercased() }

    /// Whether the rows are in the order of time, and not by their sums.
    var isByTime: Bool { self == .day || self == .hour }

    /// Returns the row that bytes belong to.
    ///
    /// - Parameters:
    ///   - row: the bytes, with their network.
    ///   - time: when they were counted, in milliseconds since 1970.
    ///   - day: the local day of that time.
    ///   - clock: shows the local time.
    func key(
        _ row: TrafficRow, _ time: Int64, day: String, _ clock: WallClock
    ) -> UsageKey {
        switch self {
        case .network:
            row.network.ssid.map { UsageKey(type: row.type, ssid: $0) }
                ?? UsageKey(interface: row.interface)
        case .interface: UsageKey(interface: row.interface)
        case .cost: UsageKey(metered: row.network.metered)
        case .place: UsageKey(place: row.network.place)
        case .plan: UsageKey(plan: row.network.plan)
        case .day: UsageKey(day: day)
        case .hour: UsageKey(day: day, hour: Int(clock.minute(time).prefix(2)) ?? 0)
        }
    }
}

/// The key of a row of a usage. It has the members that the grouping asks for; the others are `nil`.
struct UsageKey: Hashable, Sendable {
    var interface: String?
    var type: String?
    var ssid: String?
    var place: String?
    var plan: String?
    var metered: String?
    var day: String?
    var hour: Int?
}

extension UsageKey {
    /// The key in the first column.
    func text(_ grouping: UsageGrouping) -> String {
        switch grouping {
        case .network, .interface: ssid.map { "Wi-Fi \($0)" } ?? interface ?? ""
        case .cost: (metered.flatMap(Metered.Value.init(rawValue:)) ?? .unknown).text
        case .place: place ?? "no place"
        case .plan: plan ?? "no plan"
        case .day: day ?? ""
        case .hour:
            (day ?? "") + " " + (hour.map { WallClock.hoursAndMinutes($0 * 60) } ?? "")
        }
    }
}

extension UInt64 {
    /// The number of bytes as text.
    var byteText: String { ByteAmount.text(Int64(clamping: self)) }
}
