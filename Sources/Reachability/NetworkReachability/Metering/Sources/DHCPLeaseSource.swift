// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem
internal import Netlink

extension Metered.Source {
    /// The DHCP server, by Android's vendor option `ANDROID_METERED`.
    public static let dhcp = Metered.Source(rawValue: "dhcp")
}

extension MeteringSource {
    /// The DHCP server, by the leases that DHCP clients keep in files.
    static let dhcp = MeteringSource(
        name: .dhcp,
        priorities: [.announcement: "none reports a metered network"],
        statement: { subject in
            guard subject.interface.reports[DHCPLeaseReports.Report.self]?.isMetered == true else {
                return nil
            }
            return MeteredStatement(
                .announcement, .guessYes, .dhcp,
                "the DHCP server reports a metered network (ANDROID_METERED)")
        },
        files: Files(paths: LeaseFiles().folders) { root throws(SystemError) in
            DHCPLeaseReports(leases: try LeaseFiles(root: root).read())
        })
}

/// The leases in which a DHCP server says that the network is metered, or has a captive portal.
struct DHCPLeaseReports: ExternalReports {
    /// What the leases of an interface say.
    struct Report: Sendable, Hashable {
        /// Whether the network is metered.
        var isMetered = false
        /// The address of the captive portal; `nil` if there is none.
        var portal: String?
    }

    let leases: [DHCPLease]

    /// A lease counts if the interface has its address: files of leases outlast them.
    func report(of interface: NetworkState.Interface) -> Report? {
        let held = leases.filter { lease in
            lease.isHeld(
                byIndex: interface.link.index, name: interface.name,
                ssid: interface.wireless?.ssid)
                && IPAddress(lease.address).map(interface.addresses.entries)?.isEmpty == false
        }
        guard !held.isEmpty else { return nil }
        return Report(
            isMetered: held.contains(where: \.isMetered),
            portal: held.lazy.compactMap(\.portal).first)
    }

    func namesDiffering(from old: DHCPLeaseReports?) -> [String]? {
        old == nil && leases.isEmpty ? [] : nil
    }
}
