// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ReachCommand

/// `reach watch --exec` with real processes, in a network that changes.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct HookTests {
    private static let words = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        cd "$TEST_FOLDER"
        lose() { ip route del default; }
        regain() { ip route add default via 192.0.2.1; }
        gone() { ! kill -0 "$1" 2>/dev/null; }
        # hook COMMANDS: makes the script ./hook
        hook() { printf '#!/bin/sh\\n%s\\n' "$1" >hook; chmod +x hook; }
        # watches OPTIONS...: starts a watch with ./hook in the background
        watches() { "$REACH" watch "$@" --exec ./hook >output 2>errors & reach=$!; }
        # interruptible COMMAND...: does not ignore SIGINT, as background jobs of a shell do
        interruptible() { exec env --default-signal=INT,QUIT "$@"; }
        # ended: waits for reach and writes its exit code
        ended() { wait $reach && code=0 || code=$?; echo $code >code; }
        # lines FILE NUMBER: waits until a file has so many lines
        count_is() { [ -e "$1" ] && [ "$(wc -l <"$1")" = "$2" ]; }
        lines() { await count_is "$1" "$2"; }
        # guard: prints the process that ends the command if reach is killed
        guard() { pgrep --parent $reach --exact run-guard; }
        # no_children: whether reach has no child, not even a zombie
        no_children() { ! pgrep --parent $reach; }

        """

    private func run(_ setup: String, _ command: String) async throws -> Outcome {
        try await Namespace.run(Self.words + setup, command: command)
    }

    private func json(_ outcome: Outcome) throws -> [JSON] {
        try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
    }

    @Test("The command runs for the first line and for each change, with the line as JSON")
    func changes() async throws {
        let outcome = try await run(
            """
            hook 'cat >>lines'
            watches --count 3
            lines lines 1; lose; lines lines 2; regain; ended
            """, "cat code errors output; cat lines")
        let text = outcome.text
        #expect(text.hasPrefix("0\n"))
        let lines = try json(
            Outcome(status: 0, output: Data(text.dropFirst(2).utf8), errors: ""))
        #expect(lines.map { $0["event"] } == ["initial", "change", "change"])
        #expect(lines.map { $0["sequence"] } == [0, 1, 2])
        #expect(
            lines.map { $0["path.status"] } == ["satisfied", "unsatisfied", "satisfied"])
    }

    @Test("The environment has the values of the line, and replaces what was inherited")
    func environment() async throws {
        let outcome = try await run(
            """
            hook 'echo "$REACH_STATUS|$REACH_CONNECTION|$REACH_PRIMARY|$REACH_METERED|$REACH_CHANGES|$OTHER" >>seen
                echo "$REACH_CONNECTIVITY|$REACH_SSID|$REACH_GATEWAY|$REACH_VPN|$REACH_REASON" >>seen'
            export REACH_STATUS=old OTHER=1
            resolver ''
            watches -n2
            lines seen 2; lose; ended
            """, "cat seen")
        #expect(
            outcome.text == """
                satisfied|ethernet|eth0|unknown||1
                unknown||192.0.2.1|0|
                unsatisfied|unavailable||unknown|status,unsatisfiedReason,connection,primary,supportsIPv4,gateways,metered,interfaces|1
                unknown|||0|noRoute

                """)
    }

    @Test("The command gets its arguments byte for byte, and reach's standard output and error")
    func streams() async throws {
        let outcome = try await run(
            "",
            """
            $REACH watch -n 1 --exec sh -c 'echo "$# $1 $2"; echo err >&2' - --json --help
            $REACH watch -n 1 --exec printf '%s' "$(printf 'caf\\351')"
            $REACH watch -n 1 --exec sh -c 'echo $#' - $(seq 16000)
            """)
        #expect(
            outcome.output == Data("2 --json --help\ncaf".utf8) + [0o351] + Data("16000\n".utf8))
        #expect(outcome.errors == "err\n")
    }

    @Test(
        "A command that cannot be run ends the watch before it begins",
        arguments: [
            ("--exec nosuchcommand", 127, "command not found: 'nosuchcommand'"),
            ("--exec ./nosuchcommand", 127, "command not found"),
            ("--exec /etc/passwd", 126, "execute /etc/passwd"), ("--exec /", 126, "execute /"),
            ("--exec ./interpreted", 127, "its interpreter is missing"),
            ("--exec", 64, "--exec needs a value"),
            ("--exec --json true", 64, "come before --exec"),
            ("--exec=true", 64, "--exec COMMAND"), ("--exec-timeout 5s", 64, "needs --exec"),
            ("--exec-timeout 0 --exec true", 64, "longer than 0"),
            ("--bogus --exec true", 64, "unknown option '--bogus'"),
        ] as [(String, Int32, String)])
    func failures(arguments: String, code: Int32, message: String) async throws {
        let outcome = try await run(
            "printf '#!/nonexistent/sh\\n' >interpreted; chmod +x interpreted",
            "$REACH watch \(arguments)")
        #expect(outcome.status == code)
        #expect(outcome.errors.hasPrefix("reach: "))
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.text.isEmpty)
    }

    @Test(
        "A failure of the command is one line on standard error, and the watch goes on",
        arguments: [
            ("exit 3", "reach: ./hook failed with exit code 3\n"),
            ("kill -KILL $$", "reach: ./hook was ended by SIGKILL\n"),
        ])
    func failure(commands: String, message: String) async throws {
        let outcome = try await run(
            """
            hook '\(commands)'
            watches
            lines errors 1; await no_children; lose; lines errors 2; await no_children
            hook 'echo on >>seen'
            regain; lines seen 1; await no_children
            """, "kill $reach; cat errors")
        #expect(outcome.text == message + message)
    }

    @Test("A command that is removed while the watch runs is one line, and it may come back")
    func removal() async throws {
        let outcome = try await run(
            """
            hook 'echo run >>seen'
            watches
            lines seen 1; await no_children; rm hook
            lose; lines errors 1; await no_children
            hook 'echo on >>seen'
            regain; lines seen 2; await no_children
            """, "kill $reach; cat errors seen")
        #expect(
            outcome.text == """
                reach: command './hook' was removed, or its interpreter is missing
                run
                on

                """)
    }

    @Test("Changes while the command runs are merged, against the line that it was given last")
    func merging() async throws {
        let outcome = try await run(
            """
            hook 'cat >>lines; until [ -e go ]; do sleep 0.01; done'
            watches --count 2
            lines lines 1
            lose; regain; ip link set eth0 mtu 1400; ip address add 192.0.2.8/24 dev eth0
            lose; regain; touch go; ended
            """, "cat lines")
        let lines = try json(outcome)
        #expect(lines.map { $0["changes"] } == [[], ["interfaces"]])
        #expect(lines.last?["path.interfaces.eth0.mtu"] == 1400)
    }

    @Test("A change that is undone while the command runs is no run")
    func undone() async throws {
        let outcome = try await run(
            """
            hook 'cat >>lines; until [ -e go ]; do sleep 0.01; done'
            watches --count 2
            lines lines 1
            lose; regain; touch go; await no_children
            ip link set eth0 mtu 1400; ended
            """, "cat lines")
        #expect(try json(outcome).map { $0["changes"] } == [[], ["interfaces"]])
    }

    /// The line is longer than a pipe can hold.
    @Test(
        "A command that does not read its standard input neither ends nor blocks the watch",
        arguments: ["exec <&-; sleep 0.01", "true", "head -c 1 >/dev/null"])
    func unreadInput(commands: String) async throws {
        let outcome = try await run(
            """
            for number in $(seq 200); do echo link add dummy$number type bridge; done | ip -batch -
            hook '\(commands); echo run >>seen'
            watches --all --count 2
            lines seen 1; lose; ended
            """, "cat code errors; $REACH watch --all -n 1 --exec wc -c")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.first == "0")
        #expect(lines.count == 2)
        #expect(lines.last.flatMap { Int($0) } ?? 0 > 65536)
    }

    @Test("A run that exceeds --exec-timeout is ended with its group, and the watch goes on")
    func timeout() async throws {
        let outcome = try await run(
            """
            # On a busy machine, the hook may be ended before it has a child.
            : >children
            hook 'sleep 300 & echo $! >>children; wait'
            watches --exec-timeout 2s --count 2
            lines errors 1; lose; ended
            for child in $(cat children); do await gone $child; done
            """, "cat code errors")
        #expect(
            outcome.text
                == "0\n"
                + String(
                    repeating: "reach: ending ./hook: it did not end within 2s\n", count: 2))
    }

    @Test("A command that ignores SIGTERM is killed 10 s later", .tags(.slow))
    func kill() async throws {
        let outcome = try await run(
            """
            # The hook inherits that SIGTERM is ignored. A trap of its own could come too late.
            trap "" TERM
            hook 'echo $$ >seen; while :; do sleep 300; done'
            watches --exec-timeout 2s --count 1
            lines seen 1; ended; await gone $(cat seen)
            """, "cat code errors")
        #expect(
            outcome.text == """
                0
                reach: ending ./hook: it did not end within 2s
                reach: killing ./hook: it did not end within 10 s

                """)
    }

    @Test("--timeout waits for the command, and nothing else runs after it")
    func watchTimeout() async throws {
        let outcome = try await run(
            """
            hook 'echo run >>seen; until [ -e go ]; do sleep 0.01; done; echo end >>seen'
            watches --timeout 1s
            # The time of the watch is over when the command ends.
            lines seen 1; lose; sleep 1.1; touch go; ended
            """, "cat code seen")
        #expect(outcome.text == "0\nrun\nend\n")
    }

    @Test(
        "A signal ends the command and the watch",
        arguments: [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131)])
    func signals(name: String, code: Int) async throws {
        let outcome = try await run(
            """
            hook 'trap "" INT; echo $$ >seen; sleep 300 & echo $! >child; wait'
            interruptible "$REACH" watch --exec ./hook 2>errors & reach=$!
            lines child 1; kill -\(name) $reach; ended
            await gone $(cat seen); await gone $(cat child)
            """, "cat code errors")
        #expect(outcome.text == "\(code)\nreach: ending ./hook: received SIG\(name)\n")
    }

    @Test("While the command is idle, a signal ends the watch at once", arguments: ["TERM", "INT"])
    func idleSignals(name: String) async throws {
        let outcome = try await run(
            """
            hook 'echo run >>seen'
            interruptible "$REACH" watch --exec ./hook 2>errors & reach=$!
            lines seen 1; await no_children; kill -\(name) $reach; ended
            """, "cat code errors")
        #expect(outcome.text == (name == "TERM" ? "143\n" : "130\n"))
    }

    @Test("If reach is killed, the command is ended with its group")
    func killed() async throws {
        let outcome = try await run(
            """
            hook 'echo $$ >seen; sleep 300 & echo $! >child; wait'
            watches
            lines child 1; await guard; guard=$(guard)
            kill -KILL $reach; ended
            await gone $(cat seen); await gone $(cat child); await gone $guard
            """, "cat code")
        #expect(outcome.text == "137\n")
    }

    @Test(
        "A watch that may not start programs ends at the first line, and says why",
        arguments: [
            ("memfd_create", "cannot make a file in memory"), ("clone", "cannot start a guard"),
            ("pipe2", "cannot start "),
        ])
    func refused(call: String, reason: String) async throws {
        let outcome = try await run(
            """
            hook 'echo ran'
            "$REFUSE_NETLINK" --call \(call) "$REACH" watch --exec ./hook >output 2>errors & reach=$!
            ended
            """, "cat code errors output")
        #expect(outcome.text.hasPrefix("69\nreach: \(reason)"))
        #expect(outcome.text.hasSuffix("Operation not permitted (errno 1)\n"))
        #expect(outcome.text.split(separator: "\n").count == 2)
    }

    @Test("After the runs no process and no descriptor remains")
    func leftovers() async throws {
        let outcome = try await run(
            """
            hook 'echo run >>seen; (sleep 0.01 &)'
            watches
            lines seen 1; await no_children; ls /proc/$reach/fd | wc -l >before
            for flap in $(seq 2 2 20); do
                lose; lines seen $flap; regain; lines seen $((flap + 1))
            done
            await no_children; ls /proc/$reach/fd | wc -l >after
            """, "kill $reach; cmp before after && cat errors")
        #expect(outcome.status == 0)
        #expect(outcome.text == "")
    }

    @Test("A change that the system cannot start the command for is given to it later")
    func exhaustion() async throws {
        let outcome = try await run(
            """
            hook 'echo "$REACH_STATUS" >>seen'
            watches --count 2
            lines seen 1; await no_children
            free=0; while [ -e /proc/$reach/fd/$free ]; do free=$((free + 1)); done
            prlimit --pid $reach --nofile=$free:
            lose; lines errors 1
            prlimit --pid $reach --nofile=256:
            ended
            """, "cat code seen errors")
        #expect(outcome.text.hasPrefix("0\nsatisfied\nunsatisfied\nreach: "))
        #expect(outcome.text.hasSuffix(": Too many open files (errno 24)\n"))
    }

    @Test("The command does not block the signals that reach blocks")
    func mask() async throws {
        let outcome = try await run("", "$REACH watch -n 1 --exec grep SigBlk /proc/self/status")
        #expect(outcome.text == "SigBlk:\t0000000000000000\n")
    }

    @Test("The command of an idle watch is run again after --settle")
    func settling() async throws {
        let outcome = try await run(
            """
            hook 'cat >>lines'
            watches --settle 5s --count 2
            lines lines 1
            read before rest </proc/uptime
            printf '%s\\n' 'route del default' 'link set eth0 mtu 1400' | ip -batch -; ended
            read after rest </proc/uptime
            echo "$after $before" | awk '{ exit $1 - $2 < 4.99 }'
            """, "cat lines")
        #expect(try json(outcome).count == 2)
        #expect(try json(outcome).last?["path.interfaces.eth0.mtu"] == 1400)
    }

    // MARK: - Examples

    private static let examples = Program.package.appending(path: "Examples/hooks").path

    @Test("The example mounts a share in the home network only")
    func mountShare() async throws {
        let outcome = try await run(
            """
            mkdir share; echo "tmpfs $TEST_FOLDER/share tmpfs noauto 0 0" >fstab
            mount --bind fstab /etc/fstab
            export SHARE="$TEST_FOLDER/share" HOME_ROUTER=192.0.2.1
            mounted() { grep -qF " $SHARE " /proc/self/mounts; }
            unmounted() { ! mounted; }
            "$REACH" watch --exec "\(Self.examples)/mount-share" 2>errors & reach=$!
            await mounted
            lose; await unmounted
            regain; await mounted
            ip link set eth0 mtu 1400; await no_children; mounted
            ip route replace default via 192.0.2.2; await unmounted; await no_children
            """, "kill $reach; cat errors")
        #expect(outcome.text == "")
    }

    @Test("The example logs each change")
    func logNetwork() async throws {
        let outcome = try await run(
            """
            mkdir programs
            printf '#!/bin/sh\\necho "$*" >>"$TEST_FOLDER/log"\\n' >programs/logger
            chmod +x programs/logger; PATH=$PWD/programs:$PATH
            "$REACH" watch --count 2 --exec "\(Self.examples)/log-network" 2>errors & reach=$!
            lines log 1; lose; ended
            """, "cat errors log")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first
                == "--tag network --priority daemon.notice -- online via ethernet (eth0), metered: unknown"
        )
        #expect(
            lines.last?.hasPrefix(
                "--tag network --priority daemon.warning -- offline (changed: status,") == true)
    }
}
