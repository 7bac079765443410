// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ReachCommand

/// `reach check` and `reach wait`.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct ConditionTests {
    private static let uplink = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        resolver 'nameserver 203.0.113.53'

        """

    private func reach(_ arguments: String, _ setup: String = "") async throws -> Outcome {
        try await Namespace.run(Self.uplink + setup, command: "$REACH \(arguments)")
    }

    private static let rows: [(arguments: String, code: Int32)] = [
        ("", 0), ("--online", 0), ("--unmetered", 0), ("--unmetered --unknown-metered deny", 1),
        ("--unknown-metered deny", 0), ("--type ethernet", 0), ("--type wifi,ethernet", 0),
        ("--type wifi,wwan", 1), ("--not-type wifi", 0), ("--not-type ethernet", 1),
        ("--interface eth0", 0), ("--interface eth0-far", 1), ("--interface absent", 1),
        ("--ipv4", 0), ("--ipv6", 1), ("--dns", 0), ("--no-vpn", 0), ("--no-roaming", 0),
        ("--ipv4 --ipv6", 1), ("--not", 1), ("--not --ipv6", 0), ("--not --ipv4", 1),
        ("--to 192.0.2.9", 0), ("--to 203.0.113.1", 0), ("--to 192.0.2.7", 0), ("--to ::1", 0),
        ("--to 2001:db8::1", 1), ("--to localhost", 0), ("--to ::ffff:127.0.0.1", 0),
        ("--to ::ffff:192.0.2.9", 0), ("--to ::ffff:203.0.113.9 --not", 1),
        ("--not --to 2001:db8::1", 0),
        ("--to 192.0.2.9 --type ethernet", 0), ("--to 192.0.2.9 --ipv6", 1),
        ("--offline", 1), ("--not --offline", 0), ("--offline --to 192.0.2.9", 1),
        ("--offline --to 2001:db8::1", 0), ("--not --offline --to 2001:db8::1", 1),
        ("--vpn", 1), ("--not --vpn", 0),
    ]

    private static let shared = SharedNamespace(
        uplink, commands: rows.map { "$REACH check \($0.arguments)" })

    @Test("check exits with 0 if the conditions hold, else with 1", arguments: rows)
    func holds(arguments: String, code: Int32) async throws {
        let outcome = try await Self.shared.outcome(of: "$REACH check \(arguments)")
        #expect(outcome.status == code, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix(code == 0 ? "yes" : "no: "))
        #expect(outcome.errors == "")
    }

    @Test("Without a path, --offline holds and the other conditions do not")
    func offline() async throws {
        let outcomes = try await Namespace.run(
            Self.uplink + "ip route del default",
            commands: [
                "--offline", "--not --offline", "--metered", "--vpn", "--offline --to 192.0.2.9",
                "--offline --to 203.0.113.9",
            ].map { "$REACH check \($0)" })
        #expect(outcomes.map(\.status) == [0, 1, 1, 1, 1, 0])
    }

    @Test(
        "On a satisfied path, either --metered or --unmetered holds",
        arguments: [
            ("", "", false), ("", "--unknown-metered deny", true), ("yes", "", true),
            ("yes", "--unknown-metered deny", true), ("no", "", false),
            ("no", "--unknown-metered deny", false),
        ])
    func metered(override: String, arguments: String, isMetered: Bool) async throws {
        let overrides =
            override.isEmpty ? "" : #"{"interface": "eth0", "metered": "\#(override)"}"#
        let command = ["--metered", "--unmetered"]
            .map { "$REACH check --quiet --config $TEST_FOLDER/c \($0) \(arguments); echo $?" }
            .joined(separator: "\n")
        let outcome = try await Namespace.run(
            Self.uplink + #"echo '{"overrides": [\#(overrides)]}' >$TEST_FOLDER/c"#,
            command: command)
        #expect(outcome.text == (isMetered ? "0\n1\n" : "1\n0\n"))
    }

    @Test(
        "A link-local address is looked up on the interface of its zone",
        arguments: [
            ("fe80::1%eth0", 0, "eth0"), ("fe80::1%eth1", 0, "eth1"),
            // An unknown zone is not an error, because the interface may appear.
            ("fe80::1%nope", 1, nil), ("fe80::1%unplugged", 1, nil),
        ] as [(String, Int32, String?)])
    func zones(host: String, code: Int32, interface: String?) async throws {
        let outcome = try await reach(
            "check --json --to \(host)",
            """
            cable eth1; cable unplugged; unplug unplugged
            for name in eth0 eth1 unplugged; do
                sysctl -qw net.ipv6.conf.$name.accept_dad=0 net.ipv6.conf.$name.disable_ipv6=0
                ip address add fe80::7/64 dev $name nodad
            done
            """)
        #expect(outcome.status == code)
        #expect(try outcome.json["path.primary"] == interface.map(JSON.string) ?? .null)
    }

    @Test(
        "--vpn and --no-vpn",
        .enabled(if: Machine.hasTunnels, "tunnels cannot be made here"))
    func vpn() async throws {
        let setup = """
            vpn tun0 10.8.0.2/24
            ip route add 0.0.0.0/1 dev tun0; ip route add 128.0.0.0/1 dev tun0
            """
        #expect(try await reach("check --vpn", setup).status == 0)
        #expect(try await reach("check --no-vpn", setup).status == 1)
    }

    @Test(
        "An answer in words",
        arguments: [
            ("", "yes"), ("--unmetered", "yes: cost unknown, counted as not metered"),
            ("--metered --unknown-metered deny", "yes: cost unknown, counted as metered"),
            (
                "--metered",
                "no: cost unknown, counted as not metered: a virtual interface with an unknown medium"
            ),
            ("--not --unmetered", "no: the conditions hold (inverted by --not)"),
            ("--offline", "no: there is a path to the internet"),
            ("--offline --to 192.0.2.9", "no: there is a path to 192.0.2.9"),
            ("--vpn", "no: the path does not lead through a VPN"),
        ])
    func words(arguments: String, text: String) async throws {
        #expect(try await reach("check \(arguments)").text == text + "\n")
    }

    /// `RequirementOptionTests` has the other invalid conditions.
    @Test("Invalid conditions are usage errors, and 255 with --exec-condition")
    func wrongUsage() async throws {
        let outcome = try await reach("check --type radio")
        #expect(outcome.status == 64)
        #expect(outcome.text == "")
        let condition = try await reach("check --exec-condition --type radio")
        #expect(condition.status == 255)
    }

    @Test("--exec-condition turns every error into 255, and no other code")
    func execCondition() async throws {
        #expect(try await reach("check --exec-condition --config /nonexistent").status == 255)
        #expect(try await reach("check --exec-condition --ipv6").status == 1)
        #expect(try await reach("check --exec-condition").status == 0)
    }

    /// A host may be reachable without a path to the internet.
    @Test("--to needs no path to the internet")
    func hostWithoutInternet() async throws {
        let setup = "ip route del default"
        #expect(try await reach("check", setup).status == 1)
        #expect(try await reach("check --to 192.0.2.9", setup).status == 0)
        #expect(try await reach("check --to 203.0.113.9", setup).status == 1)
        #expect(try await reach("check --to host.invalid", setup).status == 1)
    }

    @Test(
        "A name that cannot be resolved is distinguished from a name without an address",
        arguments: [
            // Packets to the name server have a hardware address that no interface has, so the server does not answer.
            (
                """
                ip neigh replace 192.0.2.53 lladdr 02:00:00:00:00:99 dev eth0
                resolver 'nameserver 192.0.2.53'
                """, "lookupFailed",
                "could not be resolved: no answer from a name server within 6 s"
            ),
            // Nothing listens there.
            (
                "resolver 'nameserver 127.0.0.1'", "lookupFailed",
                "could not be resolved: no usable answer from a name server"
            ),
            (
                """
                echo 'hosts: files' >$TEST_FOLDER/nsswitch.conf
                mount --bind $TEST_FOLDER/nsswitch.conf /etc/nsswitch.conf
                """, "unresolved", "has no address"
            ),
        ])
    func lookups(setup: String, word: String, text: String) async throws {
        let outcome = try await Namespace.run(
            Self.uplink + setup,
            command: """
                "$REACH" check --to nas.example >"$TEST_FOLDER/text" & text=$!
                "$REACH" check --json --to nas.example; echo "$?"
                wait "$text"; echo "$?"
                cat "$TEST_FOLDER/text"
                """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(outcome.text) \(outcome.errors)")
        let json = try JSON(Data(lines[0].utf8))
        #expect(json["reasons"] == [.string(word)])
        #expect(lines[1...2] == ["1", "1"])
        #expect(lines[3] == "no: nas.example \(text)")
    }

    @Test("check and wait print one JSON object")
    func objects() async throws {
        let check = try await reach("check --json --ipv6 --type wifi").json
        #expect(check["schema"] == 1)
        #expect(check["holds"] == false)
        #expect(check["reasons"] == ["typeNotAllowed", "noIPv6"])
        #expect(check["path.primary"] == "eth0")
        let wait = try await reach("wait --json --stable 50ms").json
        #expect(wait["holds"] == true)
        #expect(wait["reasons"] == [])
        guard case .number(let seconds) = wait["waited"] else {
            Issue.record("there is no time")
            return
        }
        #expect(seconds >= 0.05)
    }

    @Test("--quiet prints no answer")
    func quiet() async throws {
        let outcome = try await reach("check --quiet --ipv6")
        #expect(outcome.status == 1)
        #expect(outcome.text + outcome.errors == "")
    }

    @Test(
        "wait ends when the conditions hold",
        arguments: [
            ("ip route del default", "ip route add default via 192.0.2.1", ""),
            ("unplug eth0", "ip link set eth0-far up", "--interface eth0"),
            ("", "ip route del default", "--not"),
            (
                "ip route del default", "ip route add 203.0.113.0/24 via 192.0.2.1",
                "--to 203.0.113.5"
            ),
        ])
    func waiting(setup: String, change: String, arguments: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)\(setup)
            "$REACH" wait \(arguments) & reach=$!
            asleep() { grep -q '^State:.S' /proc/$reach/status; }
            await asleep
            \(change)
            wait $reach && code=0 || code=$?
            """, command: "echo $code")
        #expect(outcome.text == "0\n")
    }

    @Test("wait says what it waits for, and until when")
    func notice() async throws {
        let outcome = try await Namespace.run(
            Self.uplink + """
                "$REACH" wait --timeout 1h --ipv6 2>"$TEST_FOLDER/errors" & reach=$!
                await test -s "$TEST_FOLDER/errors"
                """, command: "kill $reach; wait $reach; cat \"$TEST_FOLDER/errors\"")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("reach: waiting, until ") == true)
        #expect(lines.first?.hasSuffix(": there is no route for IPv6") == true)
    }

    /// On a busy machine, the time may be over before the wait begins.
    @Test("wait exits with 1 after the timeout, and says why")
    func timeout() async throws {
        let outcome = try await reach("wait --timeout 500ms --ipv6")
        #expect(outcome.status == 1)
        #expect(outcome.text == "")
        #expect(
            outcome.errors.split(separator: "\n").last
                == "reach: timed out after 500ms: there is no route for IPv6")
        let quiet = try await reach("wait --timeout 500ms --ipv6 --quiet")
        #expect(quiet.status == 1)
        #expect(quiet.text + quiet.errors == "")
    }

    /// The condition holds from the beginning.
    @Test("--stable waits although the conditions hold from the start")
    func stability() async throws {
        let outcome = try await reach("wait --stable 1s --json")
        guard case .number(let waited) = try outcome.json["waited"] else {
            Issue.record("there is no time")
            return
        }
        #expect(waited >= 1)
    }
}
