// SPDX-License-Identifier: Apache-2.0

/// A data plan of the user, which limits the bytes that some networks carry in each period.
///
/// A program hands plans to its monitor beside the overrides (``PathMonitor/Configuration/plans``). The first plan that
/// matches an interface counts for it. An interface with a plan is metered, unless an ``InterfaceOverride`` says
/// otherwise.
///
/// ```swift
/// let plan = DataPlan(
///     name: "LTE", interface: "wwan*", limit: 2_000_000_000, renewal: .monthly(on: 5))
/// let monitor = PathMonitor(.init(plans: [plan]))
/// ```
///
/// `reach record` counts what each plan has used; ``RecordedPlanUsage`` reads that.
public struct DataPlan: Sendable, Hashable {
    /// The traffic that counts.
    public enum Counts: String, Sendable, Hashable, Codable, CaseIterable {
        /// Received and sent bytes.
        case both
        /// Received bytes.
        case received
        /// Sent bytes.
        case sent
    }

    /// The name of the plan. Two plans of one configuration have different names.
    public var name: String
    /// A pattern for the names of interfaces, such as `wwan*` (see fnmatch(3)); `nil` for any interface.
    public var interface: String?
    /// The name (SSID) of a Wi-Fi network, or a pattern for it; `nil` for any network, and for interfaces other than
    /// Wi-Fi.
    public var ssid: String?
    /// The name of a place of the configuration; `nil` for any place.
    public var place: String?
    /// The number of bytes in a period.
    public var limit: Int64
    /// The number of used bytes from which on the plan is nearly used up.
    public var warning: Int64
    /// When a period ends and the next one begins.
    public var renewal: Renewal
    /// The traffic that counts.
    public var counts: Counts

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - interface: a pattern for the names of interfaces; `nil` for any.
    ///   - ssid: the name of a Wi-Fi network, or a pattern for it; `nil` for any.
    ///   - place: the name of a place; `nil` for any.
    ///   - limit: the number of bytes in a period.
    ///   - warning: the number of used bytes from which on the plan is nearly used up; `nil` for 80 % of the limit.
    ///   - renewal: when a period ends and the next one begins.
    ///   - counts: the traffic that counts.
    public init(
        name: String,
        interface: String? = nil,
        ssid: String? = nil,
        place: String? = nil,
        limit: Int64,
        warning: Int64? = nil,
        renewal: Renewal = .never,
        counts: Counts = .both
    ) {
        self.name = name
        self.interface = interface
        self.ssid = ssid
        self.place = place
        self.limit = limit
        self.warning = warning ?? Self.defaultWarning(limit)
        self.renewal = renewal
        self.counts = counts
    }

    /// 80 % of a limit.
    static func defaultWarning(_ limit: Int64) -> Int64 { limit - limit / 5 }
}

extension DataPlan: CustomStringConvertible {
    /// The name, the limit and the renewal: `LTE: 2 GB, monthly on 5`.
    public var description: String {
        "\(name): \(limitText)" + (renewal == .never ? "" : ", \(renewal)")
    }
}
