// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `--validated` in a network whose DHCP server names the API of a captive portal (RFC 8910): a real server with TLS.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"),
    .enabled(if: Machine.has("openssl"), "needs openssl, which makes certificates"))
struct CaptivePortalTests {
    /// A network with a server that the configuration names, and an API at https://192.0.2.1:8443/api, which the lease
    /// of eth0 announces. `api STATUS TYPE CONTENT` sets its answer; `$TEST_FOLDER/asked` has a line for each of its
    /// requests.
    private static let words =
        ValidationTests.one + #"""
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$TEST_FOLDER/key" \
                -out "$TEST_FOLDER/certificate" -days 2 -subj /CN=portal -addext subjectAltName=IP:192.0.2.1 2>/dev/null
            cat >"$TEST_FOLDER/api.py" <<'END'
            import http.server, os, ssl, sys
            folder = sys.argv[1]
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    with open(folder + "/asked", "a") as log:
                        log.write(f"{self.path} {self.headers['Accept']}\n")
                    status, type, content = open(folder + "/api").read().split("\n", 2)
                    self.send_response(int(status))
                    self.send_header("Content-Type", type)
                    self.send_header("Content-Length", str(len(content)))
                    self.end_headers()
                    self.wfile.write(content.encode())
                def log_message(self, *_): pass
            server = http.server.ThreadingHTTPServer(("192.0.2.1", 8443), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder + "/certificate", folder + "/key")
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
            open(folder + "/api.ready", "w").write("ready")
            server.serve_forever()
            END
            api() { printf '%s\n%s\n%s' "$1" "$2" "$3" >"$TEST_FOLDER/api"; }
            json() { api 200 application/captive+json "$1"; }
            : >"$TEST_FOLDER/asked"
            $inside python3 "$TEST_FOLDER/api.py" "$TEST_FOLDER" 2>"$TEST_FOLDER/complaints" &
            await test -s "$TEST_FOLDER/api.ready"
            unset CURL_CA_BUNDLE SSL_CERT_DIR
            export SSL_CERT_FILE="$TEST_FOLDER/certificate"
            mount -t tmpfs tmpfs /run
            mkdir -p /run/systemd/netif/leases /run/systemd/netif/links
            index=$(cat /sys/class/net/eth0/ifindex)
            echo ADDRESS=192.0.2.7 >/run/systemd/netif/leases/$index
            # tells ADDRESS: what the DHCP server tells.
            tells() { echo "CAPTIVE_PORTAL=$1" >/run/systemd/netif/links/$index; }
            tells https://192.0.2.1:8443/api

