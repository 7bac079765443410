// SPDX-License-Identifier: Apache-2.0

import Testing

/// A machine where interfaces appear and disappear all the time, so that changes interrupt every dump of the kernel.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct InterruptedDumpTests {
    private static let uplink = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        """

    @Test("status answers although changes interrupt every dump")
    func status() async throws {
        let outcome = try await Namespace.run(
            Self.uplink, command: "$INTERRUPT_DUMPS 100000 $REACH status --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let json = try outcome.json
        #expect(json["status"] == "satisfied")
        #expect(json["primary"] == "eth0")
    }

    @Test("explain says that facts may be missing")
    func explanation() async throws {
        let outcome = try await Namespace.run(
            Self.uplink, command: "$INTERRUPT_DUMPS 100000 $REACH explain --json")
        #expect(
            outcome.text.contains("interrupted by changes 5 times in a row; some may be missing"),
            "\(outcome.text)")
    }

    @Test("A watch follows changes meanwhile, reads the state again later, and reports both")
    func watch() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            cd "$TEST_FOLDER"
            "$INTERRUPT_DUMPS" 100000 "$REACH" watch --json >lines 2>ignored & always=$!
            "$INTERRUPT_DUMPS" 20 "$REACH" watch --json >later 2>errors & watch=$!
            last_has() { tail -n 1 lines | grep -q "$1"; }
            await last_has '"satisfied"'
            for flap in 1 2 3; do
                ip route del default; await last_has '"noRoute"'
                ip route add default via 192.0.2.1; await last_has '"satisfied"'
            done
            # A line after a new reading says resync. There is one every ten seconds. So a change came from the kernel's message.
            grep -q '"event":"change"' lines
            await grep -q 'reports all changes again' errors
            """,
            command: "kill $always $watch; cat errors")
        let notices = outcome.text.split(separator: "\n")
        #expect(notices.count == 2, "\(outcome.text)")
        #expect(notices.first?.contains("interrupted by changes 5 times in a row") == true)
    }
}
