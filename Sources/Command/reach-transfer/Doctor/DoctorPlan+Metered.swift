// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import NetworkReachability

/// The metered interfaces beside the path, over which nothing is sent without `--force`.
extension DoctorPlan {
    /// Why nothing may be sent over an interface; `nil` if packets may be sent, or leave by none.
    func restraint(over name: String?) -> String? {
        guard let name, meteredInterfaces.contains(where: { $0.isSameText(as: name) }) else {
            return nil
        }
        return "not asked, because \(name) is metered (--force asks)"
    }

    /// Why no name is resolved; `nil` if names are. The system decides which name server it asks, and may ask each.
    var nameRestraint: String? {
        nameServers.lazy.compactMap { server in
            restraint(over: server.interface).map { _ in
                "not resolved, because the name server \(server.address) is behind "
                    + "\(server.interface ?? ""), which is metered (--force resolves it)"
            }
        }.first
    }

    /// Why a host has no addresses here, for a step that needs one.
    func whyWithoutAddress(_ host: HostName?) -> String {
        nameRestraint != nil && host?.isAddress != true
            ? "not reached: the name was not resolved" : "not reached: the name has no address"
    }

    /// The address of the announced captive portal, if it may be asked.
    var askedPortal: String? {
        guard let portal, nameRestraint != nil else { return portal }
        let host = URLAuthority(portal)?.hostWithoutPort
        return host.flatMap { HostName($0) }?.isAddress == true ? portal : nil
    }

    /// The metered interfaces that are the reason for a skipped line of a report.
    func interfacesNotAsked(_ lines: [DoctorLine]) -> [String] {
        meteredInterfaces.sorted().filter { name in
            lines.contains { $0.outcome == .skipped && $0.detail == restraint(over: name) }
        }
    }
}
