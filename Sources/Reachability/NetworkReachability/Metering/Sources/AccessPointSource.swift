// SPDX-License-Identifier: Apache-2.0

internal import Netlink

extension Metered.Source {
    /// The Wi-Fi access point, by its network cost element (\[MS-NCT\]).
    public static let accessPoint = Metered.Source(rawValue: "accessPoint")
}

extension MeteringSource {
    /// The Wi-Fi access point, by the network cost element of its beacons.
    static let accessPoint = MeteringSource(
        name: .accessPoint,
        priorities: [.announcement: "none reports a metered network"]
    ) { subject in
        func says(_ detail: String) -> MeteredStatement {
            MeteredStatement(.announcement, .guessYes, .accessPoint, "the access point \(detail)")
        }
        return switch subject.interface.wireless?.cost {
        case nil, .unrestricted: nil
        case .fixed: says("reports that traffic counts against a limit")
        case .variable: says("reports that all traffic is charged")
        }
    }
}
