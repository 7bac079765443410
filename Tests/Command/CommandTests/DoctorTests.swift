// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach doctor` in networks with real routers, name servers and web pages, each broken in another way.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.has("python3"), "needs python3, which serves the answers"))
struct DoctorTests {
    /// Functions for networks without a router.
    private static let words = #"""
        cat >"$TEST_FOLDER/dns.py" <<'END'
        import select, socket, struct, sys, time
        address, mode, ready = sys.argv[1:]
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        datagrams = socket.socket(family, socket.SOCK_DGRAM)
        datagrams.bind((address, 53))
        listener = socket.create_server((address, 53), family=family)
        open(ready, "w").write("ready")

        def reply(question):
            code = {"refuse": 5, "fail": 2}.get(mode, 3 if b"\7invalid\0" in question else 0)
            end = question.index(b"\0", 12) + 5
            # For a name: the address of the web page, and none of IPv6.
            records = {
                1: b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\xc6\x33\x64\x09",
                2: b"\0\0\2\0\1\0\0\0\x3c\0\3\1a\0",
            }
            kind = int.from_bytes(question[end - 4 : end - 2], "big")
            record = b"" if code else records.get(kind, b"")
            # Without the records that the header counts, or cut off, which it says.
            count = {"hollow": 5, "truncated": 5, "empty": 0}.get(mode, bool(record))
            if mode in ("hollow", "truncated", "empty"):
                record = b""
            code |= 0x200 if mode == "truncated" else 0
            head = question[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, count, 0, 0)
            return head + question[12:end] + record

        while True:
            for server in select.select([datagrams, listener], [], [])[0]:
                if server is datagrams:
                    question, asker = datagrams.recvfrom(512)
                    if mode in ("tcp", "silence"):
                        continue
                    if mode == "slow":
                        time.sleep(1.2)
                    garbage = question[:2] + b"\x81\x80garbage"
                    datagrams.sendto(garbage if mode == "garbage" else reply(question), asker)
                else:
                    connection, _ = listener.accept()
                    question = connection.recv(512)
                    if question and mode not in ("garbage", "silence"):
                        answer = reply(question[2:])
                        connection.sendall(struct.pack(">H", len(answer)) + answer)
                    connection.close()
        END
        # settings PROBES: what the configuration says.
        settings() {
            printf '{"connectivity": {"url": "http://198.51.100.9/"}, "probes": {%s}}' "$1" \
                >"$TEST_FOLDER/reach.json"
        }
        printf '{}' >"$TEST_FOLDER/reach.json"
        doctor() { "$REACH" doctor --config "$TEST_FOLDER/reach.json" "$@"; }
        # As a user who is root nowhere.
        doctor_as_user() {
            unshare --map-user=1000 --map-group=1000 -- \
                "$REACH" doctor --config "$TEST_FOLDER/reach.json" "$@"
        }

