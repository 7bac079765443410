// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// The content of `plans.json`: the used bytes of each plan in its period, and the kernel's counters at that moment.
///
/// The recorder replaces the file by renaming, and removes it at the end. While it runs, it holds a lock on the file
/// ``lockName`` beside it.
package struct PlanSums: Sendable, Hashable {
    /// The used bytes of a plan.
    package struct Sum: Sendable, Hashable {
        /// The name of the plan.
        package var name: String
        /// The period; `nil` for a plan that never renews.
        package var period: TimePeriod?
        /// The bytes that count for the plan.
        package var used: Int64

        /// Creates a sum.
        package init(name: String, period: TimePeriod?, used: Int64) {
            self.name = name
            self.period = period
            self.used = used
        }
    }

    /// The kernel's counters of an interface whose bytes count for a plan.
    package struct Counter: Sendable, Hashable {
        /// The name of the interface.
        package var interface: String
        /// The index of the interface.
        package var index: UInt32
        /// The name of the plan; `nil` for none.
        package var plan: String?
        /// The bytes that are part of the sums.
        package var bytes: ByteCounts

        /// Creates counters.
        package init(interface: String, index: UInt32, plan: String?, bytes: ByteCounts) {
            self.interface = interface
            self.index = index
            self.plan = plan
            self.bytes = bytes
        }
    }

    /// The kernel's boot id, in which the counters are valid.
    package var boot: String
    /// The plans of the configuration.
    package var plans: [Sum]
    /// The interfaces that have a plan.
    package var counters: [Counter]

    /// Creates the content of the file.
    package init(boot: String, plans: [Sum], counters: [Counter]) {
        self.boot = boot
        self.plans = plans
        self.counters = counters
    }
}

// MARK: - Places

extension PlanSums {
    /// The name of the file.
    package static let fileName = "plans.json"
    /// The name of the file beside it that the recorder has locked (flock(2)).
    package static let lockName = "plans.lock"
    /// The folder of root's recorder.
    package static let systemFolder = "/run/reach"
    /// The folder of the user's recorder; `nil` if there is none.
    package static var userFolder: String? {
        ProcessEnvironment.value(of: "XDG_RUNTIME_DIR").flatMap {
            $0.begins(with: "/") ? $0 + "/reach" : nil
        }
    }
}

// MARK: - Writing

extension PlanSums: Encodable {
    private enum CodingKeys: String, CodingKey { case schema, boot, plans, counters }

    /// Encodes the content of the file.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .schema)
        try container.encode(boot, forKey: .boot)
        try container.encode(plans, forKey: .plans)
        try container.encode(counters, forKey: .counters)
    }
}

extension PlanSums.Sum: Encodable {
    private enum CodingKeys: String, CodingKey { case name, from, renewsAt, used }

    /// Encodes the sum.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        let times = period.map { ($0.from, $0.end) }
        try container.encode(times.map { Timestamp(milliseconds: $0.0) }, forKey: .from)
        try container.encode(times.map { Timestamp(milliseconds: $0.1) }, forKey: .renewsAt)
        try container.encode(used, forKey: .used)
    }
}

extension PlanSums.Counter: Encodable {
    private enum CodingKeys: String, CodingKey { case interface, index, plan, received, sent }

    /// Encodes the counters.
    ///
    /// - Throws: the errors of the encoder.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(interface, forKey: .interface)
        try container.encode(index, forKey: .index)
        try container.encode(plan, forKey: .plan)
        try container.encode(Int64(clamping: bytes.received), forKey: .received)
        try container.encode(Int64(clamping: bytes.sent), forKey: .sent)
    }
}
