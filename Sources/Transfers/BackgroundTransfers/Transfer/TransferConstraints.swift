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
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberKey.self)
        try condition.encodeRequirements(to: encoder)
        try container.encode(condition.isNegated, forKey: MemberKey("not"))
        try container.encode(
            Double(stability.wholeMilliseconds) / 1000, forKey: MemberKey("stable"))
    }
}