        """#

    /// A network behind a router at 192.0.2.1, with a web page at 198.51.100.9 and a probe at 198.51.100.4.
    private static let network =
        ValidationTests.one + words + #"""
            # dns ADDRESS [MODE]: has a name server answer at an address of the other network.
            dns() {
                case $1 in
                    *:*) $inside ip address add "$1/128" dev lo nodad ;;
                    *) $inside ip address add "$1/32" dev lo ;;
                esac
                $inside python3 "$TEST_FOLDER/dns.py" "$1" "${2-answer}" "$TEST_FOLDER/dns.$1" &
                await test -s "$TEST_FOLDER/dns.$1"
            }
            # away ADDRESS: nothing answers at an address any more, nor says so.
            away() { $inside ip address del "$1/32" dev lo; $inside ip route add blackhole "$1/32"; }
            settings '"ipv4": ["198.51.100.4"], "ipv6": []'
            resolver 'nameserver 192.0.2.53'

            """#

    private static let healthy = network + "dns 192.0.2.53; dns 198.51.100.4\n"

    /// A network, and what the command says about it.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var setup: String
        var arguments = ""
        var command = "doctor"
        var verdict: String
        /// Steps with their subjects and outcomes, a line each, that are among those of the report.
        var steps: [String] = []
        var sentence = ""
        /// The last advice; `nil` for any.
        var advice: String?
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "everything answers", setup: healthy, arguments: "--to 192.0.2.53:53",
            verdict: "ok",
            steps: [
                "interface eth0 ok", "link eth0 ok", "address eth0 ok", "route eth0 ok",
                "gateway 192.0.2.1 ok", "nameServer 192.0.2.53 ok", "resolver eth0 skipped",
                "internet 198.51.100.4 ok", "portal http://198.51.100.9/ ok",
                "destination 192.0.2.53:53 ok",
            ], sentence: "Nothing failed: the internet answers over eth0."),
        Row(
            name: "everything answers a user who is not root", setup: healthy,
            arguments: "--to 192.0.2.53:53", command: "doctor_as_user", verdict: "ok",
            steps: ["gateway 192.0.2.1 ok", "nameServer 192.0.2.53 ok", "internet 198.51.100.4 ok"]),
        Row(
            name: "the line is down",
            setup: network + "dns 203.0.113.53\n" + """
                resolver 'nameserver 203.0.113.53'
                away 198.51.100.9; $inside ip route add blackhole 198.51.100.4/32; away 203.0.113.53
                """, verdict: "internet",
            steps: [
                "gateway 192.0.2.1 ok", "nameServer 203.0.113.53 failed",
                "internet 198.51.100.4 failed", "portal http://198.51.100.9/ failed",
            ],
            sentence:
                "The router 192.0.2.1 answers, and nothing behind it does: the provider's line "
                + "seems to be down."),
        Row(
            name: "the router has gone",
            setup: network + "$inside ip address flush dev eth0-far\n", verdict: "gateway",
            steps: ["gateway 192.0.2.1 failed", "nameServer 192.0.2.53 failed"],
            sentence: "The router 192.0.2.1 does not answer on eth0."),
        Row(
            name: "the router answers ARP, and nothing else",
            setup: network + #"""
                $inside ip address flush dev eth0-far
                cat >"$TEST_FOLDER/arp.py" <<'END'
                import socket, sys
                link = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(0x0806))
                link.bind(("eth0-far", 0x0806))
                own = link.getsockname()[4]
                open(sys.argv[1], "w").write("ready")
                while True:
                    frame = link.recv(100)
                    if frame[21] == 1 and frame[38:42] == bytes([192, 0, 2, 1]):
                        link.send(frame[6:12] + own + frame[12:21] + b"\2" + own + frame[38:42] + frame[22:32])
                END
                $inside python3 "$TEST_FOLDER/arp.py" "$TEST_FOLDER/arp" &
                await test -s "$TEST_FOLDER/arp"
                resolver 'nameserver 203.0.113.53'
                """#, verdict: "internet",
            steps: ["gateway 192.0.2.1 ok", "nameServer 203.0.113.53 failed"]),
        Row(
            name: "a name server refuses",
            setup: network + "dns 192.0.2.53 refuse; dns 198.51.100.4",
            verdict: "nameServer",
            steps: ["nameServer 192.0.2.53 failed", "internet 198.51.100.4 ok"],
            sentence: "The name server 192.0.2.53 refuses to answer (REFUSED)."),
        Row(
            name: "a name server fails", setup: network + "dns 192.0.2.53 fail; dns 198.51.100.4",
            verdict: "nameServer", sentence: "(SERVFAIL)"),
        Row(
            name: "a name server answers over TCP only",
            setup: network + "dns 192.0.2.53 tcp; dns 198.51.100.4", verdict: "nameServer",
            sentence: "answers over TCP, and not over UDP"),
        Row(
            name: "a name server answers garbage",
            setup: network + "dns 192.0.2.53 garbage; dns 198.51.100.4", verdict: "nameServer",
            steps: ["nameServer 192.0.2.53 failed"],
            sentence: "192.0.2.53 sends an invalid DNS response"),
        Row(
            name: "a name server counts records that it does not send",
            setup: network + "dns 192.0.2.53 hollow; dns 198.51.100.4", verdict: "nameServer",
            steps: ["nameServer 192.0.2.53 failed"],
            sentence: "192.0.2.53 sends an invalid DNS response"),
        Row(
            name: "a name server truncates its answers",
            setup: network + "dns 192.0.2.53 truncated; dns 198.51.100.4", verdict: "ok",
            steps: ["nameServer 192.0.2.53 ok"]),
        Row(
            name: "a name server has no records of the root",
            setup: network + "dns 192.0.2.53 empty; dns 198.51.100.4", verdict: "ok",
            steps: ["nameServer 192.0.2.53 ok"]),
        Row(
            name: "a name server is slow", setup: network + "dns 192.0.2.53 slow; dns 198.51.100.4",
            verdict: "ok", steps: ["nameServer 192.0.2.53 slow"], sentence: "answers slowly"),
        Row(
            name: "more name servers than the C library asks",
            setup: healthy + """
                dns 192.0.2.54; dns 192.0.2.55; dns 192.0.2.56 refuse
                resolver 'nameserver 192.0.2.53' 'nameserver 192.0.2.54' 'nameserver 192.0.2.55' \
                    'nameserver 192.0.2.56'
                """, verdict: "nameServer",
            steps: ["nameServer 192.0.2.55 ok", "nameServer 192.0.2.56 failed"],
            sentence: "The name server 192.0.2.56 refuses to answer (REFUSED)"),
        Row(
            name: "a name server without the zone that its address needs",
            setup: healthy + "resolver 'nameserver fe80::53' 'nameserver 192.0.2.53'\n",
            verdict: "ok", steps: ["nameServer fe80::53 skipped", "nameServer 192.0.2.53 ok"]),
        Row(
            name: "no name server", setup: network + "dns 198.51.100.4; resolver '# none'",
            verdict: "nameServer", sentence: "No name server is configured."),
        Row(
            name: "a name server on this machine",
            setup: network + """
                dns 198.51.100.4
                python3 "$TEST_FOLDER/dns.py" 127.0.0.1 answer "$TEST_FOLDER/dns.own" &
                await test -s "$TEST_FOLDER/dns.own"
                resolver 'nameserver 127.0.0.1'
                """, verdict: "ok", steps: ["nameServer 127.0.0.1 ok"]),
        Row(
            name: "a name server on this machine does not run",
            setup: network + "dns 198.51.100.4; resolver 'nameserver 127.0.0.53'\n",
            verdict: "nameServer", steps: ["nameServer 127.0.0.53 failed"],
            sentence: "The name server 127.0.0.53 cannot be reached: nothing listens there",
            advice: "start the resolver of this machine, which is not running: systemctl status "
                + "systemd-resolved, or of the program that serves 127.0.0.53"),
        Row(
            name: "the upstream server of systemd-resolved",
            setup: healthy + """
                resolver 'nameserver 127.0.0.53'
                upstream 'nameserver 192.0.2.53'
                """, verdict: "ok", steps: ["nameServer 192.0.2.53 ok"]),
        Row(
            name: "the name server and the router at once",
            setup: network + """
                dns 192.0.2.53 refuse
                $inside ip address del 192.0.2.1/24 dev eth0-far
                $inside ip address add 192.0.2.2/24 dev eth0-far
                """, verdict: "gateway",
            steps: ["gateway 192.0.2.1 failed", "nameServer 192.0.2.53 failed"]),
        Row(
            name: "a captive portal", setup: healthy + "says eth0 redirect\n", verdict: "portal",
            steps: ["internet 198.51.100.4 ok", "portal http://198.51.100.9/ failed"],
            sentence: "A captive portal holds packets back."),
        Row(
            name: "the destination refuses", setup: healthy, arguments: "--to 192.0.2.1:81",
            verdict: "destination", steps: ["destination 192.0.2.1:81 failed"],
            sentence: "it refuses the connection"),
        Row(
            name: "the destination is asked over the interface of its route",
            setup: network + """
                dns 198.51.100.4; resolver 'nameserver 198.51.100.4'
                $inside ip address add 203.0.113.9/32 dev lo
                # Only a socket that is bound to eth0 has no route. The kernel then looks for the host on the link.
                ip rule add priority 10 oif eth0 to 203.0.113.9 unreachable
                $inside sysctl -qw net.ipv4.conf.all.arp_ignore=1
                """, arguments: "--to 203.0.113.9:80", verdict: "destination",
            steps: ["destination 203.0.113.9:80 failed"]),
        Row(
            name: "a name that does not exist", setup: healthy, arguments: "--to nowhere.invalid",
            verdict: "resolver",
            steps: ["resolver nowhere.invalid failed", "destination nowhere.invalid:443 skipped"]),
        Row(
            name: "names are resolved",
            setup: healthy + """
                sed -i 's,198.51.100.9/,check.example/,' "$TEST_FOLDER/reach.json"
                """, arguments: "--to host.example:80", verdict: "ok",
            steps: [
                "resolver check.example ok", "resolver host.example ok",
                "portal http://check.example/ ok", "destination host.example:80 ok",
            ]),
        Row(
            name: "the line is down, and with it names",
            setup: network + """
                sed -i 's,198.51.100.9/,check.example/,' "$TEST_FOLDER/reach.json"
                resolver 'nameserver 203.0.113.53'
                $inside ip route add blackhole 203.0.113.0/24
                $inside ip route add blackhole 198.51.100.4/32
                """, verdict: "internet",
            steps: [
                "nameServer 203.0.113.53 failed", "resolver check.example failed",
                "portal http://check.example/ skipped",
            ]),
        Row(
            name: "the address of NetworkManager's files",
            setup: healthy + """
                check_file 'uri=http://198.51.100.9/' 'response='
                printf '{"probes": {"ipv4": ["198.51.100.4"], "ipv6": []}}' >"$TEST_FOLDER/reach.json"
                """, verdict: "ok", steps: ["portal http://198.51.100.9/ ok"]),
        Row(
            name: "a metered path",
            setup: healthy + """
                printf '{"overrides": [{"interface": "eth0", "metered": "yes"}]}' >"$TEST_FOLDER/reach.json"
                """, verdict: "ok",
            steps: ["route eth0 ok", "gateway eth0 skipped", "internet eth0 skipped"],
            sentence: "--force"),
        Row(
            name: "a metered path with --force",
            setup: healthy + """
                printf '{"overrides": [{"interface": "eth0", "metered": "yes"}],
                    "probes": {"ipv4": ["198.51.100.4"], "ipv6": []}}' >"$TEST_FOLDER/reach.json"
                """, arguments: "--force", verdict: "ok", steps: ["internet 198.51.100.4 ok"]),
        Row(
            name: "a path that carries only IPv6",
            setup: network + """
                ip address flush dev eth0; ip -6 address add 2001:db8:2::7/64 dev eth0 nodad
                $inside ip -6 address add 2001:db8:2::1/64 dev eth0-far nodad
                $inside ip -6 address add fe80::1/64 dev eth0-far nodad
                ip route add default via fe80::1 dev eth0
                dns 2001:db8:9::53; dns 2001:db8:9::4
                settings '"ipv4": ["198.51.100.4"], "ipv6": ["2001:db8:9::4"]'
                printf '{"probes": {"ipv4": ["198.51.100.4"], "ipv6": ["2001:db8:9::4"]}}' \
                    >"$TEST_FOLDER/reach.json"
                resolver 'nameserver 2001:db8:9::53' 'nameserver 192.0.2.53'
                """, verdict: "ok",
            steps: [
                "gateway fe80::1%eth0 ok", "nameServer 2001:db8:9::53 ok",
                "nameServer 192.0.2.53 skipped", "internet 198.51.100.4 skipped",
                "internet 2001:db8:9::4 ok",
            ]),
        Row(
            name: "no interface", setup: words, verdict: "interface",
            steps: [
                "interface this machine failed", "link this machine skipped",
                "gateway this machine skipped", "portal this machine skipped",
            ],
            sentence: "There is no network interface."),
        Row(
            name: "an unplugged cable",
            setup: words + "uplink eth0 192.0.2.7/24 192.0.2.1; unplug eth0",
            verdict: "link",
            steps: ["interface eth0 ok", "link eth0 failed", "address eth0 skipped"],
            sentence: "The cable of eth0 is unplugged."),
        Row(
            name: "an unplugged cable beside another uplink",
            setup: words + """
                uplink eth0 192.0.2.7/24 192.0.2.1 100
                uplink eth1 198.51.100.7/24 198.51.100.1 600; unplug eth0
                """,
            verdict: "link", sentence: "The cable of eth0 is unplugged.",
            advice: "use the other route: eth0 has no link; eth1 has a route too, but its metric "
                + "is higher (600 > 100): the kernel keeps the dead route unless "
                + "net.ipv4.conf.*.ignore_routes_with_linkdown is set"
        ),
        Row(
            name: "an interface that is off",
            setup: words + "cable eth0; ip link set eth0 down; ip link set eth0-far down",
            verdict: "link", sentence: "eth0 is switched off."),
        Row(
            name: "no address", setup: words + "cable eth0", verdict: "address",
            steps: ["link eth0 ok", "address eth0 failed", "route eth0 skipped"],
            sentence: "eth0 has a link, but no usable address"),
        Row(
            name: "an address that another machine has",
            setup: network + """
                $inside ip -6 address add 2001:db8:2::7/64 dev eth0-far nodad
                ip address flush dev eth0; ip -6 address add 2001:db8:2::7/64 dev eth0
                await sh -c 'ip -6 address show dev eth0 | grep -q dadfailed'
                """, verdict: "address", steps: ["link eth0 ok", "address eth0 failed"],
            sentence: "Another machine has the address of eth0."),
        Row(
            name: "no route", setup: words + "uplink eth0 192.0.2.7/24", verdict: "route",
            steps: ["address eth0 ok", "route eth0 failed", "gateway eth0 skipped"],
            sentence: "there is no route to the internet"),
        Row(
            name: "a route that rejects packets",
            setup: words + "uplink eth0 192.0.2.7/24; ip route add blackhole default",
            verdict: "route", sentence: "rejects packets to the internet"),
    ]

    @Test("The verdict names the cause", arguments: rows)
    func verdict(row: Row) async throws {
        let outcome = try await Namespace.run(
            row.setup,
            command: """
                \(row.command) --json \(row.arguments); echo "$?"
                \(row.sentence.isEmpty ? "" : "\(row.command) \(row.arguments)")
                true
                """)
        let parts = outcome.text.split(separator: "\n", maxSplits: 2).map(String.init)
        try #require(parts.count >= 2, "\(outcome.errors)")
        let json = try JSON(Data(parts[0].utf8))
        #expect(json["verdict"] == .string(row.verdict), "\(parts[0])")
        #expect(parts[1] == (row.verdict == "ok" ? "0" : "1"))
        if let advice = row.advice, case .array(let all)? = json["advice"] {
            #expect(all.last == .string(advice))
        }
        #expect(json["path.status"] != nil)
        let steps = Self.steps(json)
        for step in row.steps {
            #expect(Self.has(step, in: steps), "\(step) is not in \(steps)")
        }
        let isSlow = steps.contains { $0.hasSuffix(" slow") }
        #expect((json["advice"] == .array([])) == !isSlow || row.verdict != "ok")
        let text = parts.count > 2 ? parts[2] : ""
        if let sentence = text.split(separator: "\n").first {
            let isSlow = row.verdict == "ok" && sentence.contains(" slowly ")
            #expect(sentence.contains(row.sentence) || isSlow, "\(text)")
        }
        #expect(outcome.errors == "")
    }

    @Test(
        "With a VPN, the router of its underlay is asked, and a silent server differs from a dead line",
        .enabled(if: Machine.hasTunnels, "this user cannot open /dev/net/tun"))
    func tunnel() async throws {
        let outcome = try await Namespace.run(
            Self.healthy + """
                vpn tun0 10.8.0.2/24
                halves dev tun0
                resolver 'nameserver 10.8.0.1'
                """, command: "doctor --json; doctor | head -n 1")
        let lines = outcome.text.split(separator: "\n").map(String.init)
        let json = try JSON(Data(lines[0].utf8))
        #expect(json["verdict"] == "internet")
        let steps = Self.steps(json)
        for step in [
            "interface tun0 ok", "gateway 192.0.2.1 ok", "nameServer 10.8.0.1 failed",
            "internet 198.51.100.4 failed",
        ] {
            #expect(Self.has(step, in: steps), "\(step) is not in \(steps)")
        }
        #expect(
            lines.last == "Nothing answers through the VPN tun0; the router 192.0.2.1 does.",
            "\(outcome.text)")
    }

    @Test("Nothing is sent over a metered interface beside the path, without --force")
    func meteredBeside() async throws {
        let outcome = try await Namespace.run(
            Self.healthy + """
                uplink eth1 198.18.0.2/24
                printf '{"overrides": [{"interface": "eth1", "metered": "yes"}],
                    "connectivity": {"url": "http://check.example/"},
                    "probes": {"ipv4": ["198.51.100.4"], "ipv6": []}}' >"$TEST_FOLDER/reach.json"
                resolver 'nameserver 192.0.2.53' 'nameserver 198.18.0.53'
                asked() { ip neighbor show dev eth1 | grep -o '^198[.0-9]*' | sort | tr '\\n' ' '; }
                """,
            command: """
                doctor --json --to 198.18.0.9; asked; echo
                doctor --to 198.18.0.9 | head -n 1
                doctor --json --to 198.18.0.9 --force >/dev/null; asked
                """)
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        let json = try JSON(Data(lines[0].utf8))
        #expect(json["verdict"] == "ok")
        #expect(
            Self.steps(json).suffix(6).map { $0.replacing(" slow", with: " ok") } == [
                "nameServer 192.0.2.53 ok", "nameServer 198.18.0.53 skipped",
                "resolver check.example skipped", "internet 198.51.100.4 ok",
                "portal http://check.example/ skipped", "destination 198.18.0.9:443 skipped",
            ])
        try #require(lines.count == 4, "\(outcome.text) \(outcome.errors)")
        #expect(lines[1] == "")
        #expect(lines[2].hasPrefix("Nothing failed"))
        #expect(
            lines[2].hasSuffix("; nothing was sent over eth1, which is metered (--force sends)."))
        #expect(lines[3] == "198.18.0.53 198.18.0.9 ")
    }

    /// While the entry counts as reachable, the kernel does not search for the router.
    @Test(
        "A router that died while in use is found out, or is in doubt",
        .tags(.slow),
        arguments: [
            ("stale", "gateway", "The router 192.0.2.1 does not answer on eth0."),
            (
                "reachable", "internet",
                "Nothing answers over eth0, and it is not known whether the router 192.0.2.1 does."
            ),
        ])
    func deadRouter(state: String, verdict: String, sentence: String) async throws {
        let outcome = try await Namespace.run(
            Self.network + """
                $inside ip address flush dev eth0-far
                resolver 'nameserver 203.0.113.53'
                ip ntable change name arp_cache dev eth0 base_reachable 3600000
                ip neigh replace 192.0.2.1 lladdr 02:00:00:00:00:99 nud \(state) dev eth0
                """,
            command: """
                doctor_as_user | sed -n 's/^internet .*/internet/p; s/^gateway *failed .*/gateway/p; 1p'
                """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines.first == sentence, "\(outcome.errors)")
        #expect(lines.dropFirst().first == verdict)
    }

    /// Whether a report has a step. On a busy machine each answer may be slow.
    private static func has(_ step: String, in steps: [String]) -> Bool {
        steps.contains(step)
            || step.hasSuffix(" ok") && steps.contains(step.dropLast(2) + "slow")
    }

    /// The steps of a report as lines.
    private static func steps(_ json: JSON) -> [String] {
        guard case .array(let steps)? = json["steps"] else { return [] }
        return steps.map { step in
            ["step", "subject", "outcome"].map { member in
                if case .string(let text)? = step[member] { text } else { "?" }
            }.joined(separator: " ")
        }
    }

    /// One after the other, they would take over a minute. On a busy machine, the programs need some seconds, too.
    @Test("20 silent name servers are waited for at once", .tags(.slow))
    func duration() async throws {
        let outcome = try await Namespace.run(
            Self.network + """
                $inside ip address flush dev eth0-far
                seq -f 'nameserver 192.0.2.%g' 100 119 >"$TEST_FOLDER/servers"
                mount --bind "$TEST_FOLDER/servers" /etc/resolv.conf
                """,
            command: """
                start=$(date +%s)
                doctor --to silent.example >/dev/null; echo $?
                echo $(($(date +%s) - start))
                """)
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.first == "1", "\(outcome.errors)")
        #expect(try #require(lines.last.flatMap { Int($0) }) < 50)
    }

    @Test(
        "A malformed destination is a usage error",
        arguments: ["'a b'", "example.org:0", "example.org:65536", "[::1", "''"])
    func malformed(destination: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REACH doctor --to \(destination)"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("reach: --to: '"), "\(outcome.errors)")
    }

    @Test("A URL is no destination", arguments: ["http://a/", "http://a", "a:80:90", "a/b"])
    func url(destination: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REACH doctor --to \(destination)"])
        #expect(outcome.status == 64)
        #expect(
            outcome.errors.hasPrefix(
                "reach: --to: '\(destination)' is not a host: give HOST or HOST:PORT, not a URL"),
            "\(outcome.errors)")
    }

    @Test("Without netlink, or without reach-transfer, the reason is given, and exit code 69")
    func unavailable() async throws {
        let refused = try await Program.run(["sh", "-c", "$REFUSE_NETLINK $REACH doctor --json"])
        #expect(refused.status == 69)
        #expect(
            refused.errors
                == "reach: cannot open a netlink socket: Operation not permitted (errno 1)\n")
        let alone = try await Namespace.run(
            #"mkdir "$TEST_FOLDER/bin"; cp "$REACH" "$TEST_FOLDER/bin/reach""#,
            command: #""$TEST_FOLDER/bin/reach" doctor"#)
        #expect(alone.status == 69)
        #expect(
            alone.errors
                == "reach: the program reach-transfer is not installed: install the package "
                + "reach-transfer\n")
    }

    @Test(
        "A sandbox that refuses connections or threads is no fault of the network",
        arguments: ["connect", "clone3"])
    func sandbox(call: String) async throws {
        let outcome = try await Namespace.run(
            Self.healthy,
            command: """
                sandboxed() {
                    "$REFUSE_NETLINK" --call \(call) "$REACH" doctor --config "$TEST_FOLDER/reach.json" "$@"
                }
                sandboxed --json; sandboxed
                """)
        let parts = outcome.text.split(separator: "\n", maxSplits: 1).map(String.init)
        try #require(parts.count == 2, "\(outcome.errors)")
        let json = try JSON(Data(parts[0].utf8))
        #expect(json["verdict"] == .string("ok"), "\(parts[0])")
        let steps = Self.steps(json)
        for step in [
            "route eth0 ok", "gateway eth0 skipped", "nameServer eth0 skipped",
            "internet eth0 skipped",
        ] {
            #expect(steps.contains(step), "\(step) is not in \(steps)")
        }
        #expect(parts[1].contains("nothing else was checked: cannot "), "\(parts[1])")
    }

    @Test("Without c-ares, name servers are not asked, and the reason is given")
    func missingLibrary() async throws {
        let outcome = try await Namespace.run(
            Self.healthy
                + #"mkdir "$TEST_FOLDER/libraries"; : >"$TEST_FOLDER/libraries/libcares.so.2""#,
            command: #"LD_LIBRARY_PATH="$TEST_FOLDER/libraries" doctor --json"#)
        let json = try outcome.json
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(json["verdict"] == "ok")
        #expect(Self.steps(json).contains("nameServer 192.0.2.53 skipped"))
        #expect(outcome.text.contains("cannot load c-ares"))
    }

    @Test(
        "The output conforms to its schema, which names each member and each word",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"),
        arguments: [healthy, words, network])
    func schema(setup: String) async throws {
        let outcome = try await Namespace.run(setup, command: "doctor --json --to 192.0.2.1")
        let verdicts = try await Schemas.verdicts(
            [("doctor", outcome.text.trimmingCharacters(in: .newlines))], onlyDocumented: true)
        #expect(verdicts == ["valid"])
    }
}
