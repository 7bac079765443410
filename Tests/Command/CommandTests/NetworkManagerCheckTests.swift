// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the command makes of NetworkManager's connectivity check.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasNetworkManager, "NetworkManager, nmcli or dbus-daemon is missing"),
    .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
struct NetworkManagerCheckTests {
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
                try:
                    self.wfile.write(text)
                except ConnectionError:
                    # A client that has seen enough need not wait for the rest.
                    pass

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
        "The connectivity is what NetworkManager's check finds: the internet, a portal, or nothing")
    func connectivity() async throws {
        let lines = try await NetworkManagerTests.watch(
            Self.checking,
            """
            await found full
            answers 'please log in'; await found portal
            answers redirect; await found portal
            kill $server; answers ''; await found limited
            quiet nmcli networking off; shows unknown
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
        "--validated without an address has NetworkManager check now")
    func validated() async throws {
        let outcome = try await Namespace.run(
            """
            \(NetworkManagerTests.words)\(Self.checking)
            answers 'all is well'; eventually '(networkManager)' status
            """,
            command: """
                "$REACH" check --validated
                says_now 'please log in'
                "$REACH" status --json | grep -o '"connectivity":[^}]*}'
                "$REACH" check --validated
                "$REACH" explain | grep -o 'check says .*'
                says_now 'all is well'
                "$REACH" wait --validated --timeout 300s; echo $?
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
        "--validated is a bad configuration while NetworkManager does not check, and is waited for later"
    )
    func validatedWithoutACheck() async throws {
        let outcome = try await Namespace.run(
            """
            \(NetworkManagerTests.words)\(Self.checking)
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
        "An upload without TLS waits while a login page could answer it, unless its server needs no gateway"
    )
    func uploadBehindPortal() async throws {
        let outcome = try await Namespace.run(
            """
            \(NetworkManagerTests.words)\(Self.checking)
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
        "explain and status say what the check found, and nothing while it is switched off")
    func connectivityInText() async throws {
        let outcome = try await Namespace.run(
            """
            \(NetworkManagerTests.words)\(Self.checking)
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
