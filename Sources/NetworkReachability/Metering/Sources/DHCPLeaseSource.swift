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
            subject.interface.reports[DHCPLeaseReports.Report.self].map { _ in
                MeteredStatement(
                    .announcement, .guessYes, .dhcp,
                    "the DHCP server reports a metered network (ANDROID_METERED)")
            }
        },
        files: Files(paths: LeaseFiles().folders) { root throws(SystemError) in
            DHCPLeaseReports(leases: try LeaseFiles(root: root).readMetered())
        })
}

/// The leases in which a DHCP server says that the network is metered.
struct DHCPLeaseReports: ExternalReports {
    /// A lease of an interface says that the network is metered.
    struct Report: Sendable, Hashable {}

    let leases: [DHCPLease]

    /// A lease counts if the interface has its address: files of leases outlast them.
    func report(of interface: NetworkState.Interface) -> Report? {
        let isHeld = leases.contains { lease in
            lease.isHeld(
                byIndex: interface.link.index, name: interface.name,
                ssid: interface.wireless?.ssid)
                && interface.addresses.contains { $0.address.description == lease.address }
        }
        return isHeld ? Report() : nil
    }

    func namesDiffering(from old: DHCPLeaseReports?) -> [String]? {
        old == nil && leases.isEmpty ? [] : nil
    }
}
