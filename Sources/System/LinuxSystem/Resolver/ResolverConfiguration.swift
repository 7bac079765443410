// SPDX-License-Identifier: Apache-2.0

/// The name servers that the C library's resolver asks (resolv.conf(5)).
package struct ResolverConfiguration: Hashable, Sendable {
    /// The addresses, as the file has them, of the servers that the C library asks, or in its place systemd-resolved.
    package var nameServers: [String]
    /// The addresses of the servers that the file names as well. Programs with a resolver of their own may ask them.
    package var furtherNameServers: [String] = []

    package init(nameServers: [String]) {
        self.nameServers = nameServers
    }

    /// The most name servers that the C library asks: it ignores more (`MAXNS`).
    private static let limit = 3

    /// Parses the text of a resolv.conf as the C library does (`res_vinit` in glibc). Text that the C library does not
    /// take for an address is skipped, and does not count: a carriage return at the end of a line is part of the
    /// address.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - limit: how many name servers are asked.
    init(text: String, limit: Int = limit) {
        let keyword = Array("nameserver".utf8)
        var servers: [String] = []
        for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) {
            // The keyword must start the line.
            guard line.starts(with: keyword) else { continue }
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count >= 2, fields[0].count == keyword.count else { continue }
            if let server = Self.address(String(decoding: fields[1], as: UTF8.self)) {
                servers.append(server)
            }
        }
        nameServers = Array(servers.prefix(limit))
        furtherNameServers = Array(servers.dropFirst(limit))
    }

    private static func address(_ text: String) -> String? {
        if let bits = AddressText.parseNumberedIPv4(text) {
            return AddressText.format(isIPv6: false, high: 0, low: UInt64(bits))
        }
        return AddressText.parseIPv6(HostName.address(of: text)) == nil ? nil : text
    }

    /// The addresses of systemd-resolved's stub resolver.
    private static let stubs = ["127.0.0.53", "127.0.0.54"]

    private static let file = "/etc/resolv.conf"
    /// Where systemd-resolved writes the servers that it asks itself.
    private static let upstreamFile = "/run/systemd/resolve/resolv.conf"

    /// The files that ``read(root:)`` reads.
    package static func files(root: SystemRoot = .system) -> [String] {
        [file, upstreamFile].map(root.path)
    }

    /// Reads `/etc/resolv.conf`. If it names systemd-resolved's stub, the servers that systemd-resolved asks take
    /// its place: all of its file. Without the file there is no name server.
    ///
    /// - Parameter root: the root folder.
    package static func read(root: SystemRoot = .system) throws(SystemError)
        -> ResolverConfiguration
    {
        guard let text = try readFile(root.path(file)) else {
            return ResolverConfiguration(nameServers: [])
        }
        var configured = ResolverConfiguration(text: text)
        guard
            configured.nameServers.contains(where: stubs.contains),
            let upstream = try readFile(root.path(upstreamFile))
        else { return configured }
        let others = configured.nameServers.filter { !stubs.contains($0) }
        configured.nameServers =
            ResolverConfiguration(text: upstream, limit: .max).nameServers + others
        return configured
    }
}
