// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command with the real NetworkManager on a private bus.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasNetworkManager, "NetworkManager, nmcli or dbus-daemon is missing"))
struct NetworkManagerTests {
    /// Functions for scenarios: a bus, NetworkManager, and connections.
    static let words = """
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
        # With a writable /sys, NetworkManager waits for udev, which does not run.
        mount -o remount,bind,ro /sys
        mount -t tmpfs tmpfs /run
        for folder in /var/lib/NetworkManager /etc/NetworkManager; do
            mount -t tmpfs tmpfs $folder
        done
        mkdir /run/NetworkManager
        cat >/etc/NetworkManager/NetworkManager.conf <<'END'
        [main]
        plugins=keyfile
        dns=none
        auth-polkit=false
        no-auto-default=*
        [device]
        managed=1
        END
        cat >"$TEST_FOLDER/bus.conf" <<END
        <busconfig>
          <type>system</type>
          <listen>$DBUS_SYSTEM_BUS_ADDRESS</listen>
          <policy context="default">
            <allow own="*"/> <allow send_type="method_call"/> <allow send_type="signal"/>
            <allow send_requested_reply="true"/> <allow receive_requested_reply="true"/>
          </policy>
        </busconfig>
        END
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        quiet() { "$@" >>"$TEST_FOLDER/log" 2>&1; }
        bus() {
            dbus-daemon --config-file="$TEST_FOLDER/bus.conf" --nofork --nopidfile 2>>"$TEST_FOLDER/log" &
            bus=$!
            # A bus that was killed leaves its socket behind.
            await busctl --address="$DBUS_SYSTEM_BUS_ADDRESS" list
        }
        network_manager() {
            NetworkManager --no-daemon >>"$TEST_FOLDER/log" 2>&1 &
            manager=$!
            await nmcli -t general
        }
        knows() { nmcli -t -f DEVICE device | grep -qx "$1"; }
        # connection NAME METERED [OPTION...]: an Ethernet connection with an address and a default route.
        connection() {
            await knows "$1"
            name=$1 metered=$2
            shift 2
            # NetworkManager may have created a connection with the name of the interface.
            quiet nmcli connection delete "to-$name" || :
            quiet nmcli connection add type ethernet ifname "$name" con-name "to-$name" \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 \\
                ipv6.method disabled connection.metered "$metered" "$@"
            quiet nmcli connection up "to-$name"
        }
        # eventually PATTERN COMMAND...: repeats the command until its output matches, and keeps the output.
        # On a busy machine NetworkManager may not answer in time.
        has() {
            pattern=$1
            shift
            "$REACH" "$@" >"$TEST_FOLDER/answer" && grep -q "$pattern" "$TEST_FOLDER/answer"
        }
        eventually() { await has "$@"; }
        # metered NAME YES|NO|UNKNOWN
        metered() {
            quiet nmcli connection modify "to-$1" connection.metered "$2"
            quiet nmcli device reapply "$1"
        }

        """

    /// Starts a watch. The function `told VALUE` waits until the last line has the metered value of the path, which may
    /// differ from those of the interfaces.
    private static let watching = """
        "$REACH" watch --json >"$TEST_FOLDER/lines" & watch=$!
        says() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "\\],\\"metered\\":{\\"value\\":\\"$1\\""; }
        told() { await says "$1"; }
        await test -s "$TEST_FOLDER/lines"

        """

    private static let settled = "bus; network_manager; cable eth0; connection eth0"

    private func watch(_ setup: String, _ changes: String) async throws -> [JSON] {
        let outcome = try await Namespace.run(
            "\(Self.words)\(setup)\n\(Self.watching)\(changes)",
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"")
        return try outcome.text.split(separator: "\n").map { line in
            try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
        }
    }

    @Test(
        "The metered value follows NetworkManager's profile",
        arguments: [
            ("yes", "yes", true), ("no", "no", false), ("unknown", "guessNo", false),
        ])
    func profiles(metered: String, value: String, isExpensive: Bool) async throws {
        let outcome = try await Namespace.run(
            "\(Self.words)\(Self.settled) \(metered); eventually networkManager status --json",
            command: "cat $TEST_FOLDER/answer")
        let path = try outcome.json
        #expect(path["metered.value"] == .string(value))
        #expect(path["metered.isExpensive"] == .bool(isExpensive))
        #expect(path["metered.source"] == "networkManager")
        #expect(path["interfaces.0.metered.value"] == .string(value))
    }

