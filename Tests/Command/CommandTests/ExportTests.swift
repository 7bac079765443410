// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import ReachabilityTesting
import Testing

@testable import ReachCommand

/// `reach export` in a network that changes.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct ExportTests {
    /// Starts an export. The function `shows SAMPLE` waits until the file has this line.
    private static let exporting = """
        uplink eth0 192.0.2.7/24 192.0.2.1
        file=$TEST_FOLDER/reach.prom
        "$REACH" export --textfile "$file" --interval 1h 2>"$TEST_FOLDER/errors" & export=$!
        shows() { await grep -Fqx "$1" "$file"; }
        shows 'reach_path_satisfied 1'

        """

    /// Each row: a change, and a sample after it.
    @Test(
        "The file follows the network",
        arguments: [
            ("ip route del default", "reach_path_satisfied 0"),
            ("ip route del default", "reach_path_changes_total 1"),
            (
                "ip route del default",
                #"reach_path_info{connection="unavailable",primary="",metered="unknown",source="none"} 1"#
            ),
            ("unplug eth0", #"reach_interface_carrier{interface="eth0"} 0"#),
            (
                "cable eth1; ip address add 198.51.100.7/24 dev eth1",
                #"reach_interface_info{interface="eth1",type="ethernet",kind="veth"} 1"#
            ),
            (
                "mv \"$XDG_CONFIG_HOME/reach/new.json\" \"$XDG_CONFIG_HOME/reach/reach.json\"",
                "reach_path_expensive 1"
            ),
        ])
    func changes(change: String, sample: String) async throws {
        let outcome = try await Namespace.run(
            """
            export XDG_CONFIG_HOME=$TEST_FOLDER/config
            mkdir -p "$XDG_CONFIG_HOME/reach"
            echo '{"overrides": [{"interface": "eth0", "metered": "yes"}]}' \\
                >"$XDG_CONFIG_HOME/reach/new.json"
            \(Self.exporting)
            \(change)
            shows '\(sample)'
            """, command: "kill $export; cat \"$TEST_FOLDER/errors\"")
        #expect(outcome.text == "")
    }

    @Test("A VPN is shown", .enabled(if: Machine.hasTunnels, "/dev/net/tun cannot be opened"))
    func vpn() async throws {
        let outcome = try await Namespace.run(
            Self.exporting + """
                vpn tun0 10.0.0.2/24
                ip route add 0.0.0.0/1 dev tun0
                ip route add 128.0.0.0/1 dev tun0
                shows 'reach_path_vpn 1'
                """, command: "kill $export; cat \"$TEST_FOLDER/errors\"")
        #expect(outcome.text == "")
    }

    @Test(
        "A program that reads the file while it is replaced sees a whole one, and other users may read it"
    )
    func wholeness() async throws {
        let outcome = try await Namespace.run(
            """
            umask 077
            \(Self.exporting)
            """,
            command: """
                for round in 1 2 3; do
                    ip route del default; shows 'reach_path_satisfied 0'
                    ip route add default via 192.0.2.1; shows 'reach_path_satisfied 1'
                done &
                changer=$!
                python3 - "$file" $changer <<'END'
                import os, sys, time
                while os.path.exists("/proc/" + sys.argv[2]):
                    with open(sys.argv[1]) as file:
                        if not file.readlines()[-1].startswith("reach_build_info"): print("broken")
                    time.sleep(0.001)
                END
                kill -9 $export
                stat -c '%a' "$file"
                ls -A "$TEST_FOLDER" | grep reach
                """)
        #expect(outcome.text == "644\nreach.prom\n")
    }

    @Test("A folder that is gone is reported once, and the file is written when the folder is back")
    func folderGone() async throws {
        let outcome = try await Namespace.run(
            """
            uplink eth0 192.0.2.7/24 192.0.2.1
            mkdir "$TEST_FOLDER/metrics"
            file=$TEST_FOLDER/metrics/reach.prom
            "$REACH" export --textfile "$file" --interval 1s 2>"$TEST_FOLDER/errors" & export=$!
            shows() { await grep -Fqx "$1" "$file"; }
            says() { await grep -q "$1" "$TEST_FOLDER/errors"; }
            shows 'reach_path_satisfied 1'
            mv "$TEST_FOLDER/metrics" "$TEST_FOLDER/moved"
            says 'cannot be written'
            ip route del default
            mv "$TEST_FOLDER/moved" "$TEST_FOLDER/metrics"
            shows 'reach_path_satisfied 0'
            says 'written again'
            """,
            command: "kill $export; sed 's/[.0-9]*: No such/PID: No such/' \"$TEST_FOLDER/errors\"")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("No such file or directory (errno 2)") == true)
        #expect(lines.last == "reach: the metrics are written again")
    }

    /// Each row: options, the exit code, and what the error says.
    @Test(
        "What cannot be done is said at the beginning",
        arguments: [
            (
                "", 64,
                "Missing expected argument '--textfile <file>'\nUsage: reach export --textfile <file>"
            ),
            ("--textfile ''", 64, "--textfile needs the name of a file"),
            ("--textfile /", 64, "--textfile needs the name of a file"),
            ("--textfile x --interval 999ms", 64, "--interval must be at least 1s"),
            (
                "--textfile /nonexistent/x.prom", 74,
                "the metrics cannot be written to /nonexistent/x.prom: cannot make"
            ),
            ("--textfile \"$TEST_FOLDER\"", 73, "is a folder, and is not replaced"),
            ("--textfile /dev/null", 73, "/dev/null is not a regular file, and is not replaced"),
            ("--textfile x --config /nonexistent.json", 78, "/nonexistent.json: no such file"),
        ])
    func failures(options: String, code: Int32, text: String) async throws {
        let outcome = try await Namespace.run(
            "", command: "cd \"$TEST_FOLDER\"; \"$REACH\" export \(options)")
        #expect(outcome.status == code)
        #expect(outcome.errors.contains(text))
    }

    @Test("The transfers of the user's queue are counted, and missing without one")
    func transfers() async throws {
        let outcome = try await Namespace.run(
            """
            export REACH_STORE=$TEST_FOLDER/store
            uplink eth0 192.0.2.7/24 192.0.2.1
            file=$TEST_FOLDER/reach.prom
            "$REACH" export --textfile "$file" --interval 1s & export=$!
            shows() { await grep -Fqx "$1" "$file"; }
            shows 'reach_path_satisfied 1'
            ! grep reach_transfer "$file"
            for name in a b; do
                "$REACH" fetch --detach --metered "http://192.0.2.9/$name" -o "$TEST_FOLDER/$name"
            done
            shows 'reach_transfers{state="waiting"} 2'
            shows 'reach_transfers{state="failed"} 0'
            shows 'reach_transfer_bytes_total{kind="download"} 0'
            "$REACH" queue cancel 1
            shows 'reach_transfers{state="waiting"} 1'
            shows 'reach_transfers{state="cancelled"} 1'
            """, command: "kill $export")
        #expect(outcome.status == 0)
    }

    @Test(
        "Prometheus' own tool has nothing to say about the file",
        .enabled(if: Machine.has("promtool"), "promtool is not installed"))
    func promtool() async throws {
        let outcome = try await Namespace.run(
            Self.exporting
                + #"cable 'a"b\c'; ip address add 10.9.9.9/24 dev 'a"b\c'; await grep -q 'a."b' "$file""#,
            command: "kill $export; promtool check metrics <\"$file\"; echo $?")
        #expect(outcome.text == "0\n")
        #expect(outcome.errors == "")
    }
}
