// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command and monitors in a sandbox that refuses netlink, with a real session bus and a real xdg-desktop-portal.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasDesktopPortal, "xdg-desktop-portal or dbus-daemon is missing"))
struct DesktopPortalTests {
    /// Functions for scenarios: a session bus, which starts the portal when it is called.
    static let words = """
        export HOME=$TEST_FOLDER XDG_RUNTIME_DIR=$TEST_FOLDER
        export DBUS_SESSION_BUS_ADDRESS=unix:path=$TEST_FOLDER/session
        # session [FILE]: starts the bus, with a configuration of its own if there is one.
        session() {
            dbus-daemon ${1---session} --address="$DBUS_SESSION_BUS_ADDRESS" --nofork --nopidfile \\
                2>>"$TEST_FOLDER/log" &
            await test -S "$TEST_FOLDER/session"
        }
        # owner NAME: the process that has a name of the session bus.
        owner() {
            dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \\
                org.freedesktop.DBus.GetConnectionUnixProcessID string:"$1" | tr -dc '0-9 ' | awk '{print $NF}'
        }
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        # sandboxed COMMAND...: runs it in the sandbox, and keeps its output and its exit code.
        sandboxed() {
            code=0
            "$REFUSE_NETLINK" ${filter-} "$REACH" "$@" >"$TEST_FOLDER/answer" 2>"$TEST_FOLDER/errors" || code=$?
        }
        # eventually PATTERN COMMAND...: repeats the command until its output matches.
        has() {
            pattern=$1
            shift
            sandboxed "$@"
            grep -q "$pattern" "$TEST_FOLDER/answer"
        }
        eventually() { await has "$@"; }
        # answered COMMAND...: repeats the command until the portal answers. On a busy machine, it may need over a second.
        is_answered() { sandboxed "$@"; ! grep -Fxq 'reach: \(refusal)' "$TEST_FOLDER/errors"; }
        answered() { await is_answered "$@"; }
        # kept: what was kept of the last command.
        kept() { cat "$TEST_FOLDER/answer"; cat "$TEST_FOLDER/errors" >&2; return $code; }

        """

    private static let refusal = "cannot open a netlink socket: Operation not permitted (errno 1)"

