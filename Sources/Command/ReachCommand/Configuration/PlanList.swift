// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

extension [DataPlan] {
    /// Checks that no two plans have the same name, that their places exist, and that their patterns can match.
    ///
    /// - Parameters:
    ///   - path: the place of the plans in the file.
    ///   - places: the places of the file.
    func check(
        _ path: [any CodingKey], _ places: [NetworkPlace]
    ) throws(ConfigurationError) {
        for (position, plan) in enumerated() {
            let place = path + [ElementKey(position)]
            if self[..<position].contains(where: { $0.name.isSameText(as: plan.name) }) {
                throw ConfigurationError(
                    place, member: "name", "another plan has the name \"\(plan.name)\", too")
            }
            if let name = plan.place, let fault = places.fault(ofName: name) {
                throw ConfigurationError(place, member: "place", fault)
            }
            for (key, pattern) in [("interface", plan.interface), ("ssid", plan.ssid)] {
                guard let fault = pattern?.patternFault else { continue }
                throw ConfigurationError(place, member: key, fault.explanation)
            }
        }
    }
}
