// SPDX-License-Identifier: Apache-2.0

/// The files in which DHCP clients store their leases.
package struct LeaseFiles: Sendable {
    private let networkd: String
    private let networkdLinks: String
    private let dhclient: [String]
    private let dhcpcd: String

    package init(root: SystemRoot = .system) {
        networkd = root.path("/run/systemd/netif/leases")
        networkdLinks = root.path("/run/systemd/netif/links")
        // On Debian, and on Red Hat.
        dhclient = ["/var/lib/dhcp", "/var/lib/dhclient"].map(root.path)
        dhcpcd = root.path("/var/lib/dhcpcd")
    }

    /// The folders of the files.
    package var folders: [String] { [networkd, networkdLinks] + dhclient + [dhcpcd] }

    /// The maximum number of bytes that are read of one file. The rest is ignored.
    private static let limit = 64 << 10
    /// The same for a file of dhclient, which appends leases until it is restarted. The end of the file is read.
    private static let appendedLimit = 1 << 20
    /// The maximum number of bytes that are read of all files together.
    private static let totalLimit = 4 << 20

    /// The leases whose servers say that the network is metered, or has a captive portal. Files that this process may not
    /// read are skipped.
    package func read() throws(SystemError) -> [DHCPLease] {
        var leases: [DHCPLease] = []
        var rest = Self.totalLimit
        if let folder = try Folder(path: networkd) {
            let links = try Folder(path: networkdLinks)
            for name in try folder.entries(withPrefix: "") {
                guard let index = UInt32(name),
                    let bytes = try folder.readBytes(name, limit: min(rest, Self.limit))
                else { continue }
                rest -= bytes.count
                let link = try links?.readBytes(name, limit: min(rest, Self.limit)) ?? []
                rest -= link.count
                let lease = DHCPLease(
                    networkd: String(decoding: bytes, as: UTF8.self), index: index,
                    link: String(decoding: link, as: UTF8.self))
                if let lease { leases.append(lease) }
            }
        }
        for path in dhclient {
            guard let folder = try Folder(path: path) else { continue }
            for name in try folder.entries(withPrefix: "dhclient") {
                guard name.ends(with: ".leases") || name.ends(with: ".lease"),
                    let bytes = try folder.readEnd(name, limit: min(rest, Self.appendedLimit))
                else { continue }
                rest -= bytes.count
                leases += DHCPLease.leases(dhclient: String(decoding: bytes, as: UTF8.self))
            }
        }
        if let folder = try Folder(path: dhcpcd) {
            let suffix = ".lease"
            for name in try folder.entries(withPrefix: "") where name.ends(with: suffix) {
                guard let bytes = try folder.readBytes(name, limit: min(rest, Self.limit))
                else { continue }
                rest -= bytes.count
                let lease = DHCPLease(
                    dhcpcd: bytes, fileName: Substring(name.utf8.dropLast(suffix.utf8.count)))
                if let lease { leases.append(lease) }
            }
        }
        return leases.filter { $0.isMetered || $0.portal != nil }
    }
}
