// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `--validated` with real servers, which answer as the internet, as captive portals, and not at all.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
struct ValidationTests {
    /// Functions for scenarios: networks in which a server answers at 198.51.100.9.
    private static let words = #"""
        cat >"$TEST_FOLDER/serve.py" <<'END'
        import itertools, socket, sys, threading
        name = sys.argv[1]
        numbers = itertools.count()
        server = socket.create_server(("", 80), backlog=64)
        open(name + ".ready", "w").write("ready")

        def serve(connection):
            request = connection.recv(65536)
            if not request:
                return
            open(name + ".log", "ab").write(request.split(b"\r\n")[0] + b"\n")
            words = open(name + ".says").read().split()
            says = words[min(next(numbers), len(words) - 1)]
            page = "Log in, please"
            answers = {
                "204": "HTTP/1.1 204 No Content\r\n\r\n",
                "page": f"HTTP/1.1 200 OK\r\nContent-Length: {len(page)}\r\n\r\n{page}",
                "text": "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n online\n",
                "redirect": "HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/login?id=1\r\n"
                            "Content-Length: 0\r\n\r\n",
                "missing": "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                "header": "HTTP/1.1 204 No Content\r\nX-NetworkManager-Status: online\r\n\r\n",
                "empty": "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "error": "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
                "garbage": "SSH-2.0-OpenSSH_9.2\r\n",
                "nothing": "",
            }
            if says == "silence":
                connection.recv(1)
            else:
                connection.sendall(answers[says].encode())
            connection.close()

        while True:
            connection, _ = server.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
        END
        # says NAME ANSWER...: has the server behind an uplink answer its first request like that, its next one as the next
        # word says, and all others as the last word does. Requests are counted from the start of the server.
        says() {
            local file="$TEST_FOLDER/$1"
            shift
            echo "$*" >"$file.new"
            mv "$file.new" "$file.says"
        }
        # provider NAME ADDRESS/LENGTH GATEWAY/LENGTH METRIC ANSWER: an uplink to a network with a server.
        provider() {
            uplink "$1" "$2"
            unshare --net sleep 1000 >/dev/null 2>&1 &
            network=$!
            here=$(readlink /proc/self/ns/net)
            await sh -c "[ $here != \$(readlink /proc/$network/ns/net) ]"
            inside="nsenter --net=/proc/$network/ns/net"
            ip link set "$1-far" netns $network
            $inside ip link set lo up
            $inside ip address add "$3" dev "$1-far"
            $inside ip address add 198.51.100.9/32 dev lo
            $inside ip link set "$1-far" up
            await state_is "$1" UP
            ip route add default via "${3%/*}" dev "$1" metric "$4"
            says "$1" "$5"
            : >"$TEST_FOLDER/$1.log"
            $inside python3 "$TEST_FOLDER/serve.py" "$TEST_FOLDER/$1" &
            eval "server_$1=$!"
            await test -s "$TEST_FOLDER/$1.ready"
        }
        # configured JSON: what the configuration says of the check.
        configured() { printf '{"connectivity": %s}' "$1" >"$TEST_FOLDER/reach.json"; }
        reach() { "$REACH" "$@" --config "$TEST_FOLDER/reach.json"; }
        requests() { wc -l <"$TEST_FOLDER/$1.log"; }
        # asked N: the server behind eth0 has had N requests.
        asked() { [ "$(requests eth0)" -ge "$1" ]; }
        url='"url": "http://198.51.100.9/check?id=1"'
        configured "{$url}"

