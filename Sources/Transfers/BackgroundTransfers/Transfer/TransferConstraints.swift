// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import NetworkReachability

/// What a transfer waits for, as the member `constraints` of its JSON: the constraints of the library, and beside them
/// what only the command line has, by the names of its options.
struct TransferConstraints {
    private let condition: Condition
    private let stability: Duration

    init(_ transfer: Transfer) {
        condition = transfer.condition
        stability = transfer.stability
    }
}

extension TransferConstraints: Encodable {
    private enum CodingKeys: String, CodingKey {
        case not, offline, metered, vpn, to, stable
    }

    func encode(to encoder: any Encoder) throws {
        try condition.constraints.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(condition.isNegated, forKey: .not)
        try container.encode(condition.demands.contains(.offline), forKey: .offline)
        try container.encode(condition.demands.contains(.metered), forKey: .metered)
        try container.encode(condition.demands.contains(.vpn), forKey: .vpn)
        try container.encode(condition.host?.description, forKey: .to)
        try container.encode(Double(stability.wholeMilliseconds) / 1000, forKey: .stable)
    }
}
