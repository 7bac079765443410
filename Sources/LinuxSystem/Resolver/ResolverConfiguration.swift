// SPDX-License-Identifier: Apache-2.0

/// The name servers that the C library's resolver asks (resolv.conf(5)).
package struct ResolverConfiguration: Hashable, Sendable {
    /// As they are written, at most three: the resolver asks no more (`MAXNS`).
    package var nameServers: [String]

    package init(nameServers: [String]) {
        self.nameServers = nameServers
    }

    /// Reads the text of a resolv.conf.
    package init(text: String) {
        var servers: [String] = []
        for line in text.split(separator: "\n") {
            // The keyword must start the line.
            guard line.hasPrefix("nameserver") else { continue }
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count >= 2, words[0] == "nameserver" else { continue }
            servers.append(String(words[1]))
        }
        nameServers = Array(servers.prefix(3))
    }

    /// The addresses of systemd-resolved's stub, behind which others stand.
    private static let stubs = ["127.0.0.53", "127.0.0.54"]

    /// The files that are read.
    package static let files = ["/etc/resolv.conf", "/run/systemd/resolve/resolv.conf"]

    /// Reads `/etc/resolv.conf`; where it names systemd-resolved's stub, the file in which that
    /// keeps the servers it asks itself. Without a file there is no name server.
    package static func read() throws(SystemError) -> ResolverConfiguration {
        guard let text = try readFile("/etc/resolv.conf") else {
            return ResolverConfiguration(nameServers: [])
        }
        let configured = ResolverConfiguration(text: text)
        guard
            configured.nameServers.contains(where: stubs.contains),
            let upstream = try readFile("/run/systemd/resolve/resolv.conf")
        else { return configured }
        let others = configured.nameServers.filter { !stubs.contains($0) }
        return ResolverConfiguration(
            nameServers: ResolverConfiguration(text: upstream).nameServers + others
        )
    }
}