        """#

    static let one = words + "provider eth0 192.0.2.7/24 192.0.2.1/24 100 204\n"

    /// An answer of the server, and what it means.
    struct Answer: Sendable, CustomTestStringConvertible {
        var says: String
        var settings = "$url"
        var value: JSON
        var fact: String
        var testDescription: String { "\(says), with \(settings)" }
    }

    @Test(
        "The answer of the server is the internet's, a portal's, or none",
        arguments: [
            Answer(says: "204", value: "full", fact: "HTTP status 204, as expected"),
            Answer(
                says: "text", settings: #"$url, \"expect\": \"online\""#, value: "full",
                fact: "HTTP status 200 with the expected text"),
            Answer(
                says: "page", settings: #"$url, \"expect\": \"online\""#, value: "portal",
                fact: "HTTP status 200 with other content than expected"),
            Answer(
                says: "204", settings: #"$url, \"expect\": 204"#, value: "full",
                fact: "HTTP status 204, as expected"),
            Answer(says: "page", value: "portal", fact: "HTTP status 200 instead of 204"),
            Answer(
                says: "redirect", value: "portal",
                fact: "HTTP status 302, a redirect to http://192.0.2.1/login"),
            Answer(says: "missing", value: "portal", fact: "HTTP status 404 instead of 204"),
            Answer(says: "error", value: "limited", fact: "HTTP status 503"),
            Answer(
                says: "garbage", value: "limited", fact: "Received HTTP/0.9 when not allowed"),
            Answer(says: "nothing", value: "limited", fact: "Empty reply from server"),
            Answer(says: "silence", value: "limited", fact: "no answer within 10 s"),
        ])
    func answer(row: Answer) async throws {
        let outcome = try await Namespace.run(
            Self.one + "says eth0 \(row.says); configured \"{\(row.settings)}\"",
            command: """
                reach explain --validated --json >"$TEST_FOLDER/out"; code=$?
                if [ \(row.says) = silence ]; then check=$code
                else reach check --validated --quiet; check=$?; fi
                echo "$check $(requests eth0)"; cat "$TEST_FOLDER/out"
                """)
        let lines = outcome.text.split(separator: "\n", maxSplits: 1)
        let isFull = row.value == "full"
        #expect(
            lines.first.map(String.init)
                == (row.says == "silence" ? "0 1" : "\(isFull ? 0 : 1) 2"))
        let json = try JSON(Data((lines.last ?? "").utf8))
        #expect(json["path.connectivity.value"] == row.value)
        #expect(json["path.connectivity.source"] == "probe")
        #expect(json["path.status"] == "satisfied")
        let text = String(lines.last ?? "")
        #expect(text.contains(#""source":"probe","fact":"http://198.51.100.9/check over eth0 at "#))
        #expect(text.contains(row.fact))
        #expect(outcome.errors == "")
    }

    @Test("Nothing is sent without --validated")
    func unasked() async throws {
        let outcome = try await Namespace.run(
            Self.one,
            command: """
                reach status >/dev/null; reach status --json >/dev/null; reach explain >/dev/null
                reach check --quiet; reach wait; reach watch --timeout 200ms >/dev/null
                "$REACH" run --quiet --config "$TEST_FOLDER/reach.json" true
                requests eth0
                """)
        #expect(outcome.text == "0\n")
        #expect(outcome.errors == "")
    }

    @Test("status shows the finding, and holds nothing against a portal")
    func status() async throws {
        let outcome = try await Namespace.run(
            Self.one + "says eth0 redirect",
            command:
                "reach status --validated; echo $?; reach status --validated --json; reach -1 --validated"
        )
        #expect(
            outcome.text.contains(
                "Online via Ethernet (eth0), cost unknown, behind a captive portal\n"))
        #expect(outcome.text.contains("internet  behind a captive portal (probe)\n"))
        #expect(outcome.text.hasSuffix("ethernet portal\n"))
        #expect(outcome.text.contains("\n0\n"))
        #expect(
            outcome.text.contains(
                #""connectivity":{"value":"portal","source":"probe","portal":null}"#))
    }

    @Test("check says why it does not hold, and --not inverts it")
    func check() async throws {
        let outcome = try await Namespace.run(
            Self.one,
            command: """
                reach check --validated; echo $?; reach check --validated --not; echo $?
                says eth0 page
                reach check --validated; echo $?; reach check --validated --not; echo $?
                reach check --validated --json | grep -o '"reasons":[^]]*]'
                """)
        #expect(
            outcome.text == """
                yes
                0
                no: the conditions hold (inverted by --not)
                1
                no: a captive portal answers: the user must log in
                1
                yes
                0
                "reasons":["notValidated"]

                """)
    }

    @Test("Of two uplinks the one that carries the path is checked")
    func twoUplinks() async throws {
        let outcome = try await Namespace.run(
            Self.words + """
                provider eth0 192.0.2.7/24 192.0.2.1/24 100 page
                provider eth1 203.0.113.7/24 203.0.113.1/24 200 204
                # The server itself is routed over the other one.
                ip route add 198.51.100.9 via 203.0.113.1 dev eth1
                value() { reach status --validated --json | grep -o '"value":"[a-z]*","source":"probe"'; }
                """,
            command: """
                value; echo "$(requests eth0) $(requests eth1)"
                "$REACH" wait --validated --config "$TEST_FOLDER/reach.json" --timeout 300s --json >"$TEST_FOLDER/out" &
                waiting=$!
                await asked 2
                ip route del default dev eth0
                wait $waiting; echo $?
                grep -o '"primary":"[a-z0-9]*"' "$TEST_FOLDER/out"
                value
                """)
        #expect(
            outcome.text == """
                "value":"portal","source":"probe"
                1 0
                0
                "primary":"eth1"
                "value":"full","source":"probe"

