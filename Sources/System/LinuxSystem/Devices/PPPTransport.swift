// SPDX-License-Identifier: Apache-2.0

/// The transport below a PPP interface.
///
/// Neither netlink nor sysfs show it. The command line of pppd does, and the kernel's list of PPPoE sessions.
package enum PPPTransport: Hashable, Sendable {
    /// A serial line, with the path of its terminal, such as `/dev/ttyUSB0`.
    case serial(terminal: String)
    /// PPP over Ethernet.
    case ethernet

    /// Reads the command line of the pppd that made the interface (`/run/NAME.pid` has its process number), and
    /// otherwise the PPPoE sessions (`/proc/net/pppoe`), which do not name their interfaces.
    ///
    /// - Parameter isOnly: whether the interface is the only PPP interface of the network namespace, so that every
    ///   session belongs to it.
    package static func read(
        interface: String, isOnly: Bool, root: SystemRoot = .system
    ) throws(SystemError) -> PPPTransport? {
        // Namespaces share /run: the file may be for an interface of the same name in another namespace. Only root
        // may ask which namespace pppd is in (/proc/PID/ns), but everybody may read the files of the namespace.
        if let number = try readFile(root.path("/run/\(interface).pid"))?
            .unicodeScalars.prefix(while: { ("0"..."9").contains($0) }), !number.isEmpty,
            let namespace = FileIdentity(root.path("/proc/\(String(number))/net/dev")),
            namespace == FileIdentity(root.path("/proc/self/net/dev")),
            let command = try readFile(root.path("/proc/\(String(number))/cmdline")),
            let transport = PPPTransport(commandLine: command)
        {
            return transport
        }
        guard isOnly else { return nil }
        let lines = try readFile(root.path("/proc/net/pppoe"))?.pieces(separatedBy: "\n").count ?? 0
        // The first line is a heading.
        return lines > 1 ? .ethernet : nil
    }

    /// Parses the command line of a process, whose arguments end with zero bytes; `nil` unless it is one of pppd
    /// that shows what the interface runs over.
    init?(commandLine: String) {
        let arguments = commandLine.pieces(separatedBy: "\0")
        guard arguments.first?.pieces(separatedBy: "/").last == "pppd" else { return nil }
        if arguments.contains(where: { $0.ends(with: "pppoe.so") }) {
            self = .ethernet
        } else if let terminal = arguments.dropFirst().first(where: {
            $0.begins(with: "/dev/tty") || $0.begins(with: "tty")
        }) {
            self = .serial(terminal: String(terminal))
        } else {
            return nil
        }
    }
}
