// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach watch` with a router that sends router advertisements.
///
/// The routes have lifetimes. The kernel removes an expired route, and reports the removal, up to half a minute late.
@Suite(
    .tags(.slow), .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct RouterTests {
    /// Starts a router behind eth0 and a watch that has its route, and defines the functions `advertise LIFETIME
    /// OPTIONS...` and `last_is`.
    private static let router = """
        sysctl -qw net.ipv6.conf.default.dad_transmits=0
        cable eth0
        ip address add 2001:db8:5::7/64 dev eth0 nodad
        advertise() { "$ADVERTISE_ROUTER" eth0-far "$@"; }
        has_route() { ip -6 route show default | grep -q fe80::1; }
        # The route has expired and is not removed yet.
        has_ended() { ip -6 route show default | grep -q 'expires -\\|expires 0'; }
        makes_route() { advertise "$@"; has_route; }
        makes_address() { ip -6 address show dev eth0 | grep -q 'inet6 fe80'; }
        last_is() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "$1"; }
        await makes_route 600 prefix 600 2001:db8:1::
        await makes_address
        "$REACH" watch --json >"$TEST_FOLDER/lines" & watch=$!
        await last_is '"satisfied"'
        ip link set eth0 mtu 1400
        await last_is '"mtu":1400'

        """

    /// - Returns: each status that differs from the previous one, and the outcome of the program.
    private func watch(_ changes: String) async throws -> (statuses: [JSON?], outcome: Outcome) {
        let outcome = try await Namespace.run(
            "\(Self.router)\n\(changes)",
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"")
        let statuses = try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))["path.status"]
        }
        let changes = statuses.enumerated().filter { $0 == 0 || statuses[$0 - 1] != $1 }
        return (changes.map(\.element), outcome)
    }

    @Test(
        "An expired route is live again after a new advertisement, before the kernel removes the route",
        arguments: [
            ("with a prefix", "prefix 600 2001:db8:1::"),
            ("with a prefix for the link alone", "on-link 600 2001:db8:1::"),
            ("with a name server", "server 600 2001:db8:1::53"),
            // The kernel does not report this case. It is found when the route should have been removed.
            ("with nothing else", ""),
        ])
    func comesBack(name: String, options: String) async throws {
        let (statuses, _) = try await watch(
            """
            advertise 2 prefix 600 2001:db8:1::
            await last_is '"noRoute"'
            advertise 600 \(options)
            await last_is '"satisfied"'
            """)
        #expect(statuses == ["satisfied", "unsatisfied", "satisfied"])
    }

    @Test(
        "A route ends in time when an advertisement shortens its lifetime",
        arguments: [
            ("with a prefix", "prefix 600 2001:db8:1::"),
            ("with a prefix for the link alone", "on-link 600 2001:db8:1::"),
            ("with a name server", "server 600 2001:db8:1::53"),
        ])
    func isShortened(name: String, options: String) async throws {
        let (statuses, outcome) = try await watch(
            """
            advertise 2 \(options)
            await last_is '"noRoute"'
            has_ended
            """)
        #expect(statuses == ["satisfied", "unsatisfied"], "\(outcome.errors)")
    }

    @Test("A route does not end early when an advertisement extends its lifetime")
    func isProlonged() async throws {
        let (statuses, _) = try await watch(
            """
            advertise 15 prefix 600 2001:db8:1::
            advertise 600 prefix 600 2001:db8:1::
            has_passed() { [ "$(date +%s)" -gt "$1" ]; }
            await has_passed $(($(date +%s) + 16))
            ip link set eth0 mtu 1450
            await last_is '"mtu":1450'
            """)
        #expect(statuses == ["satisfied"])
    }

    @Test("An advertisement with lifetime 0 ends the route")
    func leaves() async throws {
        let (statuses, _) = try await watch(
            """
            advertise 0
            await last_is '"noRoute"'
            """)
        #expect(statuses == ["satisfied", "unsatisfied"])
    }
}