                """)
    }

    @Test("A dead uplink is limited, and no path is not asked for")
    func dead() async throws {
        let outcome = try await Namespace.run(
            Self.one + """
                kill $server_eth0; wait $server_eth0 || :
                """,
            command: """
                reach status --validated --json | grep -o '"connectivity":[^}]*}'
                ip route del default
                reach status --validated --json | grep -o '"connectivity":[^}]*}'
                reach check --validated
                """)
        #expect(
            outcome.text == """
                "connectivity":{"value":"limited","source":"probe","portal":null}
                "connectivity":{"value":"unknown","source":"none","portal":null}
                no: offline: there is no route

                """)
    }

    @Test("A metered path is asked only with onMetered")
    func metered() async throws {
        let outcome = try await Namespace.run(
            Self.one + """
                configured() {
                    printf '{"overrides": [{"interface": "eth0", "metered": "yes"}], "connectivity": %s}' "$1" \\
                        >"$TEST_FOLDER/reach.json"
                }
                configured "{$url}"
                """,
            command: """
                reach check --validated; requests eth0
                configured "{$url, \\"onMetered\\": true}"
                reach check --validated; requests eth0
                """)
        #expect(
            outcome.text == """
                no: internet access has not been checked: the path is metered, and is checked only with "onMetered"
                0
                yes
                1

                """)
    }

    @Test("status and watch say that a metered path is not checked")
    func unchecked() async throws {
        let outcome = try await Namespace.run(
            Self.one + """
                costs() {
                    printf '{"overrides": [{"interface": "eth0", "metered": "%s"}], "connectivity": {%s}}' "$1" "$url" \
                        >"$TEST_FOLDER/new"
                    mv "$TEST_FOLDER/new" "$TEST_FOLDER/reach.json"
                }
                costs yes
                """,
            command: """
                reach status --validated | grep internet
                # The shell's function would be a process between, and the watch would outlive it.
                "$REACH" watch --validated --json --config "$TEST_FOLDER/reach.json" \\
                    >"$TEST_FOLDER/lines" 2>"$TEST_FOLDER/notices" & watch=$!
                shows() { await sh -c "tail -n 1 '$TEST_FOLDER/lines' | grep -q '$1'"; }
                notices() { [ "$(grep -c 'access is not checked' "$TEST_FOLDER/notices")" = $1 ]; }
                await notices 1
                costs no; shows '"value":"full"'
                costs yes; await notices 2
                kill $watch; cat "$TEST_FOLDER/notices"
                """)
        let text =
            "not checked, because the path is metered "
            + #"("onMetered" of the configuration checks it)"#
        let notice = "reach: internet access is \(text)\n"
        #expect(outcome.text == "  internet  \(text)\n\(notice)\(notice)", "\(outcome.errors)")
    }

    @Test("A wait ends once the portal is left")
    func portalLeft() async throws {
        let outcome = try await Namespace.run(
            Self.one + "says eth0 redirect 204",
            command: """
                reach wait --validated --timeout 300s --json >"$TEST_FOLDER/out"; echo "$? $(requests eth0)"
                grep -o '"connectivity":[^}]*}' "$TEST_FOLDER/out"
                reach wait --validated --timeout 300s; echo "$?"
                """)
        #expect(
            outcome.text == """
                0 2
                "connectivity":{"value":"full","source":"probe","portal":null}
                0

