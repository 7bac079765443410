// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// A plan is encoded as an object with `name`, `state`, `used`, `limit`, `warning` and `renewsAt`.
extension NetworkPath.Plan: Encodable {
    private enum Key: String, CodingKey {
        case name, state, used, limit, warning, renewsAt
    }

    /// Encodes the plan.
    ///
    /// - Throws: the errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .name)
        try container.encode(state, forKey: .state)
        try container.encode(used, forKey: .used)
        try container.encode(limit, forKey: .limit)
        try container.encode(warning, forKey: .warning)
        try container.encode(renewalTime, forKey: .renewsAt)
    }

    private var renewalTime: Timestamp? {
        period.map { Timestamp(milliseconds: $0.end) }
    }

    /// A plan as an event shows it: without bytes, which are no events.
    struct Event: Encodable {
        let plan: NetworkPath.Plan

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(plan.name, forKey: .name)
            try container.encode(plan.state, forKey: .state)
            try container.encode(plan.renewalTime, forKey: .renewsAt)
        }
    }
}
