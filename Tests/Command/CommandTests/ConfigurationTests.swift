// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing

@testable import ReachCommand

/// Decoding of the configuration file.
@Suite struct ConfigurationTests {
    private func decode(_ text: String) throws -> Configuration {
        try Configuration(json: Array(text.utf8))
    }

    @Test(
        "An empty configuration is the default configuration",
        arguments: ["{}", "// nothing\n{ /* at all */ }", #"{"overrides": []}"#])
    func nothingSet(_ text: String) throws {
        #expect(try decode(text) == Configuration())
    }

    @Test("All keys are decoded")
    func everythingSet() throws {
        let configuration = try decode(
            """
            { // who pays for what
              "overrides": [
                {"interface": "usb*", "metered": "yes"},
                {"ssid": "Train WiFi", "metered": "yes", "constrained": true},
                {"interface": "wlan0", "ssid": "Home", "metered": "no"} ],
              "probes": {"ipv4": ["198.41.0.4", "9.9.9.9"], "ipv6": ["2001:500:2::c"]} }
            """)
        #expect(
            configuration.overrides == [
                InterfaceOverride(interface: "usb*", isMetered: true),
                InterfaceOverride(ssid: "Train WiFi", isMetered: true, isConstrained: true),
                InterfaceOverride(interface: "wlan0", ssid: "Home", isMetered: false),
            ])
        #expect(configuration.probes == .standard)
    }

    @Test("A connectivity check has defaults")
    func connectivity() throws {
        let least = try decode(#"{"connectivity": {"url": "http://example.org/204"}}"#)
        #expect(
            least.connectivity
                == ConnectivitySettings(
                    url: "http://example.org/204", expectedText: nil,
                    rules: .init(interval: 300_000, onMetered: false)))
        let most = try decode(
            """
            {"connectivity": {
                "url": "HTTP://example.org", "expect": "all is well", "interval": "1m30s", "onMetered": true}}
            """)
        #expect(
            most.connectivity
                == ConnectivitySettings(
                    url: "HTTP://example.org", expectedText: "all is well",
                    rules: .init(interval: 90_000, onMetered: true)))
        let status = try decode(
            #"{"connectivity": {"url": "http://example.org/204", "expect": 204}}"#)
        #expect(status == least)
    }

    @Test(
        "Probes of one family replace only the probes of that family",
        arguments: [
            (#"{"ipv4": ["192.0.2.1"]}"#, ["192.0.2.1", "2001:500:2::c"]),
            (#"{"ipv4": ["192.0.2.1"], "ipv6": []}"#, ["192.0.2.1"]),
            (#"{"ipv6": ["2001:db8::1"], "ipv4": []}"#, ["2001:db8::1"]),
            ("{}", ["198.41.0.4", "9.9.9.9", "2001:500:2::c"]),
        ])
    func probes(_ text: String, addresses: [String]) throws {
        let configuration = try decode(#"{"probes": \#(text)}"#)
        #expect(configuration.probes.addresses.map(\.description) == addresses)
    }

    @Test(
        "An error names the line or the key, and what is wrong",
        arguments: [
            ("", "the file is empty"),
            (" \n", "the file is empty"),
            (#"{"connectivity": 1}"#, "connectivity: must be an object"),
            (#"{"connectivity": {}}"#, "connectivity: must have \"url\""),
            (#"{"connectivity": {"url": 1}}"#, "connectivity.url: must be a string"),
            (
                #"{"connectivity": {"url": "https://example.org"}}"#,
                "connectivity.url: must begin with http://: a captive portal cannot answer https"
            ),
            (
                #"{"connectivity": {"url": "example.org/x"}}"#,
                "connectivity.url: must begin with http://"
            ),
            (
                #"{"connectivity": {"url": "ftp://example.org/x"}}"#,
                "connectivity.url: must begin with http://"
            ),
            (#"{"connectivity": {"url": "http:///x"}}"#, "connectivity.url: has no host"),
            (
                #"{"connectivity": {"url": "http://{x}/"}}"#,
                "connectivity.url: has a host that is neither a name of letters, digits and hyphens (xn--… if it is internationalized) nor an address"
            ),
            (
                #"{"connectivity": {"url": "http://u:p@example.org/"}}"#,
                "connectivity.url: must not have a user or a password"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "expect": 200}}"#,
                "connectivity.expect: must be a string or 204"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "expect": null}}"#,
                "connectivity.expect: must be a string or 204"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "expect": " "}}"#,
                "connectivity.expect: must not be empty"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "interval": 5}}"#,
                "connectivity.interval: must be a string"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "interval": "often"}}"#,
                "connectivity.interval: must be a duration, such as "
                    + "500ms, 30s, 5m, 2h, 1d, 1h30m, or seconds such as 0.5"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "interval": "999ms"}}"#,
                "connectivity.interval: must be at least 1s"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "onMetered": "no"}}"#,
                "connectivity.onMetered: must be true or false"
            ),
            (
                #"{"connectivity": {"url": "http://example.org", "proxy": ""}}"#,
                "connectivity.proxy: unknown key; the keys are: url, expect, interval, onMetered"
            ),
            ("// only words\n", "line 1: not valid JSON"),
            ("{\n \"overrides\": [\n  {\"interface\" \"x\"} ] }", "line 3: not valid JSON"),
            ("{\n\"overrides\": [", "line 2: not valid JSON"),
            ("{} {}", "line 1: not valid JSON"),
            ("{\n\"probes\": tru }", "line 2: not valid JSON"),
            ("[]", "must be an object"),
            (
                #"{"overides": []}"#,
                "overides: unknown key; the keys are: overrides, probes, connectivity"
            ),
            (#"{"overrides": {}}"#, "overrides: must be an array"),
            (#"{"overrides": null}"#, "overrides: must be an array"),
            (#"{"probes": null}"#, "probes: must be an object"),
            (#"{"probes": {"ipv4": null}}"#, "probes.ipv4: must be an array"),
            (#"{"probes": {"ipv4": [null]}}"#, "probes.ipv4[0]: must be a string"),
            (
                #"{"overrides": [{"interface": null, "ssid": "a", "metered": "no"}]}"#,
                "overrides[0].interface: must be a string"
            ),
            (
                #"{"overrides": [{"ssid": "a", "metered": null}]}"#,
                #"overrides[0].metered: must be "yes" or "no""#
            ),
            (
                #"{"overrides": [{"ssid": "a", "metered": "no", "constrained": null}]}"#,
                "overrides[0].constrained: must be true or false"
            ),
            (#"{"overrides": [3]}"#, "overrides[0]: must be an object"),
            (
                #"{"overrides": [{"interface": "a", "metered": "yes"}, {"interface": 3}]}"#,
                "overrides[1].interface: must be a string"
            ),
            (
                #"{"overrides": [{"interface": "a", "meterd": "yes"}]}"#,
                "overrides[0].meterd: unknown key; the keys are: interface, ssid, metered, constrained"
            ),
            (
                #"{"overrides": [{"interface": "a", "metered": "maybe"}]}"#,
                #"overrides[0].metered: must be "yes" or "no", not "maybe""#
            ),
            (
                #"{"overrides": [{"interface": "a", "metered": true}]}"#,
                #"overrides[0].metered: must be "yes" or "no""#
            ),
            (
                #"{"overrides": [{"interface": "a", "metered": 1}]}"#,
                #"overrides[0].metered: must be "yes" or "no""#
            ),
            (
                #"{"overrides": [{"ssid": "a", "constrained": "yes"}]}"#,
                "overrides[0].constrained: must be true or false"
            ),
            (
                #"{"overrides": [{"metered": "yes"}]}"#,
                #"overrides[0]: must have "interface", "ssid", or both"#
            ),
            (
                #"{"overrides": [{"ssid": "a"}]}"#,
                #"overrides[0]: must have "metered", "constrained", or both"#
            ),
            (
                #"{"overrides": [{"ssid": "", "metered": "no"}]}"#,
                "overrides[0].ssid: must not be empty"
            ),
            (
                #"{"probes": {"ipv4": ["1.2.3"]}}"#,
                #"probes.ipv4[0]: "1.2.3" is not an IPv4 address"#
            ),
            (
                #"{"probes": {"ipv6": ["::1", "1.2.3.4"]}}"#,
                #"probes.ipv6[1]: "1.2.3.4" is not an IPv6 address"#
            ),
            (#"{"probes": {"ipv4": [], "ipv6": []}}"#, "probes: must have at least one address"),
            (
                #"{"probes": {"ipv5": []}}"#,
                "probes.ipv5: unknown key; the keys are: ipv4, ipv6"
            ),
        ])
    func wrong(_ text: String, reason: String) {
        #expect { try decode(text) } throws: { "\($0)" == reason }
    }

    /// Foundation's decoder traps on the second text, which fuzzing found.
    @Test(
        "Bytes that are not UTF-8 are an error",
        arguments: ["{\u{1}}", "{\u{1}\n\"a\": tru\n}", "{\"a\u{1}\": 1}", "\u{1}"])
    func notUTF8(_ text: String) {
        let bytes = text.utf8.map { $0 == 1 ? 0xFF : $0 }
        #expect { try Configuration(json: bytes) } throws: { "\($0)" == "not UTF-8" }
    }

    private static let example = Program.package.appending(path: "Examples/reach.json")

    @Test(
        "The installed example is valid",
        .enabled(
            if: FileManager.default.isReadableFile(atPath: example.path),
            "the project's folder is not open to this user"))
    func installedExample() throws {
        let configuration = try Configuration(json: Array(Data(contentsOf: Self.example)))
        #expect(configuration.overrides.count == 3)
        #expect(configuration.probes == .standard)
    }

    @Test(
        "The line of a syntax error is found",
        arguments: [
            (#"{"a": [1, -2.5e3, true, null, "x\"y", 'z'], b: {}, }"#, nil),
            ("/* a\n\n */ {\n// b\n}", nil),
            ("{\n\"a\": tru\n}", 2),
            ("{\n\"a\": 1\n\"b\": 2}", 3),
            ("{\n\"a\": \"b\n\n}", 2),
            ("{\n\n/* for ever", 3),
            ("{\n\n]", 3),
            ("{\n1: 2}", 2),
            ("[1\n,\n,]", 3), ("{\n\n oops\n}", 3), ("{\n\"a\"\n\n}", 2), ("{\n", 1),
            ("{\n\"a\":\n\n", 2), ("[\n1,\n\n\n", 2), ("{\n// b\n", 2), ("{} \n\n {}", 3),
        ] as [(String, Int?)])
    func syntax(_ text: String, line: Int?) {
        #expect(JSONSyntax.faultyLine(of: Array(text.utf8)) == line)
    }
}

/// How the commands use the configuration file.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct ConfigurationFileTests {
    private static let uplink = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        metered() {
            echo "{\\"overrides\\": [{\\"interface\\": \\"eth*\\", \\"metered\\": \\"$1\\"}]}" \\
                >"$TEST_FOLDER/new"
            mv "$TEST_FOLDER/new" "$2"
        }
        own=$TEST_FOLDER/own/reach/reach.json

        """

    private func reach(_ setup: String, _ command: String) async throws -> Outcome {
        try await Namespace.run(Self.uplink + setup, command: command)
    }

    @Test(
        "The first configuration file that exists is used",
        arguments: [
            ("metered yes $TEST_FOLDER/c", "status --json --config $TEST_FOLDER/c", "yes"),
            (
                "mkdir -p ${own%/*}; metered no $own; export XDG_CONFIG_HOME=$TEST_FOLDER/own",
                "status --json", "no"
            ),
            (
                "mkdir -p $TEST_FOLDER/.config/reach; metered no $TEST_FOLDER/.config/reach/reach.json; unset XDG_CONFIG_HOME; export HOME=$TEST_FOLDER",
                "status --json", "no"
            ),
            // --config has priority over the default files.
            (
                "mkdir -p ${own%/*}; metered no $own; metered yes $TEST_FOLDER/c; export XDG_CONFIG_HOME=$TEST_FOLDER/own",
                "watch --count 1 --json --config $TEST_FOLDER/c", "yes"
            ),
            (
                "mount -t tmpfs tmpfs /etc; mkdir /etc/reach; metered no /etc/reach/reach.json",
                "status --json", "no"
            ),
        ])
    func places(setup: String, command: String, metered: String) async throws {
        let outcome = try await reach(setup, "$REACH \(command)")
        #expect(outcome.errors == "")
        #expect(
            outcome.text.contains(
                #""metered":{"value":"\#(metered)","isExpensive":\#(metered == "yes"),"source":"override""#
            ))
    }

    @Test(
        "An invalid or missing file is exit code 78",
        arguments: ["status", "watch", "explain"])
    func invalidFile(command: String) async throws {
        let wrong = try await reach(
            "echo '{\"overrides\": 3}' >$TEST_FOLDER/c", "$REACH \(command) --config $TEST_FOLDER/c"
        )
        #expect(wrong.status == 78)
        #expect(wrong.text == "")
        #expect(wrong.errors.hasSuffix("/c: overrides: must be an array\n"))
        let missing = try await reach("", "$REACH \(command) --config $TEST_FOLDER/none")
        #expect(missing.status == 78)
        #expect(missing.errors.hasSuffix("/none: no such file\n"))
        let folder = try await reach("", "$REACH \(command) --config $TEST_FOLDER")
        #expect(folder.status == 78)
        #expect(folder.errors.contains("Is a directory"))
    }

    /// The file is changed, made invalid, corrected, removed, and written again.
    @Test(
        "A watch applies a changed file, and keeps the previous configuration if the file is invalid"
    )
    func changedFile() async throws {
        let outcome = try await reach(
            """
            metered no "$TEST_FOLDER/c"
            "$REACH" watch --json --config "$TEST_FOLDER/c" >"$TEST_FOLDER/lines" 2>"$TEST_FOLDER/errors" &
            watch=$!
            says() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "\\],\\"metered\\":{\\"value\\":\\"$1\\""; }
            await says no
            metered yes "$TEST_FOLDER/c"; await says yes
            echo '{' >"$TEST_FOLDER/c"; await test -s "$TEST_FOLDER/errors"
            metered no "$TEST_FOLDER/c"; await says no
            rm "$TEST_FOLDER/c"
            complains_of_missing() { grep -q "no such file" "$TEST_FOLDER/errors"; }
            await complains_of_missing
            metered yes "$TEST_FOLDER/c"; await says yes
            """, "kill $watch; cat \"$TEST_FOLDER/lines\"; cat \"$TEST_FOLDER/errors\" >&2")
        #expect(outcome.text.split(separator: "\n").count == 4)
        let errors = outcome.errors.split(separator: "\n")
        #expect(errors.count == 2)
        #expect(
            errors.first?.hasSuffix(
                "/c: line 1: not valid JSON; the previous configuration stays in effect") == true)
    }

    @Test("A configuration that becomes a pipe is reported, and the watch goes on at once")
    func pipe() async throws {
        let outcome = try await reach(
            """
            metered no "$TEST_FOLDER/c"
            "$REACH" watch --json --config "$TEST_FOLDER/c" >"$TEST_FOLDER/lines" 2>"$TEST_FOLDER/errors" &
            watch=$!
            says() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "$1"; }
            await says '"value":"no"'
            mkfifo "$TEST_FOLDER/pipe"
            # A writer that is silent: a reader would wait for it.
            sleep 1000 3<>"$TEST_FOLDER/pipe" & writer=$!
            mv "$TEST_FOLDER/pipe" "$TEST_FOLDER/c"
            await test -s "$TEST_FOLDER/errors"
            before=$(cut -d . -f 1 /proc/uptime)
            ip route del default
            await says '"status":"unsatisfied"'
            after=$(cut -d . -f 1 /proc/uptime)
            kill $writer
            """, "kill $watch; echo $((after - before < 5)); cat \"$TEST_FOLDER/errors\"")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.first == "1")
        #expect(lines.count == 2)
        #expect(lines.last?.contains("which is not a regular file") == true, "\(lines)")
        #expect(lines.last?.hasSuffix("the previous configuration stays in effect") == true)
    }

    /// Each row: what is in `/etc`, the exit code of an ordinary user's check, and a part of its message.
    @Test(
        "A configuration that may not be looked at is an error, and a missing one is none",
        arguments: [
            (
                "mkdir /etc/reach; metered yes /etc/reach/reach.json; chmod 0 /etc/reach", 78,
                "denied"
            ),
            ("mkdir -m 0 /etc/reach", 78, "Permission denied"),
            ("mkdir /etc/reach; metered yes /etc/reach/reach.json", 1, ""),
            ("mkdir /etc/reach", 0, ""), (":", 0, ""), (": >/etc/reach", 0, ""),
            ("mkdir /etc/reach; mkfifo /etc/reach/reach.json", 78, "not a regular file"),
        ] as [(String, Int32, String)])
    func hiddenFile(setup: String, status: Int32, message: String) async throws {
        let outcome = try await reach(
            "mount -t tmpfs tmpfs /etc; \(setup)",
            // The owner of the folder, without root's right to enter all folders.
            """
            unshare --map-user=1000 --map-group=1000 -- \
                env HOME=/nonexistent XDG_CONFIG_HOME= "$REACH" check --unmetered --quiet
            """)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test("Probes decide whether there is a path to the internet")
    func customProbes() async throws {
        let outcome = try await reach(
            """
            ip route del default; ip route add 203.0.113.0/24 via 192.0.2.1
            echo '{"probes": {"ipv4": ["203.0.113.9"], "ipv6": []}}' >$TEST_FOLDER/c
            """, "$REACH status --json --config $TEST_FOLDER/c")
        #expect(try outcome.json["status"] == "satisfied")
    }
}

/// A configuration file that is not a regular file.
@Suite struct SpecialConfigurationTests {
    @Test(
        "A pipe is read to its end; an endless file and a folder are rejected",
        arguments: [
            ("<(sleep 0.2; echo '{'; sleep 0.2; echo '}')", 0, ""),
            ("<(true)", 78, "the file is empty"),
            ("/dev/zero", 78, "File too large"),
            ("/", 78, "Is a directory"),
        ])
    func special(file: String, status: Int32, reason: String) async throws {
        let outcome = try await Program.run(
            ["bash", "-c", "$REACH status --config \(file)"])
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(reason.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(reason))
    }
}
