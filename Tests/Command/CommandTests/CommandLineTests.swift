// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ReachCommand

/// The command as a process: output, exit codes and messages.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct CommandLineTests {
    private static let uplink = "uplink eth0 192.0.2.7/24 192.0.2.1"

    private func reach(
        _ arguments: String,
        _ setup: String = uplink,
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await Namespace.run(setup, command: "$REACH \(arguments)", environment: environment)
    }

    @Test("status --json prints one line with the members in order")
    func json() async throws {
        let text = try await reach("status --json").text
        #expect(text.hasSuffix("}\n"))
        #expect(text.split(separator: "\n").count == 1)
        let pattern =
            #"^\{"schema":1,"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","status":"satisfied","#
            + #""unsatisfiedReason":null,"connectivity":\{"value":"unknown","source":"none","portal":null\},"#
            + #""place":null,"plan":null,"isRoaming":null,"connection":"ethernet","primary":"eth0","underlay":\[\],"#
            + #""isVPN":false,"isDegraded":false,"isConstrained":false,"supportsIPv4":true,"#
            + #""supportsIPv6":false,"supportsDNS":(true|false),"gateways":\["192\.0\.2\.1"\],"#
            + #""metered":\{"value":"unknown","isExpensive":false,"source":"none","#
            + #""detail":"[^"]+"\},"interfaces":\[\{"name":"eth0","index":\d+,"type":"ethernet","#
            + #""kind":"veth","ssid":null,"isVirtual":true,"isUp":true,"hasCarrier":true,"#
            + #""operationalState":"up","mtu":1500,"hardwareAddress":"([0-9a-f]{2}:){5}[0-9a-f]{2}","#
            + #""addresses":\[\{"address":"192\.0\.2\.7","prefixLength":24,"scope":"global","#
            + #""flags":\["permanent"\]\}.*\],"lowerInterfaces":\[\],"carriesIPv4":true,"#
            + #""carriesIPv6":false,"metered":\{[^}]+\},"confidence":"high","isRoaming":null,"#
            + #""signal":null,"linkSpeed":null\}\]\}\n$"#
        #expect(text.range(of: pattern, options: .regularExpression) != nil, "\(text)")
    }

    @Test("The time in JSON is the current time")
    func time() async throws {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let before = Date.now
        guard case .string(let time) = try await reach("status --json").json["time"] else {
            Issue.record("there is no time")
            return
        }
        let date = try #require(formatter.date(from: time))
        #expect(date.timeIntervalSince(before) > -1 && date <= Date.now)
    }

    @Test("The text begins with a sentence about the path")
    func text() async throws {
        let outcome = try await reach("status")
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("Online via Ethernet (eth0), cost unknown\n"))
        #expect(outcome.text.contains("192.0.2.7/24"))
        #expect(!outcome.text.contains("\u{1B}"))
    }

    @Test(
        "While offline, the sentence states the reason",
        arguments: [
            ("", "Offline: there is no network interface\n"),
            (
                "uplink eth0 192.0.2.7/24; unplug eth0",
                "Offline: no interface has a link\n"
            ),
            ("cable eth0", "Offline: no interface with a link has a usable address\n"),
            ("uplink eth0 192.0.2.7/24", "Offline: there is no route to the internet\n"),
            (
                "uplink eth0 192.0.2.7/24; ip route add blackhole default",
                "Offline: a route rejects packets to the internet\n"
            ),
        ])
    func offline(setup: String, sentence: String) async throws {
        let outcome = try await reach("status", setup)
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix(sentence))
    }

    @Test(
        "--color decides over the environment",
        arguments: [
            ("--color always", [:], true),
            ("--color always", ["NO_COLOR": "1"], true),
            ("--color never", [:], false),
            ("", [:], false),
        ] as [(String, [String: String], Bool)])
    func color(arguments: String, environment: [String: String], isColored: Bool) async throws {
        let text = try await reach("status \(arguments)", environment: environment).text
        #expect(text.contains("\u{1B}[") == isColored)
    }

    @Test(
        "A terminal gets color, unless NO_COLOR or TERM=dumb is set",
        arguments: [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true),
            (["TERM": "dumb"], false), (["TERM": "xterm"], true),
        ]
            as [([String: String], Bool)])
    func terminal(environment: [String: String], isColored: Bool) async throws {
        let outcome = try await Namespace.run(
            Self.uplink, command: "script --quiet --command \"$REACH status\" /dev/null",
            environment: environment)
        #expect(outcome.text.contains("Online via Ethernet"))
        #expect(outcome.text.contains("\u{1B}[") == isColored)
    }

    @Test("Control characters in interface names are escaped")
    func escapedNames() async throws {
        let outcome = try await reach(
            "status", "uplink \"$(printf 'e\\033[31m')\" 192.0.2.7/24 192.0.2.1")
        #expect(outcome.text.contains(#"(e\u{1b}[31m)"#))
        #expect(!outcome.text.contains("\u{1B}"))
    }

    @Test(
        "Interfaces of interest are shown, all with --all, or those that are named",
        arguments: [
            ("", ["eth0"]), ("--all", ["eth0", "lo", "eth0-far", "spare"]), ("lo", ["lo"]),
            ("spare eth0", ["eth0", "spare"]),
        ])
    func shown(arguments: String, names: [String]) async throws {
        let json = try await reach(
            "status --json \(arguments)", "\(Self.uplink); ip link add spare type bridge"
        ).json
        guard case .array(let interfaces) = json["interfaces"] else {
            Issue.record("there are no interfaces")
            return
        }
        #expect(Set(interfaces.compactMap { $0["name"] }) == Set(names.map(JSON.string)))
        #expect(json["primary"] == "eth0")
    }

    @Test(
        "While offline, all interfaces that are up are shown",
        arguments: [
            ("status", "grep -o 'idle\\|spare' | sort -u"),
            ("explain", "grep -o '^idle\\|^spare' | sort -u"),
            ("status --json", "grep -o '\"name\":\"[a-z]*\"' | grep -o 'idle\\|spare'"),
            ("check --json", "grep -o '\"name\":\"[a-z]*\"' | grep -o 'idle\\|spare'"),
            ("explain --json", "grep -o '\"name\":\"[a-z]*\"' | grep -o 'idle\\|spare'"),
            ("watch --json --count 1", "grep -o '\"name\":\"[a-z]*\"' | grep -o 'idle\\|spare'"),
        ])
    func shownWhileOffline(arguments: String, names: String) async throws {
        let setup = """
            ip link add idle type bridge; ip link set idle up; ip link add spare type bridge
            """
        let offline = try await Namespace.run(
            setup, command: "$REACH \(arguments) | grep -v 'not shown' | \(names)")
        #expect(offline.text == "idle\n")
        let online = try await Namespace.run(
            "\(setup); \(Self.uplink)",
            command: "$REACH \(arguments) | grep -v 'not shown' | \(names)")
        #expect(online.text == "")
    }

    @Test(
        "An interface that does not exist is a usage error",
        arguments: ["status nope", "explain nope", "status --json eth0 nope"])
    func unknownInterface(arguments: String) async throws {
        let outcome = try await reach(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
        #expect(outcome.errors.contains("nope"))
        #expect(outcome.errors.contains("lo, eth0-far, eth0"))
    }

    @Test(
        "Without a command, reach is reach status",
        arguments: ["", "--json", "-ja", "--all", "-1", "--color always", "--config /nonexistent"])
    func noCommand(options: String) async throws {
        // The time of the JSON differs.
        let filter = "2>&1 | sed 's/\"time\":\"[^\"]*\"//'"
        let outcome = try await Namespace.run(
            // An address of IPv6 changes while it is checked for duplicates.
            "sysctl -qw net.ipv6.conf.default.disable_ipv6=1; \(Self.uplink)",
            command: "$REACH \(options) \(filter); $REACH status \(options) \(filter)")
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(!lines.isEmpty)
        #expect(lines.prefix(lines.count / 2) == lines.suffix(lines.count / 2))
    }

    @Test(
        "Arguments that are no options of status stay a command line of the program",
        arguments: [
            ("--help", 0, "SUBCOMMANDS"), ("-h", 0, "SUBCOMMANDS"), ("--version", 0, "."),
            ("--verbose --version", 0, "."),
            ("--json status", 64, "options follow the command"),
            ("--json eth0", 64, "options follow the command"),
            ("--jsn", 64, "unknown option '--jsn' of 'reach'"),
            ("--timeout 5", 64, "it is an option of"), ("eth0", 64, "eth0"),
        ] as [(String, Int32, String)])
    func programOptions(arguments: String, code: Int32, text: String) async throws {
        let outcome = try await reach(arguments)
        #expect(outcome.status == code)
        #expect((outcome.text + outcome.errors).contains(text), "\(outcome)")
    }

    @Test(
        "Arguments are read where /proc is not mounted",
        arguments: [
            ("check --type wifi", 1), ("check --type ethernet", 0), ("run -- sh -c 'exit 5'", 5),
            ("nonsense", 64),
        ] as [(String, Int32)])
    func withoutProcesses(arguments: String, code: Int32) async throws {
        let outcome = try await reach(
            arguments, "\(Self.uplink); mount -t tmpfs none /proc")
        #expect(outcome.status == code, "\(outcome.errors)")
    }

    @Test(
        "An invalid command line is exit code 64",
        arguments: ["status --nonsense", "nonsense", "status --color blue"])
    func usage(arguments: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REACH \(arguments)"])
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
        #expect(outcome.errors.contains("Usage:"))
    }

    @Test(
        "Help and version are printed on standard output",
        arguments: [
            ("--version", "0."), ("--version --verbose", "built with"),
            ("--help", "SUBCOMMANDS:"), ("status --help", "--json"),
            ("explain --help", "--json"), ("run --help", "--on-loss"), ("run -h", "--on-loss"),
            ("fetch --help", "--overwrite"), ("defer --help", "--every"), ("help defer", "--every"),
            ("queue help list", "--state"),
        ])
    func help(arguments: String, text: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REACH \(arguments)"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains(text))
    }

    @Test("Refused netlink is exit code 69", arguments: ["status", "status --json", "explain"])
    func refused(arguments: String) async throws {
        let outcome = try await Program.run(["sh", "-c", "$REFUSE_NETLINK $REACH \(arguments)"])
        #expect(outcome.status == 69)
        #expect(outcome.text.isEmpty)
        #expect(
            outcome.errors
                == "reach: cannot open a netlink socket: Operation not permitted (errno 1)\n")
    }

    /// The dynamic loader needs one descriptor, so one is left. The command needs two.
    @Test("Too few descriptors are exit code 69")
    func outOfDescriptors() async throws {
        let outcome = try await Namespace.run(
            Self.uplink, command: "prlimit --nofile=4 $REACH status")
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("Too many open files (errno 24)"))
    }

    @Test(
        "Output that cannot be written is exit code 74",
        arguments: [
            "status", "status --json", "--help", "--version", "help status", "status --help",
            "--generate-completion-script bash", "--experimental-dump-help",
        ])
    func fullOutput(arguments: String) async throws {
        let outcome = try await reach("\(arguments) >/dev/full")
        #expect(outcome.status == 74)
        #expect(
            outcome.errors
                == "reach: cannot write to standard output: No space left on device (errno 28)\n")
    }

    @Test("While offline, hidden interfaces are listed by name")
    func hiddenInterfaces() async throws {
        let setup = "ip link add spare type bridge"
        let text = try await reach("status", setup).text
        #expect(text == "Offline: no interface has a link\n\n  not shown  spare (off)\n")
        let note = "\n\n  not shown  spare (off)\n\n"
        #expect(try await reach("explain", setup).text.contains(note))
        #expect(try await !reach("explain spare", setup).text.contains("not shown"))
        #expect(
            try await !reach("explain", "\(Self.uplink); \(setup)").text.contains("not shown"))
    }

    @Test(
        "The other commands say of a dead route what status says of it",
        arguments: [
            ("check", "no: offline: the default route uses eth0"),
            ("check --to 203.0.113.9", "no: offline: the route to 203.0.113.9 uses eth0"),
            ("wait --timeout 0", "reach: timed out after 0s: offline: the default route uses eth0"),
            (
                "run --deadline 0 true",
                "reach: the deadline passed: offline: the default route uses eth0"
            ),
        ])
    func deadRouteElsewhere(arguments: String, beginning: String) async throws {
        let outcome = try await reach(arguments, Self.failover)
        #expect(
            outcome.text + outcome.errors
                == beginning + ", which has no link (cable unplugged?)\n")
    }

    @Test("Without any link, check says what status says")
    func noLinkElsewhere() async throws {
        let outcome = try await reach("check", "cable eth0; unplug eth0")
        #expect(outcome.text == "no: offline: no interface has a link\n")
    }

    @Test("The sentence names the interface of a default route without a link")
    func deadRoute() async throws {
        let text = try await reach(
            "status",
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            uplink eth1 198.51.100.7/24
            unplug eth0
            """
        ).text
        #expect(
            text.hasPrefix(
                "Offline: the default route uses eth0, which has no link (cable unplugged?)\n"))
    }

    @Test("Control characters are escaped in JSON")
    func escapedJSON() async throws {
        // U+009B (CSI) and DEL
        let outcome = try await reach(
            "status --json", "uplink \"$(printf 'e\\302\\233\\177')\" 192.0.2.7/24 192.0.2.1")
        #expect(outcome.text.contains(#""primary":"e\u009b\u007f""#))
        #expect(try outcome.json["primary"] == "e\u{9B}\u{7F}")
    }

    @Test("Wide characters do not break the columns")
    func wideCharacters() async throws {
        let text = try await reach(
            "status wide 網路 x",
            """
            ip link add wide type bridge; ip link add 網路 type bridge; ip link add x type bridge
            """
        ).text
        let rows = text.split(separator: "\n").filter { $0.contains("ethernet") }
        #expect(
            rows.map(String.init) == [
                "wide       ethernet  off    -        unknown",
                "網路       ethernet  off    -        unknown",
                "x          ethernet  off    -        unknown",
            ])
    }

    /// The command ends by SIGPIPE even if the signal is ignored, as in services of systemd.
    @Test("A closed pipe ends the command like SIGPIPE", arguments: ["", "trap '' PIPE; "])
    func closedPipe(setup: String) async throws {
        let outcome = try await Program.run(
            ["bash", "-c", "\(setup)exec 7> >(:); wait $!; $REACH status --all >&7; echo $?"])
        #expect(outcome.text == "141\n")
        #expect(!outcome.errors.contains("reach"))
    }

    @Test("A slow reader of a non-blocking pipe gets the complete output")
    func slowReader() async throws {
        let outcome = try await Namespace.run(
            """
            for number in $(seq 300); do echo "link add port$number type bridge"; done >"$TEST_FOLDER/b"
            ip -batch "$TEST_FOLDER/b"
            """,
            command: "$REACH status --json --all", hasNonBlockingOutput: true)
        #expect(outcome.status == 0, "\(outcome.errors)")
        guard case .array(let interfaces) = try outcome.json["interfaces"] else {
            Issue.record("there are no interfaces")
            return
        }
        #expect(interfaces.count == 301)
    }

    @Test("explain --json lists the facts and marks the deciding ones")
    func explanations() async throws {
        let json = try await reach("explain --json eth0").json
        #expect(json["schema"] == 1)
        #expect(json["path.status"] == "satisfied")
        guard case .array(let explanations) = json["explanations"] else {
            Issue.record("there are no explanations")
            return
        }
        let questions = explanations.map { [$0["subject"], $0["question"], $0["answer"]] }
        #expect(
            questions == [
                ["path", "path", "satisfied"], ["path", "metered", "unknown"],
                ["eth0", "type", "ethernet"], ["eth0", "metered", "unknown"],
            ])
        for explanation in explanations {
            guard case .array(let evidence) = explanation["evidence"] else {
                Issue.record("there is no evidence in \(explanation)")
                continue
            }
            #expect(evidence.contains { $0["decided"] == true })
        }
        #expect(
            explanations[2]["evidence.1"]
                == ["source": "netlink", "fact": "kind veth", "decided": true])
    }

    @Test("An interface can have the name path")
    func interfaceNamedPath() async throws {
        let json = try await reach(
            "explain --json eth0", "\(Self.uplink); ip link add path type bridge"
        ).json
        guard case .array(let answers) = json["explanations"] else {
            Issue.record("there are no explanations")
            return
        }
        #expect(answers.count == 4)
    }

    private static let second = "\(uplink); uplink eth1 198.51.100.7/24 198.51.100.1 7"

    @Test(
        "Named interfaces come first, and no other interface is listed",
        arguments: [
            (
                second, "eth1",
                "eth1 has a route to the internet (IPv4), cost unknown; the kernel prefers eth0\n"
            ),
            (second, "eth0", "eth0 carries the path (IPv4), cost unknown\n"),
            (second, "lo", "lo has no route to the internet: it is the loopback interface\n"),
            (
                "\(second); unplug eth1", "eth1",
                "eth1 has no route to the internet: it has no link\n"
            ),
            (
                "ip link add spare type bridge", "spare",
                "spare has no route to the internet: it is switched off\n"
            ),
        ])
    func named(setup: String, name: String, sentence: String) async throws {
        let text = try await reach("status \(name)", setup).text
        #expect(text.hasPrefix(sentence))
        let sections = text.split(separator: "\n\n", omittingEmptySubsequences: false)
        try #require(sections.count >= 3)
        #expect(
            sections[1].split(separator: "\n").dropFirst().allSatisfy {
                $0.hasPrefix("\(name) ") || $0.hasPrefix("  ")
            })
        #expect(sections[2].hasPrefix("Online via") || sections[2].hasPrefix("Offline:"))
        #expect(!text.contains("not shown"))
    }

    @Test("explain begins with a sentence, then the answers with the facts that decided them")
    func verdicts() async throws {
        let lines = try await reach("explain").text.split(separator: "\n").map(String.init)
        #expect(
            lines.first
                == "Online via Ethernet (eth0), cost unknown (a virtual interface with an unknown medium)"
        )
        #expect(lines[1].hasPrefix("SUBJECT"))
        #expect(lines[2].hasPrefix("path "))
        #expect(
            lines[2].contains(
                "satisfied  route to 198.41.0.4: via 192.0.2.1 dev eth0 src 192.0.2.7"
            ))
        #expect(
            lines.contains {
                $0.hasPrefix("eth0 ") && $0.contains("ethernet  ")
                    && $0.hasSuffix("kernel: kind veth")
            })
        #expect(lines.last == "(--verbose shows every fact that was read)")
        #expect(!lines.contains { $0.contains("ARPHRD") })
    }

    @Test("explain states why there is no path")
    func offlineVerdict() async throws {
        let text = try await reach("explain", "\(Self.uplink); unplug eth0").text
        #expect(
            text.contains(
                "  unsatisfied  the default route uses eth0, which has no link (cable unplugged?)\n"
            ))
        #expect(text.contains("path metered  unknown      no path\n"))
        #expect(!text.contains("noCarrier"))
    }

    private static let failover = """
        uplink eth0 192.0.2.7/24 192.0.2.1 100; uplink eth1 198.51.100.7/24 198.51.100.1 600
        unplug eth0
        """
    private static let keptRoute =
        "eth0 has no link; eth1 has a route too, but its metric is higher (600 > 100): "
        + "the kernel keeps the dead route unless "
        + "net.ipv4.conf.*.ignore_routes_with_linkdown is set"

    @Test("A dead route that the kernel keeps is named with the reason and the setting")
    func keptDeadRoute() async throws {
        let status = try await reach("status", Self.failover).text
        #expect(status.hasPrefix("Offline: the default route uses eth0, which has no link"))
        #expect(status.contains("\n  IPv4 route  \(Self.keptRoute)\n"))
        let explain = try await reach("explain", Self.failover).text
        #expect(explain.contains(" \(Self.keptRoute)\n"))
        let json = try await reach("explain --json", Self.failover).json
        guard case .array(let evidence) = json["explanations.0.evidence"] else {
            Issue.record("there is no evidence")
            return
        }
        let conclusions = evidence.filter { $0["source"] == "classification" }
        #expect(conclusions.map { $0["fact"] } == [.string(Self.keptRoute), "noCarrier"])
        #expect(conclusions.allSatisfy { $0["decided"] == true })
    }

    @Test("With the setting, the kernel uses the other route, and no dead route is named")
    func ignoredDeadRoute() async throws {
        let setting = "sysctl -qw net.ipv4.conf.all.ignore_routes_with_linkdown=1"
        let status = try await reach("status", "\(Self.failover); \(setting)").text
        #expect(status.hasPrefix("Online via Ethernet (eth1)"))
        #expect(!status.contains("dead route"))
    }

    @Test("A dead route of one family is named while the other family has a path")
    func deadRouteOfOneFamily() async throws {
        let setup = """
            \(Self.failover); ip address add 2001:db8::7/64 dev eth1 nodad
            ip route add default via fe80::1 dev eth1
            """
        let status = try await reach("status", setup).text
        #expect(status.hasPrefix("Online via Ethernet (eth1)"))
        #expect(status.contains("\n  IPv4 route  \(Self.keptRoute)\n"))
    }

    @Test(
        "status --brief prints the path as one line",
        arguments: [
            (uplink, "ethernet\n"), ("", "offline noInterface\n"),
            ("\(uplink); unplug eth0", "offline noCarrier\n"),
            ("cable eth0", "offline noAddress\n"),
        ])
    func brief(setup: String, line: String) async throws {
        let outcome = try await Namespace.run(
            setup,
            command: "$REACH status --brief; $REACH status -1 --color always; $REACH status -1")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == line + line + line)
    }

    @Test("status --brief names a VPN and a metered path", .enabled(if: Machine.hasTunnels))
    func briefVPN() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink); vpn tun0 10.8.0.2/24; ip route add 0.0.0.0/1 dev tun0
            ip route add 128.0.0.0/1 dev tun0
            echo '{"overrides": [{"interface": "eth0", "metered": "yes"}]}' >"$TEST_FOLDER/config"
            """, command: "$REACH status -1; $REACH status -1 --config \"$TEST_FOLDER/config\"")
        #expect(outcome.text == "vpn ethernet\nvpn ethernet metered\n", "\(outcome.errors)")
    }

    @Test("status --brief names the place")
    func briefPlace() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplink)
            echo '{"places": {"home": [{"interface": "eth*"}]}}' >"$TEST_FOLDER/config"
            """, command: "$REACH status -1 --config \"$TEST_FOLDER/config\"")
        #expect(outcome.text == "ethernet at home\n", "\(outcome.errors)")
    }

    @Test(
        "status --brief cannot be combined with what is no line about the path",
        arguments: [
            ("--brief --json", "--brief and --json cannot be combined"),
            ("-1 --json eth0", "--brief and --json cannot be combined"),
            ("--brief eth0", "--brief shows the path, and no interfaces"),
            ("--brief --all", "--brief shows the path, and no interfaces"),
        ])
    func briefFaults(arguments: String, message: String) async throws {
        let outcome = try await reach("status \(arguments)", "")
        #expect(outcome.status == 64)
        #expect(outcome.text.isEmpty)
        #expect(outcome.errors == "reach: \(message)\n")
    }

    @Test(
        "Only the status has the signal and the speed of links",
        arguments: [
            ("status --json", "1"), ("status --json --all", "3"), ("status --json eth0", "1"),
            ("watch --json --count 1", "0"), ("check --json", "0"), ("explain --json", "0"),
        ])
    func linkQuality(arguments: String, count: String) async throws {
        let outcome = try await Namespace.run(
            Self.uplink,
            command: "$REACH \(arguments) | grep -o '\"signal\":null,\"linkSpeed\":null' | wc -l")
        #expect(outcome.text == "\(count)\n")
    }

    @Test("explain of an interface begins with it")
    func explainNamed() async throws {
        let lines = try await reach("explain eth1", Self.second).text.split(separator: "\n")
        #expect(lines[0].hasPrefix("SUBJECT"))
        #expect(lines[1].hasPrefix("eth1 "))
        #expect(lines[2].hasPrefix("eth1 metered "))
        #expect(!lines.contains { $0.hasPrefix("eth0") })
    }

    @Test("explain --verbose shows every fact, with an arrow at the deciding ones")
    func verbose() async throws {
        let text = try await reach("explain --verbose").text
        #expect(text.contains("eth0 is ethernet, confidence high\n"))
        #expect(text.contains("     netlink  ARPHRD 1\n  →  netlink  kind veth\n"))
    }

    private static let narrowed = [
        "explain", "explain --verbose", "explain -v", "status", "status eth0", "queue",
    ]

    private static let narrowTerminal = SharedNamespace(
        """
        uplink eth0 192.0.2.7/24 192.0.2.1; cd "$TEST_FOLDER"; export REACH_STORE="$PWD/store"
        "$REACH" fetch --detach --type wwan --unmetered --vpn -o a \\
            http://example.org/archive/of/a/long/name/file.bin
        """, commands: narrowed.map(inNarrowTerminal))

    private static func inNarrowTerminal(_ arguments: String) -> String {
        "script -qec \"stty cols 60; NO_COLOR=1 $REACH \(arguments) 2>/dev/null\" /dev/null"
    }

    @Test(
        "No line of explain, status and queue is longer than the terminal", arguments: narrowed)
    func narrowTerminal(arguments: String) async throws {
        let outcome = try await Self.narrowTerminal.outcome(of: Self.inNarrowTerminal(arguments))
        let lines = outcome.text.split { $0.isNewline }
        #expect(lines.count > 1)
        for line in lines { #expect(String(line).displayWidth <= 60, "\(line)") }
    }
}
