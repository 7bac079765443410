// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Notifiers of the library in a separate program while the network changes. The program prints "+" and the connection,
/// or "-" and the reason.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct NotifierCommandTests {
    /// An uplink that does not change by itself, and the functions of the scenarios.
    private static let setup = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        # hosts LINE...: the content of /etc/hosts, which is the only source of names.
        hosts() { printf '%s\\n' "$@" >"$TEST_FOLDER/hosts"; }
        hosts '127.0.0.1 localhost'
        mount --bind "$TEST_FOLDER/hosts" /etc/hosts
        resolver '# none'
        # probe COMMAND...: starts a program with a notifier.
        probe() { "$@" >"$TEST_FOLDER/lines" 2>&1 & probe=$!; }
        # answers: what the program has printed. On a busy machine, the name of the host may not be resolved within a second.
        answers() { grep -vFx -e '- the name of the host is being resolved' "$TEST_FOLDER/lines"; }
        # line NUMBER TEXT: waits until the program has printed this line.
        line_is() { answers | sed -n "${1}p" | grep -Fxq -e "$2"; }
        line() { await line_is "$1" "$2" || { cat "$TEST_FOLDER/lines" >&2; exit 90; }; }

        """

    private func expect(_ changes: String, lines: Int) async throws {
        let outcome = try await Namespace.run(
            "\(Self.setup)\(changes)", command: "kill $probe; answers")
        #expect(outcome.text.split(separator: "\n").count == lines, "\(outcome.text)")
    }

    @Test("A notifier for the internet reports each loss and return")
    func internet() async throws {
        try await expect(
            """
            probe "$MONITOR_PROBE" notify
            line 1 '+ Ethernet'
            unplug eth0
            line 2 '- no interface in use has a link'
            ip link set eth0-far up
            line 3 '+ Ethernet'
            """, lines: 3)
    }

    @Test("A host name is resolved again later and after a change of the path")
    func laterHost() async throws {
        try await expect(
            """
            probe "$MONITOR_PROBE" notify nas.example
            await grep -q -e '^- cannot resolve nas.example: .* (getaddrinfo)$' "$TEST_FOLDER/lines"
            # The name is resolved again after a pause.
            hosts '192.0.2.9 nas.example'
            line 2 '+ Ethernet'
            # The name is resolved again when the path changes, and has another address now.
            hosts '198.51.100.9 nas.example'
            ip route del default
            line 3 '- there is no route'
            ip route add 198.51.100.0/24 via 192.0.2.1
            line 4 '+ Ethernet'
            """, lines: 4)
    }

    @Test("A host on the local network is reachable without a path to the internet")
    func localHost() async throws {
        try await expect(
            """
            hosts '127.0.0.1 localhost' '192.0.2.9 nas.example' '203.0.113.9 far.example'
            ip route del default
            probe "$MONITOR_PROBE" notify nas.example
            line 1 '+ Ethernet'
            kill $probe
            probe "$MONITOR_PROBE" notify far.example
            line 1 '- there is no route'
            ip route add blackhole 203.0.113.0/24
            ip route add default via 192.0.2.1
            ip route del blackhole 203.0.113.0/24
            line 2 '+ Ethernet'
            kill $probe
            probe "$MONITOR_PROBE" notify localhost
            line 1 '+ Other'
            """, lines: 1)
    }

    @Test("A name server that does not answer does not block the notifier")
    func silentNameServer() async throws {
        try await expect(
            """
            # Packets to the name server are lost.
            resolver 'nameserver 192.0.2.53'
            ip neighbour add 192.0.2.53 lladdr 02:00:00:00:00:53 dev eth0
            probe "$MONITOR_PROBE" notify slow.example
            await grep -Fxq -e '- the name of the host is being resolved' "$TEST_FOLDER/lines"
            """, lines: 0)
    }

    @Test("Starting a notifier throws an error where netlink is refused")
    func refusedNetlink() async throws {
        let outcome = try await Namespace.run(
            "", command: "$REFUSE_NETLINK $MONITOR_PROBE notify")
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("error: cannot "), "\(outcome.text)")
    }

    @Test(
        "After a thousand notifiers no thread, object or descriptor remains",
        arguments: ["", "nas.example", "slow.example"])
    func cycles(host: String) async throws {
        let outcome = try await Namespace.run(
            Self.setup
                + """
                hosts '192.0.2.9 nas.example'
                # The lookup takes some time and fails.
                resolver 'nameserver 192.0.2.53' 'options timeout:1 attempts:1'
                """,
            command: "$MONITOR_PROBE cycle 1000 \(host)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.prefix(2) == ["threads 0", "objects 0"], "\(outcome.text)")
        let descriptors = lines.last.flatMap { Int($0.split(separator: " ").last ?? "") }
        // Dispatch opens some descriptors on a busy machine, but not a thousand.
        #expect(try #require(descriptors) < 5, "\(outcome.text)")
    }
}