                """)
    }

    @Test("watch prints the findings as changes of the connectivity")
    func watch() async throws {
        let outcome = try await Namespace.run(
            "sysctl -qw net.ipv6.conf.default.disable_ipv6=1\n" + Self.one + """
                configured "{$url, \\"interval\\": \\"1s\\"}"
                found() { tail -n 1 "$TEST_FOLDER/lines" | grep -qF "\\"connectivity\\":{\\"value\\":\\"$1\\""; }
                "$REACH" watch --validated --json --config "$TEST_FOLDER/reach.json" >"$TEST_FOLDER/lines" & watch=$!
                await found full
                says eth0 page
                await found portal
                ip route del default; await found unknown
                """,
            command: """
                kill $watch; cat "$TEST_FOLDER/lines"
                """)
        let lines = try outcome.text.split(separator: "\n").map {
            try JSON(Data($0.utf8))
        }
        #expect(lines.first?["path.connectivity.value"] == "unknown")
        #expect(lines.first?["event"] == "initial")
        let findings = lines.filter { $0["changes"] == ["connectivity"] }
        #expect(findings.map { $0["path.connectivity.value"] } == ["full", "portal"])
        #expect(findings.allSatisfy { $0["path.connectivity.source"] == "probe" })
        #expect(lines.last?["path.status"] == "unsatisfied")
        #expect(outcome.errors == "")
    }

    @Test("A changed configuration is followed")
    func reconfigured() async throws {
        let outcome = try await Namespace.run(
            Self.one + "says eth0 text",
            command: """
                "$REACH" wait --quiet --validated --config "$TEST_FOLDER/reach.json" --timeout 300s & waiting=$!
                await asked 1
                printf '{"connectivity": %s}' "{$url, \\"expect\\": \\"online\\"}" >"$TEST_FOLDER/new"
                mv "$TEST_FOLDER/new" "$TEST_FOLDER/reach.json"
                wait $waiting; echo $?
                """)
        #expect(outcome.text == "0\n")
        #expect(outcome.errors == "")
    }

    @Test(
        "A configuration that is changed during an upgrade counts once the program of the check is there again"
    )
    func reconfiguredDuringUpgrade() async throws {
        let outcome = try await Namespace.run(
            Self.one + "says eth0 text",
            command: """
                mkdir "$TEST_FOLDER/bin"
                cp "$REACH" "$(dirname "$REACH")/reach-transfer" "$TEST_FOLDER/bin"
                "$TEST_FOLDER/bin/reach" wait --validated --config "$TEST_FOLDER/reach.json" --timeout 300s \\
                    2>"$TEST_FOLDER/errors" & waiting=$!
                await asked 1
                mv "$TEST_FOLDER/bin/reach-transfer" "$TEST_FOLDER/bin/away"
                printf '{"connectivity": %s}' "{$url, \\"expect\\": \\"online\\"}" >"$TEST_FOLDER/new"
                mv "$TEST_FOLDER/new" "$TEST_FOLDER/reach.json"
                await grep -q "is checked once the program is there" "$TEST_FOLDER/errors"
                mv "$TEST_FOLDER/bin/away" "$TEST_FOLDER/bin/reach-transfer"
                wait $waiting; echo $?
                """)
        #expect(outcome.text == "0\n")
    }

    @Test("run stops its command when the internet no longer answers")
    func run() async throws {
        let outcome = try await Namespace.run(
            Self.one + "configured \"{$url, \\\"interval\\\": \\\"1s\\\"}\"",
            command: """
                "$REACH" run --validated --on-loss stop --config "$TEST_FOLDER/reach.json" -- \\
                    sh -c 'echo started; exec sleep 1000' >"$TEST_FOLDER/out" 2>"$TEST_FOLDER/errors" & running=$!
                await grep -q started "$TEST_FOLDER/out"
                says eth0 page
                await grep -q stopping "$TEST_FOLDER/errors"
                kill $running; wait $running; echo $?; cat "$TEST_FOLDER/errors"
                """)
        #expect(outcome.text.hasPrefix("143\n"))
        #expect(outcome.text.contains("a captive portal answers: the user must log in"))
    }

    @Test(
        "A transfer waits until the internet answers",
        .enabled(if: Machine.isRoot, "needs root"))
    func transfer() async throws {
        let outcome = try await Namespace.run(
            Self.one + #"""
                says eth0 page
                export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
                mkdir "$TEST_FOLDER/reach" "$TEST_FOLDER/files"
                cd "$TEST_FOLDER/files"
                serves $inside "$HOSTILE_SERVER" --any 8080
                file=http://198.51.100.9:8080/a/-/-/file.bin
                queue() { "$REACH" queue "$@" --store "$TEST_FOLDER/store"; }
                waits() { queue list --json | grep -qF '"state":"waiting","reasons":["notValidated"]'; }
                """#,
            command: #"""
                "$REACH" fetch --validated -o file.bin "$file" --store "$TEST_FOLDER/store"; echo $?
                mv "$TEST_FOLDER/reach.json" "$TEST_FOLDER/reach/reach.json"
                "$REACH" fetch --detach -o other.bin "$file" --store "$TEST_FOLDER/store" 2>/dev/null
                queue run --until-empty
                echo "asked: $(requests eth0)"
                "$REACH" fetch --detach --validated -o file.bin "$file" --store "$TEST_FOLDER/store" 2>/dev/null
                queue list --json | grep -o '"requiresValidation":true'
                queue run --until-empty & worker=$!
                await asked 1; await waits
                says eth0 204
                wait $worker; echo "worker: $?"
                queue list --json | grep -o '"state":"[a-z]*"'
                cmp file.bin other.bin && asked 2 && echo "asked again"
                """#)
        #expect(
            outcome.text == """
                78
                1
                asked: 0
                2
                "requiresValidation":true
                worker: 0
                "state":"finished"
                "state":"finished"
                asked again

