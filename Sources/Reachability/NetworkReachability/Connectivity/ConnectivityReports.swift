// SPDX-License-Identifier: Apache-2.0

internal import LinuxSystem

/// The findings of NetworkManager's connectivity check over its devices.
///
/// There are none while it does not check: it then reports a guess by the routes.
struct ConnectivityReports: ExternalReports {
    /// The findings over an interface, by address family.
    struct Report: Sendable, Hashable {
        var families: PerFamily<NetworkPath.Connectivity.Value>
    }

    /// The findings over a device.
    struct Device: Sendable, Hashable {
        var report: Report
        /// The device's hardware address; empty if it has none.
        var hardwareAddress = ""
    }

    /// The devices, by the names of their interfaces.
    var devices: [ExactText: Device] = [:]

    func report(of interface: NetworkState.Interface) -> Report? {
        guard let device = devices[ExactText(interface.name)],
            interface.mayHave(hardwareAddress: device.hardwareAddress)
        else { return nil }
        return device.report
    }

    func namesDiffering(from old: ConnectivityReports?) -> [String]? {
        devices.namesDiffering(from: old?.devices ?? [:])
    }
}

extension NetworkState {
    /// The finding over a path, and the address of a captive portal that the network announces, seen through tunnels and
    /// stacked interfaces.
    ///
    /// - Parameters:
    ///   - primaries: the interface of each address family that the path carries.
    ///   - below: the interfaces that carry the primary, from the top to the bottom.
    func connectivity(
        of primaries: PerFamily<UInt32?>, below: [UInt32]
    ) -> NetworkPath.Connectivity {
        let own = IPAddress.Family.allCases.compactMap { family in
            primaries[family].flatMap { connectivityReport(of: $0)?.families[family] }
        }
        // An interface below may carry the path with packets of another family.
        let others = below.lazy.compactMap { connectivityReport(of: $0)?.families }
            .map { [$0.ipv4, $0.ipv6].best }
        let value = own.best == .unknown ? others.first { $0 != .unknown } ?? .unknown : own.best
        return NetworkPath.Connectivity(
            value, source: value == .unknown ? .noSource : .networkManager,
            portal: portal(of: primaries.inOrder.compactMap(\.self) + below)?.address)
    }

    /// The address of a captive portal that the network of an interface announces, with the name of the interface.
    ///
    /// - Parameter indexes: the interfaces of a path, from the top to the bottom. The first one that has an address counts.
    func portal(of indexes: [UInt32]) -> (address: String, interface: String)? {
        indexes.lazy.compactMap { index in
            guard let interface = self[index],
                let report = interface.inheritable.reports[DHCPLeaseReports.Report.self]
            else { return nil }
            return report.portal.map { ($0, interface.name) }
        }.first
    }

    private func connectivityReport(of index: UInt32) -> ConnectivityReports.Report? {
        self[index]?.inheritable.reports[ConnectivityReports.Report.self]
    }
}

extension [NetworkPath.Connectivity.Value] {
    /// The value of the highest rank.
    fileprivate var best: NetworkPath.Connectivity.Value {
        self.max { $0.rank < $1.rank } ?? .unknown
    }
}
