// SPDX-License-Identifier: Apache-2.0

/// What a PPP interface runs over.
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
            .prefix(while: \.isNumber), !number.isEmpty,
            let namespace = FileIdentity(root.path("/proc/\(number)/net/dev")),
            namespace == FileIdentity(root.path("/proc/self/net/dev")),
            let command = try readFile(root.path("/proc/\(number)/cmdline")),
            let transport = PPPTransport(commandLine: command)
        {
            return transport
        }
        guard isOnly else { return nil }
        let lines = try readFile(root.path("/proc/net/pppoe"))?.split(separator: "\n").count ?? 0
        // The first line is a heading.
        return lines > 1 ? .ethernet : nil
    }

    /// Parses the command line of a process, whose arguments end with zero bytes; `nil` unless it is one of pppd
    /// that shows what the interface runs over.
    init?(commandLine: String) {
        let arguments = commandLine.split(separator: "\0")
        guard arguments.first?.split(separator: "/").last == "pppd" else { return nil }
        if arguments.contains(where: { $0.hasSuffix("pppoe.so") }) {
            self = .ethernet
        } else if let terminal = arguments.dropFirst().first(where: {
            $0.hasPrefix("/dev/tty") || $0.hasPrefix("tty")
        }) {
            self = .serial(terminal: String(terminal))
        } else {
            return nil
        }
    }
}