                """)
        #expect(outcome.errors.contains("reach: --validated: the connection cannot be checked."))
    }

    @Test(
        "Without a server to ask, --validated is a bad configuration",
        arguments: ["uplink eth0 192.0.2.7/24 192.0.2.1", "cable eth0"],
        ["status", "check", "wait", "watch", "explain", "run"])
    func noServer(setup: String, command: String) async throws {
        let outcome = try await Namespace.run(
            "check_file; " + setup,
            command: "\"$REACH\" \(command) --validated \(command == "run" ? "true" : "")")
        #expect(outcome.status == (command == "run" ? 125 : 78))
        #expect(outcome.text == "")
        #expect(
            outcome.errors.hasPrefix(
                """
                reach: --validated: the connection cannot be checked. Write "connectivity": {"url": "http://…"} to \
                /nonexistent/reach/reach.json or /etc/reach/reach.json, or have NetworkManager check it
                """))
    }

    /// Each row: lines of NetworkManager's file beside the address, the answer of the server, and its meaning.
    @Test(
        "Without an address in the configuration, that of NetworkManager's files is asked",
        arguments: [
            ("response=online", "text", "full"), ("response=online", "page", "portal"),
            ("response=", "204", "full"), ("response=", "empty", "full"),
            ("response=", "page", "portal"), ("", "header", "full"), ("", "204", "portal"),
            ("", "error", "limited"),
        ])
    func networkManagersAddress(line: String, says: String, value: String) async throws {
        let outcome = try await Namespace.run(
            Self.one + "says eth0 \(says); echo '{}' >\"$TEST_FOLDER/reach.json\"\n"
                + "check_file uri=http://198.51.100.9/check?id=1 \(line)",
            command: """
                reach explain --validated --json >"$TEST_FOLDER/out"; echo "$? $(requests eth0)"
                grep -o '"connectivity":[^}]*}' "$TEST_FOLDER/out"
                grep -o 'http://198.51.100.9/check over eth0' "$TEST_FOLDER/out"
                grep -o 'the address is that of .*20-check.conf' "$TEST_FOLDER/out"
                reach status --json | grep -o '"connectivity":[^}]*}'; requests eth0
                reach check --validated --quiet; echo $?
                configured "{$url}"; says eth0 204
                reach explain --validated | grep -o 'the address is that of the configuration'
                """)
        #expect(
            outcome.text == """
                0 1
                "connectivity":{"value":"\(value)","source":"probe","portal":null}
                http://198.51.100.9/check over eth0
                the address is that of NetworkManager's configuration, /run/NetworkManager/conf.d/20-check.conf
                "connectivity":{"value":"unknown","source":"none","portal":null}
                1
                \(value == "full" ? 0 : 1)
                the address is that of the configuration

