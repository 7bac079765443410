// SPDX-License-Identifier: Apache-2.0

/// What a PPP interface runs over, as far as the system shows it. Neither netlink nor sysfs tell:
/// pppd's command line does, and the kernel's list of PPPoE sessions.
package enum PPPTransport: Hashable, Sendable {
    /// A serial line, by the name of its terminal, such as `/dev/ttyUSB0`.
    case serial(terminal: String)
    /// PPP over Ethernet.
    case ethernet

    /// Looks for the pppd that made the interface (its process number stands in `/run/NAME.pid`),
    /// then for a PPPoE session (`/proc/net/pppoe`), which does not tell its interface.
    ///
    /// - Parameter isOnly: whether it is the namespace's only PPP interface, so that a session can
    ///   be no other's.
    package static func read(interface: String, isOnly: Bool) throws(SystemError) -> PPPTransport? {
        // Namespaces share /run: the file may be that of another one's interface of the name. Only root may ask
        // which namespace pppd is in (/proc/PID/ns), but everybody may look at the namespace's files.
        if let number = try readFile("/run/\(interface).pid")?.prefix(while: \.isNumber),
            !number.isEmpty, let namespace = FileIdentity("/proc/\(number)/net/dev"),
            namespace == FileIdentity("/proc/self/net/dev"),
            let command = try readFile("/proc/\(number)/cmdline"),
            let transport = PPPTransport(commandLine: command)
        {
            return transport
        }
        guard isOnly else { return nil }
        let sessions = try readFile("/proc/net/pppoe")?.split(separator: "\n").count ?? 0
        // The first line is a heading.
        return sessions > 1 ? .ethernet : nil
    }

    /// Reads a process's command line, words parted by zero bytes; `nil` unless it is pppd's and
    /// tells.
    init?(commandLine: String) {
        let words = commandLine.split(separator: "\0")
        guard words.first?.split(separator: "/").last == "pppd" else { return nil }
        if words.contains(where: { $0.hasSuffix("pppoe.so") }) {
            self = .ethernet
        } else if let terminal = words.dropFirst().first(where: {
            $0.hasPrefix("/dev/tty") || $0.hasPrefix("tty")
        }) {
            self = .serial(terminal: String(terminal))
        } else {
            return nil
        }
    }
}