    @Test(
        "The portal is asked where a sandbox refuses netlink, whatever the error",
        arguments: ["", "--family"])
    func asked(filter: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            resolver 'nameserver 192.0.2.53'
            uplink eth0 192.0.2.7/24 192.0.2.1
            filter=\(filter)
            eventually '"satisfied"' status --json
            """, command: "kept")
        let path = try outcome.json
        #expect(path["status"] == "satisfied")
        #expect(path["connection"] == "other")
        #expect(path["primary"] == .null)
        #expect(path["interfaces"] == [])
        #expect(path["supportsDNS"] == true)
        #expect(path["metered.value"] == "unknown")
        #expect(path["metered.source"] == "desktopPortal")
        // The portal's word that the internet answers can be a guess by the routes.
        #expect(path["connectivity.value"] == "unknown")
        #expect(outcome.errors == "")
    }

    @Test("status and explain say that netlink is refused, and who was asked instead")
    func texts() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            uplink eth0 192.0.2.7/24 192.0.2.1
            eventually Online status
            """, command: "kept; answered explain; kept")
        #expect(outcome.text.hasPrefix("Online, cost unknown\n"))
        #expect(
            outcome.text.contains("  xdg-desktop-portal, because the program \(Self.refusal)\n"))
        #expect(outcome.text.contains("path          satisfied  kernel: \(Self.refusal)\n"))
        #expect(outcome.text.contains("desktopPortal: a network is available\n"))
    }

    @Test("A watch follows what the portal says, and a portal that is started again")
    func watch() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            # The portal takes a while to start.
            eventually '"unsatisfied"' status --json
            "$REFUSE_NETLINK" "$REACH" watch --json >"$TEST_FOLDER/lines" 2>"$TEST_FOLDER/notices" & watch=$!
            shows() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "\\"path\\":{\\"status\\":\\"$1\\""; }
            await shows unsatisfied
            uplink eth0 192.0.2.7/24 192.0.2.1
            await shows satisfied
            old=$(owner org.freedesktop.portal.Desktop)
            kill "$old"
            is_another() { new=$(owner org.freedesktop.portal.Desktop); [ -n "$new" ] && [ "$new" != "$old" ]; }
            await is_another
            ip route del default
            await shows unsatisfied
            """,
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"; cat \"$TEST_FOLDER/notices\" >&2")
        let lines = try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
        #expect(
            lines.map { $0["path.status"] } == ["unsatisfied", "satisfied", "unsatisfied"])
        #expect(lines.last?["path.unsatisfiedReason"] == "noRoute")
        #expect(
            outcome.errors.hasPrefix(
                "reach: \(Self.refusal); xdg-desktop-portal is asked instead\n"))
    }

    /// Without a session's display, for example, the portal ends as soon as it is started.
    @Test("A portal that cannot start is not started again with each attempt")
    func broken() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)
            mkdir "$TEST_FOLDER/services"
            cat >"$TEST_FOLDER/portal" <<END
            #!/bin/sh
            echo started >>$TEST_FOLDER/starts
            ! [ -e $TEST_FOLDER/broken ] || exit 1
            exec /usr/libexec/xdg-desktop-portal
            END
            chmod +x "$TEST_FOLDER/portal"
            printf '%s\\n' '[D-BUS Service]' Name=org.freedesktop.portal.Desktop "Exec=$TEST_FOLDER/portal" \
                >"$TEST_FOLDER/services/portal.service"
            sed "s,<standard_session_servicedirs */>,<servicedir>$TEST_FOLDER/services</servicedir>," \
                /usr/share/dbus-1/session.conf >"$TEST_FOLDER/session.conf"
            session --config-file="$TEST_FOLDER/session.conf"
            uplink eth0 192.0.2.7/24 192.0.2.1
            eventually Online status
            dbus-monitor --session member=GetStatus >"$TEST_FOLDER/calls" 2>/dev/null &
            "$REFUSE_NETLINK" "$REACH" watch >"$TEST_FOLDER/lines" 2>"$TEST_FOLDER/log" & watch=$!
            await grep -q Online "$TEST_FOLDER/lines"
            touch "$TEST_FOLDER/broken"
            : >"$TEST_FOLDER/starts"
            : >"$TEST_FOLDER/calls"
            kill "$(owner org.freedesktop.portal.Desktop)"
            asks() { [ "$(grep -c GetStatus "$TEST_FOLDER/calls")" -ge 3 ]; }
            await asks
            """, command: "kill $watch; cat \"$TEST_FOLDER/starts\"")
        #expect(outcome.text == "started\n")
    }

    @Test("A monitor gets the portal's changes as events, and says what it cannot see")
    func monitor() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            mkfifo "$TEST_FOLDER/orders"
            exec 7<>"$TEST_FOLDER/orders"
            "$REFUSE_NETLINK" "$MONITOR_PROBE" break <&7 >"$TEST_FOLDER/lines" 2>&1 & probe=$!
            shows() { await grep -q "$1" "$TEST_FOLDER/lines"; }
            shows '^unsatisfied noRoute - events 0'
            uplink eth0 192.0.2.7/24 192.0.2.1
            shows '^satisfied - - events 0'
            echo limits >&7
            shows '^limits'
            """, command: "kill $probe; grep limits \"$TEST_FOLDER/lines\"")
        #expect(outcome.text == "limits \(Self.refusal)\n")
    }

    @Test(
        "Conditions are judged by what the portal says; what it does not say does not hold",
        arguments: [
            ("check --online", "yes\n", 0), ("check --unmetered", "yes: ", 0),
            ("check --unmetered --unknown-metered deny", "no: ", 1),
            ("check --type wifi", "no: ", 1), ("check --not-type wwan", "no: ", 1),
            ("check --vpn", "no: ", 1), ("check --no-vpn", "no: ", 1),
            ("check --to 198.51.100.9", "yes\n", 0), ("check --ipv4", "no: ", 1),
            ("wait --no-roaming --timeout 5m", "", 0), ("run -- echo ran", "ran\n", 0),
            ("status --brief", "other\n", 0),
        ])
    func conditions(words: String, text: String, status: Int32) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            uplink eth0 192.0.2.7/24 192.0.2.1
            eventually Online status
            """, command: "answered \(words); kept")
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix(text), "\(outcome.text)")
    }

    @Test(
        "Where only the portal answers, a named interface is unknown",
        arguments: [
            ("status eth0", 69, "reach: cannot read the interfaces: cannot open a netlink"),
            ("explain eth0", 69, "reach: cannot read the interfaces: cannot open a netlink"),
            ("watch eth0 --count 1", 0, "nothing is known of eth0; Online, cost unknown\n"),
        ])
    func interfaces(words: String, status: Int32, text: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            uplink eth0 192.0.2.7/24 192.0.2.1
            eventually Online status
            """, command: "answered \(words); kept")
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect((outcome.errors + outcome.text).contains(text), "\(outcome.text)\(outcome.errors)")
    }

    @Test(
        "Without a portal, the error is that netlink is refused",
        arguments: [
            // No bus, a bus without the portal, and one that says nothing.
            "", "lacking", "silent",
        ])
    func noServer(bus: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)
            uplink eth0 192.0.2.7/24 192.0.2.1
            if [ -n "\(bus)" ]; then
                "$FAKE_BUS" "$TEST_FOLDER/session" \(bus) >"$TEST_FOLDER/connections" &
                await test -S "$TEST_FOLDER/session"
            fi
            """, command: "\"$REFUSE_NETLINK\" \"$REACH\" status")
        #expect(outcome.status == 69)
        #expect(outcome.errors == "reach: \(Self.refusal)\n")
        #expect(outcome.text == "")
    }

    /// There are no interfaces that NetworkManager could tell of, and `fake-bus silent` never answers.
    @Test("What the portal does not say is not blamed on NetworkManager")
    func noNotice() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            uplink eth0 192.0.2.7/24 192.0.2.1
            eventually Online status
            export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/system
            "$FAKE_BUS" "$TEST_FOLDER/system" silent >"$TEST_FOLDER/connections" &
            await test -S "$TEST_FOLDER/system"
            """, command: "answered status --brief; kept")
        #expect(outcome.text == "other\n")
        #expect(outcome.errors == "")
    }

    @Test("Where netlink works, the session bus is not connected to")
    func notAsked() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)
            uplink eth0 192.0.2.7/24 192.0.2.1
            "$FAKE_BUS" "$TEST_FOLDER/session" lacking >"$TEST_FOLDER/connections" &
            await test -S "$TEST_FOLDER/session"
            """,
            command: """
                "$REACH" status --brief; "$REFUSE_NETLINK" "$REACH" status --brief
                cat "$TEST_FOLDER/connections"
                """)
        #expect(outcome.text == "ethernet\naccepted\n")
    }

    @Test(
        "The output conforms to its schema, which names each member and each word",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
    func schemas() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)session
            uplink eth0 192.0.2.7/24 192.0.2.1
            eventually Online status
            """,
            command: """
                say() { printf "$1\\t"; shift; answered "$@" --json; cat "$TEST_FOLDER/answer"; }
                say status status; say watch watch --count 1; say explain explain
                say check check; say wait wait
                """)
        let objects = outcome.text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return (schema: parts[0], text: parts[1])
        }
        let verdicts = try await Schemas.verdicts(objects, onlyDocumented: true)
        #expect(verdicts == Array(repeating: "valid", count: 5))
    }

    /// Outside of the sandbox the portal asks NetworkManager.
    @Test(
        "The portal passes on what NetworkManager knows: a cost, a captive portal, and that nothing answers",
        .enabled(if: Machine.hasNetworkManager, "NetworkManager, nmcli or dbus-daemon is missing"),
        .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
    func networkManager() async throws {
        let outcome = try await Namespace.run(
            """
            \(NetworkManagerTests.words)\(NetworkManagerCheckTests.checking)
            answers 'all is well'
            \(Self.words)session
            seen() {
                "$REFUSE_NETLINK" "$REACH" status --json >"$TEST_FOLDER/answer" 2>>"$TEST_FOLDER/log"
                grep -q "\\"status\\":\\"satisfied\\".*\\"connectivity\\":{\\"value\\":\\"$1\\".*\\"metered\\":{\\"value\\":\\"$2\\"" \\
                    "$TEST_FOLDER/answer"
            }
            await seen unknown unknown
            metered eth0 yes; await seen unknown guessYes
            answers 'please log in'; await seen portal unknown
            kill $server; answers ''; await seen limited unknown
            """, command: "cat \"$TEST_FOLDER/answer\"")
        let path = try outcome.json
        #expect(path["connectivity.source"] == "desktopPortal")
        #expect(path["metered.source"] == "desktopPortal")
    }
}