                """)
        #expect(outcome.errors == "")
    }

    /// Each row: lines of NetworkManager's file, and what the error says about them.
    @Test(
        "An address of NetworkManager's files that cannot be asked is named",
        arguments: [
            (
                "uri=https://198.51.100.9/",
                "the address https://198.51.100.9/ of /run/NetworkManager/conf.d/20-check.conf must begin with http://: a captive"
            ),
            ("uri='\"http://198.51.100.9/\"'", "20-check.conf must begin with http://"),
            ("uri=http://198.51.100.9/ enabled=false", "enabled=false in /run/Net"),
            ("uri=http://198.51.100.9/ interval=0", "interval=0 in /run/Net"),
        ])
    func refusedAddress(lines: String, reason: String) async throws {
        let outcome = try await Namespace.run(
            Self.one + "echo '{}' >\"$TEST_FOLDER/reach.json\"; check_file \(lines)",
            command: "reach check --validated; echo \"$? $(requests eth0)\"")
        #expect(outcome.text == "78 0\n")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.errors.contains("http://network-test.debian.org/nm"))
        #expect(outcome.errors.contains("http://fedoraproject.org/static/hotspot.txt"))
    }

    @Test(
        "A transfer is checked by the address of NetworkManager's files",
        .enabled(if: Machine.isRoot, "needs root"))
    func transferByNetworkManagersAddress() async throws {
        let outcome = try await Namespace.run(
            Self.one + #"""
                says eth0 page 204
                check_file uri=http://198.51.100.9/check response=
                export XDG_CONFIG_HOME=/nonexistent XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
                cd "$TEST_FOLDER"
                serves $inside "$HOSTILE_SERVER" --any 8080
                """#,
            command: #"""
                "$REACH" fetch --validated -o file.bin http://198.51.100.9:8080/a/-/-/file.bin \
                    --store "$TEST_FOLDER/store" 2>"$TEST_FOLDER/errors"
                echo "$? $(requests eth0)"
                """#)
        #expect(outcome.text == "0 2\n", "\(outcome.errors)")
    }

    /// A router at 192.0.2.1, whose uplink leads to the server. `uplink_down` and `uplink_up` switch the uplink.
    private static let behindARouter =
        words + """
            uplink eth0 192.0.2.7/24
            unshare --net sleep 1000 >/dev/null 2>&1 & router=$!
            unshare --net sleep 1000 >/dev/null 2>&1 & internet=$!
            here=$(readlink /proc/self/ns/net)
            for process in $router $internet; do
                await sh -c "[ $here != \\$(readlink /proc/$process/ns/net) ]"
            done
            ip link set eth0-far netns $router
            nsenter --net=/proc/$router/ns/net ip link add wan type veth peer name lan netns $internet
            router="nsenter --net=/proc/$router/ns/net" internet="nsenter --net=/proc/$internet/ns/net"
            $router ip address add 192.0.2.1/24 dev eth0-far
            $router ip link set eth0-far up
            $router sysctl -qw net.ipv4.ip_forward=1
            $router ip address add 203.0.113.2/24 dev wan
            $internet ip link set lo up
            $internet ip address add 203.0.113.1/24 dev lan
            $internet ip address add 198.51.100.9/32 dev lo
            $internet ip link set lan up
            uplink_up() { $router ip link set wan up; $router ip route replace default via 203.0.113.1; }
            uplink_down() { $router ip link set wan down; }
            uplink_up
            $internet ip route add default via 203.0.113.2
            await state_is eth0 UP
            ip route add default via 192.0.2.1 dev eth0
            says eth0 204
            : >"$TEST_FOLDER/eth0.log"
            $internet python3 "$TEST_FOLDER/serve.py" "$TEST_FOLDER/eth0" &
            await test -s "$TEST_FOLDER/eth0.ready"
            configured "{$url, \\"interval\\": \\"1s\\"}"
            cat >"$TEST_FOLDER/refused.py" <<'END'
            import socket
            try: socket.create_connection(("192.0.2.1", 81), 5)
            except ConnectionRefusedError: pass
            END
            router_answers() { python3 "$TEST_FOLDER/refused.py"; }

