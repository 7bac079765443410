// SPDX-License-Identifier: Apache-2.0

/// Where DHCP clients keep their leases.
package struct LeaseFiles: Sendable {
    private let networkd: String
    private let dhclient: [String]
    private let dhcpcd: String

    /// - Parameter root: the folder that stands for `/`.
    package init(root: String = "") {
        networkd = root + "/run/systemd/netif/leases"
        // Debian's place, and Red Hat's.
        dhclient = [root + "/var/lib/dhcp", root + "/var/lib/dhclient"]
        dhcpcd = root + "/var/lib/dhcpcd"
    }

    /// The folders that they are in.
    package var folders: [String] { [networkd] + dhclient + [dhcpcd] }

    /// How many bytes are read of one file, and of all files together. What is beyond says nothing.
    private static let limit = 64 << 10
    /// dhclient appends to its file until it is started anew. The last leases are wanted.
    private static let appendedLimit = 1 << 20
    private static let totalLimit = 4 << 20

    /// The leases of networks that say they are metered. What is not for us to read says nothing.
    package func readMetered() throws(SystemError) -> [DHCPLease] {
        var leases: [DHCPLease] = []
        var rest = Self.totalLimit
        if let folder = try Folder(path: networkd) {
            for name in try folder.entries(withPrefix: "") {
                guard let index = UInt32(name),
                    let bytes = try folder.readBytes(name, limit: min(rest, Self.limit))
                else { continue }
                rest -= bytes.count
                let text = String(decoding: bytes, as: UTF8.self)
                if let lease = DHCPLease(networkd: text, index: index) { leases.append(lease) }
            }
        }
        for path in dhclient {
            guard let folder = try Folder(path: path) else { continue }
            for name in try folder.entries(withPrefix: "dhclient") {
                guard name.hasSuffix(".leases") || name.hasSuffix(".lease"),
                    let bytes = try folder.readEnd(name, limit: min(rest, Self.appendedLimit))
                else { continue }
                rest -= bytes.count
                leases += DHCPLease.leases(dhclient: String(decoding: bytes, as: UTF8.self))
            }
        }
        if let folder = try Folder(path: dhcpcd) {
            let suffix = ".lease"
            for name in try folder.entries(withPrefix: "") where name.hasSuffix(suffix) {
                guard let bytes = try folder.readBytes(name, limit: min(rest, Self.limit))
                else { continue }
                rest -= bytes.count
                let lease = DHCPLease(dhcpcd: bytes, fileName: name.dropLast(suffix.count))
                if let lease { leases.append(lease) }
            }
        }
        return leases.filter(\.isMetered)
    }
}