            """#

    /// An answer of the API, and what follows for a path whose probe finds the internet.
    struct Row: Sendable, CustomTestStringConvertible {
        /// Shell commands.
        var setup: String
        var connectivity: JSON
        /// The answer to the question `captive`; `nil` if there is none.
        var captive: JSON?
        /// A part of the facts.
        var fact: String
        /// How often the API and the probe's server are asked.
        var requests: String
        var testDescription: String { setup }
    }

    private static let login = "https://portal.example/login"

    static let rows = [
        Row(
            setup: #"json '{"captive":true,"user-portal-url":"\#(login)"}'"#,
            connectivity: "portal", captive: "yes",
            fact: "https://192.0.2.1:8443/api says captive: log in at \(login)", requests: "1 0"),
        Row(
            setup: #"json '{"captive":false,"seconds-remaining":326}'"#, connectivity: "full",
            captive: "no", fact: "the session ends in 326 s", requests: "1 1"),
        // The probe knows better.
        Row(
            setup: #"json '{"captive":false}'; says eth0 redirect"#, connectivity: "portal",
            captive: "no", fact: "HTTP status 302", requests: "1 1"),
        Row(
            setup: #"api 200 text/html '<html>'"#, connectivity: "full", captive: nil,
            fact:
                "the API of the captive portal does not say: the content is text/html, not application/captive+json",
            requests: "1 1"),
        Row(
            setup: #"json '{"captive":"no"}'"#, connectivity: "full", captive: nil,
            fact: "does not say: captive is not true or false", requests: "1 1"),
        Row(
            setup: #"json '{"captive":true}'; export SSL_CERT_FILE=/etc/hostname"#,
            connectivity: "full", captive: nil, fact: "does not say: ", requests: "0 1"),
        Row(
            setup: #"json '{"captive":true}'; tells http://192.0.2.1:8443/api"#,
            connectivity: "full", captive: nil, fact: "HTTP status 204, as expected",
            requests: "0 1"),
    ]

    /// A check that could not end within its ten seconds, because the machine was busy, is repeated.
    @Test("What the API says is not lost while the probe waits")
    func silentServer() async throws {
        let outcome = try await Namespace.run(
            Self.words + #"""
                json '{"captive":false,"seconds-remaining":326}'; says eth0 silence
                for try in 1 2 3 4 5; do
                    reach explain --validated --json >"$TEST_FOLDER/out" || :
                    if grep -q "the session ends in 326 s" "$TEST_FOLDER/out"; then break; fi
                done
                """#,
            command: "cat \"$TEST_FOLDER/out\"")
        let json = try JSON(Data(outcome.text.utf8))
        #expect(json["path.connectivity.value"] == "limited")
        #expect(json["captivePortal.isCaptive"] == false)
    }

    @Test("The API is asked before the probe, and says more", arguments: rows)
    func answers(row: Row) async throws {
        let outcome = try await Namespace.run(
            "\(Self.words)\(row.setup)",
            command: """
                reach explain --validated --json >"$TEST_FOLDER/out"
                echo "$(wc -l <"$TEST_FOLDER/asked") $(requests eth0)"
                cat "$TEST_FOLDER/asked" >&2; cat "$TEST_FOLDER/out"
                """)
        let lines = outcome.text.split(separator: "\n", maxSplits: 1)
        #expect(lines.first.map(String.init) == row.requests, "\(outcome.errors)")
        let text = String(lines.last ?? "")
        let json = try JSON(Data(text.utf8))
        #expect(json["path.connectivity.value"] == row.connectivity)
        #expect(json["path.connectivity.source"] == "probe")
        #expect(text.contains(row.fact), "\(text)")
        #expect((json["captivePortal"] != .null) == (row.captive != nil))
        #expect(text.contains(#""question":"captive""#) == (row.captive != nil))
        if let captive = row.captive {
            #expect(json["captivePortal.isCaptive"] == .bool(captive == "yes"))
            #expect(outcome.errors == "/api application/captive+json\n")
        }
    }

    @Test(
        "Nothing is asked without --validated, and a portal that holds packets back fails the condition"
    )
    func asked() async throws {
        let outcome = try await Namespace.run(
            #"\#(Self.words)json '{"captive":true}'"#,
            command: """
                reach explain --json | grep -o '"captivePortal":.*}'; reach status >/dev/null
                wc -l <"$TEST_FOLDER/asked"
                reach check --validated; echo $?
                reach status --validated | head -n 1
                """)
        #expect(
            outcome.text == """
                "captivePortal":null}
                0
                no: a captive portal answers: the user must log in
                1
                Online via Ethernet (eth0), cost unknown, behind a captive portal

                """)
    }

    @Test(
        "A transfer waits while the API says that packets are held back",
        .enabled(if: Machine.isRoot, "needs root"))
    func transfer() async throws {
        let outcome = try await Namespace.run(
            #"""
            \#(Self.words)json '{"captive":true}'
            export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
            mkdir "$TEST_FOLDER/reach" "$TEST_FOLDER/files"
            mv "$TEST_FOLDER/reach.json" "$TEST_FOLDER/reach/reach.json"
            cd "$TEST_FOLDER/files"
            serves $inside "$HOSTILE_SERVER" --any 8080
            queue() { "$REACH" queue "$@" --store "$TEST_FOLDER/store"; }
            waits() { queue list --json | grep -qF '"state":"waiting","reasons":["notValidated"]'; }
            """#,
            command: #"""
                "$REACH" fetch --detach --validated -o file.bin http://198.51.100.9:8080/a/-/-/file.bin \
                    --store "$TEST_FOLDER/store" 2>/dev/null
                queue run --until-empty & worker=$!
                await test -s "$TEST_FOLDER/asked"; await waits
                echo "asked while held back: $(requests eth0)"
                json '{"captive":false}'
                wait $worker; echo "worker: $?"
                queue list --json | grep -o '"state":"[a-z]*"'
                """#)
        #expect(
            outcome.text == """
                1
                asked while held back: 0
                worker: 0
                "state":"finished"

                """, "\(outcome.errors)")
    }

    @Test("explain says in text what the portal says")
    func text() async throws {
        let outcome = try await Namespace.run(
            #"""
            \#(Self.words)json '{"captive":false,"user-portal-url":"\#(Self.login)","seconds-remaining":60,
            "bytes-remaining":1000,"can-extend-session":true,"venue-info-url":"https://venue.example/"}'
            """#, command: "reach explain --validated")
        let wanted = [
            "\npath captive  no ",
            "captivePortal: https://192.0.2.1:8443/api says not captive, its page is \(Self.login)",
            "captivePortal: the session ends in 60 s",
            "captivePortal: the session ends after 1000 bytes",
            "captivePortal: the session can be extended",
            "captivePortal: about this place: https://venue.example/",
        ]
        for text in wanted { #expect(outcome.text.contains(text), "\(outcome.text)") }
    }

    @Test(
        "The output conforms to its schema, which names each member and each word",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
    func schemas() async throws {
        let outcome = try await Namespace.run(
            #"\#(Self.words)json '{"captive":true,"seconds-remaining":60}'"#,
            command: "reach explain --validated --json")
        let verdicts = try await Schemas.verdicts(
            [("explain", outcome.text.trimmingCharacters(in: .newlines))], onlyDocumented: true)
        #expect(verdicts == ["valid"])
    }
}