            """

    @Test("A dead uplink behind a living router is noticed within the interval, and its return")
    func deadUplink() async throws {
        let outcome = try await Namespace.run(
            Self.behindARouter + """
                found() { tail -n 1 "$TEST_FOLDER/lines" | grep -qF "\\"connectivity\\":{\\"value\\":\\"$1\\""; }
                exports() { grep -Fqx "reach_path_connectivity{value=\\"$1\\"} 1" "$TEST_FOLDER/reach.prom"; }
                config=$TEST_FOLDER/reach.json
                "$REACH" watch --validated --json --config "$config" >"$TEST_FOLDER/lines" & watch=$!
                "$REACH" export --validated --textfile "$TEST_FOLDER/reach.prom" --interval 1h --config "$config" & export=$!
                await found full; await exports full
                uplink_down
                await found limited; await exports limited
                """,
            command: """
                await router_answers
                grep -c 'reach_path_connectivity{.*} [01]' "$TEST_FOLDER/reach.prom"
                grep 'reach_path_connectivity{.*} 1' "$TEST_FOLDER/reach.prom"
                grep -x 'reach_path_satisfied 1' "$TEST_FOLDER/reach.prom"
                reach check --validated
                "$REACH" wait --quiet --validated --timeout 300s --config "$config" & waiting=$!
                uplink_up
                wait $waiting; echo "waited: $?"
                await found full; await exports full; echo "full again"
                kill $watch $export; tail -n 1 "$TEST_FOLDER/lines"
                """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(
            lines.dropLast() == [
                "5", #"reach_path_connectivity{value="limited"} 1"#, "reach_path_satisfied 1",
                "no: the internet does not answer", "waited: 0", "full again",
            ])
        let last = try JSON(Data((lines.last ?? "").utf8))
        #expect(last["changes"] == ["connectivity"])
        #expect(last["path.status"] == "satisfied")
        #expect(outcome.errors == "")
    }

    @Test("The example hook shows one message for an outage behind a router, and one for its end")
    func hookOfAnOutage() async throws {
        let hook = Program.package.appending(path: "Examples/hooks/internet-down").path
        let outcome = try await Namespace.run(
            Self.behindARouter + """
                printf '#!/bin/sh\\necho "$*" >>"$TEST_FOLDER/told"\\n' >"$TEST_FOLDER/notify"
                chmod +x "$TEST_FOLDER/notify"; : >"$TEST_FOLDER/told"
                export NOTIFY="$TEST_FOLDER/notify" XDG_RUNTIME_DIR="$TEST_FOLDER"
                # An earlier watch was ended during an outage.
                touch "$TEST_FOLDER/reach-internet-down"
                "$REACH" watch --validated --config "$TEST_FOLDER/reach.json" --exec "\(hook)" & watch=$!
                told() { grep -q "$1" "$TEST_FOLDER/told"; }
                await asked 2
                uplink_down; await told 'not answer'
                ip link set eth0 mtu 1400
                uplink_up; await told back
                ip route del default; await told 'no path'
                # The hook has ended, too.
                await sh -c '! grep -q . "/proc/$0/task/$0/children"' $watch
                """,
            command: "kill $watch; cat \"$TEST_FOLDER/told\"")
        #expect(
            outcome.text == """
                The internet is down ethernet is connected, and the internet does not answer
                The internet is back ethernet
                The internet is down no path: noRoute

                """)
        #expect(outcome.errors == "")
    }

    @Test("export --validated needs something that checks")
    func exportWithoutServer() async throws {
        let outcome = try await Namespace.run(
            "check_file; uplink eth0 192.0.2.7/24 192.0.2.1",
            command: "\"$REACH\" export --validated --textfile \"$TEST_FOLDER/reach.prom\"")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("--validated: the connection cannot be checked"))
    }

    @Test("--validated contradicts --to and --offline")
    func contradictions() async throws {
        for (arguments, reason) in [
            ("check --validated --to 192.0.2.1", "--validated is about the path to the internet"),
            ("wait --offline --validated", "--offline cannot be combined with --validated"),
        ] {
            let outcome = try await Namespace.run("", command: "\"$REACH\" \(arguments)")
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(reason))
        }
    }

    @Test("Without the program reach-transfer, or with one that fails, the message says so")
    func program() async throws {
        let outcome = try await Namespace.run(
            Self.one + """
                mkdir "$TEST_FOLDER/bin"; cp "$REACH" "$TEST_FOLDER/bin/reach"
                REACH=$TEST_FOLDER/bin/reach
                """,
            command: """
                reach check --validated; echo $?
                printf '#!/bin/sh\\nexit 1\\n' >"$TEST_FOLDER/bin/reach-transfer"
                chmod +x "$TEST_FOLDER/bin/reach-transfer"
                reach check --validated; echo $?
                reach explain --validated | grep -o 'reach-transfer gave no answer'
                """)
        #expect(
            outcome.text == """
                69
                no: the internet does not answer
                1
                reach-transfer gave no answer

                """)
        #expect(
            outcome.errors
                == "reach: --validated with a URL: the program reach-transfer is not installed: "
                + "install the package reach-transfer\n")
    }
}