    /// A bus allows 128 pending calls per connection (`max_replies_per_connection`).
    @Test("More devices are read than the bus allows pending calls")
    func manyDevices() async throws {
        let lines = try await watch(
            """
            seq 150 | sed 's/.*/link add many& type veth peer name other&/' | ip -batch -
            \(Self.settled) unknown; await knows other150
            """, "told guessNo")
        let reasons = lines.compactMap { $0["path.metered.detail"] }
        #expect(reasons.last == "NetworkManager says guess-no")
        #expect(
            !reasons.contains(
                "NetworkManager does not say: org.freedesktop.DBus.Error.LimitsExceeded"))
    }

    /// NetworkManager's guess for the bridge depends on the device class.
    @Test("A bridge gets the metered value of its port")
    func bridge() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)bus; network_manager; cable port0; await knows port0
            quiet nmcli connection add type bridge ifname br0 con-name br0 bridge.stp no \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 \\
                ipv6.method disabled
            quiet nmcli connection add type ethernet ifname port0 con-name port0 \\
                master br0 connection.metered yes
            quiet nmcli connection up port0
            up() { ip route show default | grep -q br0 && state_is br0 UP; }
            await up
            eventually '"source":"underlay"' status --json
            """, command: "cat $TEST_FOLDER/answer")
        let path = try outcome.json
        #expect(path["primary"] == "br0")
        #expect(path["metered.value"] == "yes")
        #expect(path["metered.source"] == "underlay")
    }

    @Test("A change of only the profile is a change of the path")
    func changedProfile() async throws {
        let lines = try await watch(
            "\(Self.settled) unknown",
            "told guessNo; metered eth0 yes; told yes; metered eth0 no; told no")
        #expect(
            lines.compactMap { $0["path.metered.value"] }.suffix(3) == ["guessNo", "yes", "no"])
        #expect(lines.last?["changes"] == ["metered", "interfaces"])
        #expect(lines.allSatisfy { $0["path.status"] == "satisfied" })
    }

    /// NetworkManager may be restarting, so a watch keeps its last answer for ten seconds.
    @Test(
        "A metered path stays metered for a while after NetworkManager ends",
        arguments: ["TERM", "KILL"])
    func itEndsAndComesBack(signal: String) async throws {
        let lines = try await watch(
            "\(Self.settled) yes",
            """
            told yes
            kill -\(signal) $manager; eventually 'unknown' status --json
            says yes
            told unknown
            network_manager; told yes
            """)
        #expect(lines.compactMap { $0["path.metered.value"] }.last == "yes")
    }

    @Test("The watch follows a bus that starts later, ends and starts again")
    func restartedBus() async throws {
        let lines = try await watch(
            "uplink eth0 192.0.2.7/24 192.0.2.1",
            """
            told unknown
            bus; network_manager; connection eth0 yes; told yes
            kill -KILL $bus $manager; told unknown
            bus; network_manager; connection eth0 no; told no
            """)
        #expect(lines.compactMap { $0["path.metered.value"] }.last == "no")
    }

    /// NetworkManager is stopped for longer than the library waits, and shorter than the command waits. The test is
    /// repeated if the machine is too busy for an answer in the remaining time.
    @Test(
        "A command waits for a slow answer from NetworkManager",
        arguments: [
            ("status --json", 0, "\"metered\":{\"value\":\"yes\""),
            ("explain --json", 0, "\"metered\":{\"value\":\"yes\""),
            ("watch --count 1 --json", 0, "\"metered\":{\"value\":\"yes\""),
            ("check --unmetered", 1, "NetworkManager says yes"),
            ("wait --not --unmetered --json", 0, "\"metered\":{\"value\":\"yes\""),
        ])
    func aSlowAnswer(command: String, status: Int32, text: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.settled) yes; eventually '"source":"networkManager"' status --json
            is_waited_for() {
                kill -STOP $manager
                { sleep 0.4; kill -CONT $manager; } & waker=$!
                status=0
                "$REACH" \(command) >"$TEST_FOLDER/answer" 2>"$TEST_FOLDER/errors" || status=$?
                wait $waker
                grep -qF '\(text)' "$TEST_FOLDER/answer"
            }
            await is_waited_for
            """, command: "cat \"$TEST_FOLDER/errors\"; exit $status")
        #expect(outcome.status == status)
        #expect(outcome.text == "")
    }

    /// NetworkManager's guess for this connection would be no.
    @Test(
        "The metered value is unknown while NetworkManager does not answer",
        arguments: ["status --json", "watch --count 1 --json", "wait --json", "check --json"])
    func noAnswer(command: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.settled) unknown; eventually '"value":"guessNo"' status --json
            kill -STOP $manager
            """, command: "timeout 20 \"$REACH\" \(command)")
        #expect(outcome.status == 0)
        let json = try outcome.json
        let metered = json["metered"] ?? json["path.metered"]
        #expect(metered?["value"] == "unknown")
        #expect(metered?["detail"] == "NetworkManager has not answered yet")
        #expect(
            outcome.errors
                == "reach: it is unknown whether the connection is metered: "
                + "NetworkManager has not answered yet\n")
    }

    /// NetworkManager pings the gateway before it activates the connection. Packets are routed before.
    @Test("The metered value is unknown while NetworkManager activates the connection")
    func aConnectionInTheMaking() async throws {
        let lines = try await watch(
            """
            mount -t tmpfs tmpfs /usr/local/sbin
            printf '#!/bin/sh\nuntil [ -e %s ]; do sleep 0.01; done\n' "$TEST_FOLDER/answers" \\
                >/usr/local/sbin/ping
            chmod 755 /usr/local/sbin/ping
            bus; network_manager; cable eth0; await knows eth0
            quiet nmcli connection add type ethernet ifname eth0 con-name to-eth0 \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 \\
                ipv6.method disabled connection.metered yes connection.gateway-ping-timeout 100
            quiet nmcli --wait 0 connection up to-eth0
            has_route() { ip route show default | grep -q eth0; }
            await has_route
            eventually 'still making the connection' status --json
            """, "told unknown; touch $TEST_FOLDER/answers; told yes")
        let values = lines.compactMap { $0["path.metered.value"] }
        #expect(values.last == "yes")
        #expect(values.dropLast().allSatisfy { $0 == "unknown" }, "\(values)")
    }

    @Test(
        "explain says why NetworkManager has no answer",
        arguments: [
            ("NetworkManager does not run", "bus"),
            ("there is no system bus", ":"),
            ("NetworkManager has not answered yet", "silent"),
        ])
    func explainedSilence(reason: String, bus: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)
            silent() { "$FAKE_BUS" "$TEST_FOLDER/bus" silent & await test -S "$TEST_FOLDER/bus"; }
            uplink eth0 192.0.2.7/24 192.0.2.1
            \(bus)
            eventually '\(reason)' explain --verbose
            """, command: "cat $TEST_FOLDER/answer")
        #expect(outcome.text.contains("networkManager  \(reason)"))
    }

    /// A gateway with a server that NetworkManager asks. `answers TEXT` has it answer so, and NetworkManager ask again.
    static let checking = """
        mkdir -p /run/netns; ip netns add lan
        cat >>/etc/NetworkManager/NetworkManager.conf <<'END'
        [connectivity]
        uri=http://192.0.2.1/check
        response=all is well
        interval=3600
        END
        cat >"$TEST_FOLDER/serve.py" <<'END'
        import http.server, os, sys

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                text = open(sys.argv[1], "rb").read()
                if text == b"redirect":
                    self.send_response(302)
                    self.send_header("Location", "http://192.0.2.1/login")
                else:
                    self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("192.0.2.1", 80), Handler)
        open(sys.argv[2], "w").write("ready")
        server.serve_forever()
        END
        says_now() { printf %s "$1" >"$TEST_FOLDER/says"; }
        says_now 'all is well'
        bus; network_manager; cable eth0
        ip link set eth0-far netns lan
        ip -n lan address add 192.0.2.1/24 dev eth0-far; ip -n lan link set eth0-far up; ip -n lan link set lo up
        ip netns exec lan python3 "$TEST_FOLDER/serve.py" "$TEST_FOLDER/says" "$TEST_FOLDER/ready" & server=$!
        await test -s "$TEST_FOLDER/ready"
        connection eth0 no
        answers() { says_now "$1"; quiet nmcli networking connectivity check; }
        found() { tail -n 1 "$TEST_FOLDER/lines" | grep -qF "\\"connectivity\\":{\\"value\\":\\"$1\\""; }

        """

    @Test(
        "The connectivity is what NetworkManager's check finds: the internet, a portal, or nothing",
        .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
    func connectivity() async throws {
        let lines = try await watch(
            Self.checking,
            """
            await found full
            answers 'please log in'; await found portal
            answers redirect; await found portal
            kill $server; answers ''; await found limited
            quiet nmcli networking off; told unknown
            """)
        var values: [JSON] = []
        for line in lines {
            guard let value = line["path.connectivity.value"], value != values.last else {
                continue
            }
            values.append(value)
        }
        // Before the first answer there may be others.
        #expect(values.suffix(4) == ["full", "portal", "limited", "unknown"])
        let changed = lines.filter { $0["path.connectivity.value"] == "portal" }
        #expect(changed.first?["changes"] == ["connectivity"])
        #expect(changed.allSatisfy { $0["path.connectivity.source"] == "networkManager" })
        #expect(changed.allSatisfy { $0["path.status"] == "satisfied" })
        let last = lines.last
        #expect(last?["path.connectivity.source"] == "none")
    }

    @Test(
        "--validated without an address has NetworkManager check now",
        .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
    func validated() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.checking)
            answers 'all is well'; eventually '(networkManager)' status
            """,
            command: """
                "$REACH" check --validated
                says_now 'please log in'
                "$REACH" status --json | grep -o '"connectivity":[^}]*}'
                "$REACH" check --validated
                "$REACH" explain | grep -o 'check says .*'
                says_now 'all is well'
                "$REACH" wait --validated --timeout 60s; echo $?
                "$REACH" explain --validated | grep -o 'NetworkManager over eth0 at .*says full' | sed 's/at [^:]*:[^:]*:[^:]*:[^:]*:/at …:/'
                """)
        #expect(
            outcome.text == """
                yes
                "connectivity":{"value":"full","source":"networkManager","portal":null}
                no: a captive portal answers: the user must log in
                check says portal
                0
                NetworkManager over eth0 at …: its connectivity check says full

                """)
        #expect(outcome.errors == "")
    }

    @Test(
        "--validated is a bad configuration while NetworkManager does not check, and is waited for later",
        .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
    func validatedByNobody() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.checking)
            answers 'please log in'; eventually '(networkManager)' status
            set_check() {
                busctl --address=$DBUS_SYSTEM_BUS_ADDRESS set-property org.freedesktop.NetworkManager \\
                    /org/freedesktop/NetworkManager org.freedesktop.NetworkManager ConnectivityCheckEnabled b "$1"
            }
            """,
            command: """
                "$REACH" watch --validated --json >"$TEST_FOLDER/lines" & watch=$!
                await found portal
                kill $manager; wait $manager 2>/dev/null
                await found unknown
                says_now 'all is well'
                network_manager
                await found full; echo $?
                kill $watch
                set_check false
                switched_off() { ! "$REACH" status | grep -q networkManager; }
                await switched_off
                "$REACH" check --validated; echo $?
                """)
        #expect(outcome.text == "0\n78\n")
        #expect(outcome.errors.contains("--validated: the connection cannot be checked"))
    }

    @Test(
        "An upload without TLS waits while a login page could answer it, unless its server needs no gateway",
        .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
    func uploadBehindPortal() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.checking)
            answers 'please log in'; eventually 'behind a captive portal (networkManager)' status
            ip -n lan address add 198.51.100.9/32 dev lo
            cat >"$TEST_FOLDER/accept.py" <<'END'
            import http.server, sys

            class Handler(http.server.BaseHTTPRequestHandler):
                def do_PUT(self):
                    open(sys.argv[1], "a").write("PUT\\n")
                    self.rfile.read(int(self.headers["Content-Length"]))
                    self.send_response(200)
                    self.send_header("Content-Length", "0")
                    self.end_headers()

                def log_message(self, *arguments):
                    pass

            server = http.server.HTTPServer(("198.51.100.9", 80), Handler)
            open(sys.argv[1], "w").close()
            server.serve_forever()
            END
            ip netns exec lan python3 "$TEST_FOLDER/accept.py" "$TEST_FOLDER/requests" &
            await test -e "$TEST_FOLDER/requests"
            export REACH_STORE="$TEST_FOLDER/store"
            cd "$TEST_FOLDER"
            state() { "$REACH" queue show "$1" --json | grep -q "\\"state\\":\\"$2\\",\\"reasons\\":\\[$3\\]"; }
            """,
            command: """
                echo photo >photo
                for url in http://198.51.100.9/x https://198.51.100.9/x http://192.0.2.1/x; do
                    "$REACH" upload --detach --method put photo $url 2>/dev/null
                done
                "$REACH" queue run --until-empty & worker=$!
                await state 1 waiting '"portal"' && echo waits
                await state 2 retrying '"backoff"' && echo tried
                await state 3 retrying '"backoff"' && echo tried
                "$REACH" queue show 1 | grep -q 'log in' && echo explained
                wc -l <"$TEST_FOLDER/requests"
                answers 'all is well'
                await state 1 finished '' && echo finished
                kill $worker; wait $worker 2>/dev/null
                """)
        #expect(
            outcome.text == "1\n2\n3\nwaits\ntried\ntried\nexplained\n0\nfinished\n",
            "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "explain and status say what the check found, and nothing while it is switched off",
        .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
    func connectivityInText() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.checking)
            answers 'please log in'; eventually 'behind a captive portal (networkManager)' status
            """,
            command: """
                cat "$TEST_FOLDER/answer"; "$REACH" explain
                busctl --address=$DBUS_SYSTEM_BUS_ADDRESS set-property org.freedesktop.NetworkManager \\
                    /org/freedesktop/NetworkManager org.freedesktop.NetworkManager ConnectivityCheckEnabled b false
                switched_off() { ! "$REACH" status | grep -q portal; }
                await switched_off && "$REACH" status --json
                """)
        #expect(
            outcome.text.contains(
                "Online via Ethernet (eth0), not metered, behind a captive portal"))
        #expect(outcome.text.contains("networkManager: its connectivity check says portal"))
        #expect(
            outcome.text.contains(
                #""connectivity":{"value":"unknown","source":"none","portal":null}"#))
    }
}
