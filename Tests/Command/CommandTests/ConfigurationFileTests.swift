// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

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
        let link = try await reach(
            "mkdir $TEST_FOLDER/reach; ln -s none $TEST_FOLDER/reach/reach.json",
            "XDG_CONFIG_HOME=$TEST_FOLDER $REACH \(command)")
        #expect(link.status == 78)
        #expect(
            link.errors.hasSuffix("/reach/reach.json: a link to a file that does not exist\n"))
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

    @Test("A configuration that becomes a pipe is reported, and the watch goes on")
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
            ip route del default
            await says '"status":"unsatisfied"'
            kill $writer
            """, "kill $watch; cat \"$TEST_FOLDER/errors\"")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.last?.contains("which is not a regular file") == true, "\(lines)")
        #expect(lines.last?.hasSuffix("the previous configuration stays in effect") == true)
    }

    /// Each row: what is in `/etc`, the exit code of an ordinary user's check, and a part of its message.
    @Test(
        "A configuration that may not be read is an error, and a missing one is none",
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
