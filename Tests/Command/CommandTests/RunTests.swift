// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach run` with real processes, in a network that is lost and available again.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct RunTests {
    private static let words = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        cd "$TEST_FOLDER"
        lose() { ip route del default; }
        regain() { ip route add default via 192.0.2.1; }
        # is STATE PROCESS: whether a process is in a state: T (stopped), S (asleep)
        is() { grep -q "^State:.$1" "/proc/$2/status"; }
        gone() { ! kill -0 "$1" 2>/dev/null; }
        # start OPTIONS...: starts a command that has a child, in the background
        start() {
            "$REACH" run "$@" -- sh -c 'sleep 300 & echo $! >child; echo $$ >parent; wait' &
            reach=$!
            await test -s parent
            parent=$(cat parent) child=$(cat child)
        }
        # interruptible COMMAND...: does not ignore SIGINT, as background jobs of a shell do
        interruptible() { exec env --default-signal=INT,QUIT "$@"; }
        # ended: waits for reach and writes its exit code
        ended() { wait $reach && code=0 || code=$?; echo $code >code; }
        # settled: whether reach has handled all signals and sleeps
        settled() { grep -q '^ShdPnd:[[:space:]]*0*$' /proc/$reach/status && is S $reach; }
        # guard: prints the process that ends the command if reach is killed
        guard() { pgrep --parent $reach --exact run-guard; }
        count_is() { [ "$(wc -l <"$1")" = "$2" ]; }

        """

    private func run(_ setup: String, _ command: String) async throws -> Outcome {
        try await Namespace.run(Self.words + setup, command: command)
    }

    private static let rows: [(arguments: String, code: Int32)] = [
        ("true", 0), ("-- sh -c 'exit 7'", 7), ("sh -c 'kill -TERM $$'", 143),
        ("nosuchcommand", 127), ("--loss-grace soon true", 125), ("./nosuchcommand", 127),
        ("/etc/passwd", 126), ("/", 126),
        ("", 125), ("--", 125), ("--bogus true", 125), ("--type radio true", 125),
        ("--deadline soon true", 125), ("--config /nonexistent true", 125),
        ("--type wifi --deadline 100ms true", 124),
        ("--type wifi --deadline yesterday true", 124),
        ("--type wifi --deadline 100ms --on-deadline run true", 0),
        // A missing command is reported before the wait.
        ("--type wifi nosuchcommand", 127),
    ]

    private static let shared = SharedNamespace(
        words, commands: rows.map { "$REACH run \($0.arguments)" })

    @Test("The exit code is that of the command, or a code of timeout(1)", arguments: rows)
    func codes(arguments: String, code: Int32) async throws {
        let outcome = try await Self.shared.outcome(of: "$REACH run \(arguments)")
        #expect(outcome.status == code)
    }

    @Test(
        "--help shows the help of run",
        arguments: ["run --help", "run -h", "help run"])
    func help(arguments: String) async throws {
        let outcome = try await run("", "$REACH \(arguments)")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("--on-loss"))
    }

    @Test("The command gets its arguments and the standard streams")
    func streams() async throws {
        let outcome = try await run(
            "", "echo in | $REACH run sh -c 'cat; echo \"$1\" \"$2\"; echo err >&2' - --json 'a b'")
        #expect(outcome.text == "in\n--json a b\n")
        #expect(outcome.errors == "reach: starting sh: the conditions hold\nerr\n")
    }

    @Test("Arguments are passed on byte for byte, in any number")
    func bytes() async throws {
        let outcome = try await run(
            "",
            "$REACH run printf '%s' \"$(printf 'caf\\351')\"; $REACH run -- sh -c 'echo $#' - $(seq 16000)"
        )
        #expect(outcome.output == Data("caf".utf8) + [0o351] + Data("16000\n".utf8))
    }

    @Test(
        "Files are executed as execvp(3) does",
        arguments: [
            ("echo script $1", 0, "script word\n"), ("", 0, ""),
            ("#!/nonexistent/interpreter", 127, ""), ("#!/bin/sh\nexit 9", 9, ""),
        ] as [(String, Int32, String)])
    func files(content: String, code: Int32, output: String) async throws {
        let outcome = try await run(
            "printf '%s' '\(content)' >file; chmod +x file", "$REACH run ./file word")
        #expect(outcome.status == code)
        #expect(outcome.text == output)
    }

    @Test("The command does not inherit NOTIFY_SOCKET")
    func noSocket() async throws {
        let outcome = try await run(
            "",
            "NOTIFY_SOCKET=/nonexistent OTHER=1 $REACH run sh -c 'echo [$NOTIFY_SOCKET] [$OTHER]'")
        #expect(outcome.text == "[] [1]\n")
    }

    @Test("The command starts when the conditions hold")
    func waiting() async throws {
        let outcome = try await run(
            """
            lose
            "$REACH" run sh -c 'ip route show default' >routes & reach=$!
            await is S $reach
            regain; ended
            """, "cat code routes")
        #expect(outcome.text.hasPrefix("0\ndefault via 192.0.2.1"))
    }

    @Test("--on-loss suspend suspends and resumes all processes of the group")
    func suspension() async throws {
        let outcome = try await run(
            """
            start --on-loss suspend
            lose; await is T $parent; await is T $child
            regain; await is S $parent; await is S $child
            lose; await is T $child
            kill -TERM $reach; ended; await gone $child
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test(
        "A signal that the command survives does not resume it",
        arguments: ["USR1", "CONT", "WINCH"])
    func suspendedStays(signal: String) async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss suspend -- sh -c "trap '' USR1; echo \\$\\$ >parent; sleep 300" & reach=$!
            await test -s parent; parent=$(cat parent)
            lose; await is T $parent
            kill -\(signal) $reach; await settled
            is T $parent
            regain; await is S $parent
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test("A suspended command that survives SIGHUP is killed with its group")
    func suspendedEnds() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss suspend -- sh -c "trap '' HUP; echo \\$\\$ >parent; sleep 300 & wait" & reach=$!
            await test -s parent; parent=$(cat parent)
            lose; await is T $parent
            kill -HUP $reach; ended; gone $parent
            """, "cat code")
        #expect(outcome.text == "129\n")
    }

    @Test(
        "The deadline also limits the wait after a loss",
        arguments: [
            // The deadline of the first wait has passed when the conditions are lost.
            ("--on-loss stop --deadline 300ms", "124"),
            ("--on-loss suspend --deadline 300ms", "124"),
        ])
    func deadline(options: String, code: String) async throws {
        let outcome = try await run(
            """
            start \(options)
            started=$(date +%s%3N)
            await sh -c "[ \\$((\\$(date +%s%3N) - $started)) -gt 300 ]"
            await is S $parent
            lose; ended; gone $parent; gone $child
            """, "cat code")
        #expect(outcome.text == "\(code)\n")
    }

    @Test("A command that ends on SIGTERM is not waited for longer, with its children")
    func quickStops() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss stop --loss-grace 0 -- sh -c 'echo $$ >>starts; sleep 300 | cat' 2>notices & reach=$!
            for number in 1 2 3 4 5 6; do
                await count_is starts $number
                lose; await gone $(tail -n 1 starts)
                regain; await count_is starts $((number + 1))
            done
            kill -TERM $reach; ended
            """, "grep killing notices")
        // What does not end within ten seconds would be killed, which is reported.
        #expect(outcome.text == "")
    }

    @Test(
        "A signal during a stop ends reach, and the command is not started again",
        arguments: [("TERM", "143"), ("INT", "130"), ("HUP", "129"), ("QUIT", "131")])
    func signalWhileStopping(signal: String, code: String) async throws {
        let outcome = try await run(
            """
            interruptible "$REACH" run --on-loss stop --loss-grace 0 -- sh -c \
                'trap "touch asked" TERM; echo $$ >>starts; while :; do sleep 0.1; done' & reach=$!
            await test -s starts
            lose; await test -e asked
            # Ten seconds after the loss, reach kills the command, and ends.
            handled() { settled || is Z $reach; }
            kill -\(signal) $reach; await handled
            kill -KILL $(cat starts) 2>/dev/null ||:; ended
            regain; count_is starts 1
            """, "cat code")
        #expect(outcome.text == "\(code)\n")
    }

    @Test("A signal ends reach while a background job that ignores SIGTERM remains")
    func signalWhileResting() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss stop --loss-grace 0 -- sh -c \
                '(trap "" TERM; exec sleep 300) & echo $! >child; echo $$ >>starts; wait' & reach=$!
            await test -s starts
            lose; await gone $(cat starts)
            kill -TERM $reach; regain; ended
            gone $(cat child); count_is starts 1
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test("A command that cannot be signalled keeps running, with one notice per loss")
    func powerless() async throws {
        let outcome = try await run(
            """
            mkfifo end
            "$REFUSE_NETLINK" --signals "$REACH" run --on-loss stop --loss-grace 0 -- \
                sh -c 'echo $$ >parent; read line <end' 2>notices & reach=$!
            await test -s parent; parent=$(cat parent)
            noted() { [ "$(grep -c 'cannot send SIGTERM' notices)" = "$1" ]; }
            lose; await noted 1; await settled
            regain; await settled
            lose; await noted 2; await settled; noted 2
            echo >end; ended
            """, "cat code")
        #expect(outcome.text == "0\n")
    }

    @Test(
        "The command stays under control with an invalid configuration and unwritable standard error"
    )
    func brokenConfiguration() async throws {
        let outcome = try await run(
            """
            echo '{}' >configuration
            start --on-loss stop --config "$PWD/configuration" 2>/dev/full
            echo nonsense >configuration
            lose; await gone $parent; await gone $child
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test("The guard process has its own name, and is replaced when it is killed")
    func guardian() async throws {
        let outcome = try await run(
            """
            start
            await guard; guard=$(guard)
            tr '\\0' ' ' </proc/$guard/cmdline >arguments
            kill -KILL $guard; await gone $guard; await guard
            [ "$(guard)" != $guard ]
            kill -KILL $reach; await gone $parent; await gone $child
            """, "cat arguments")
        #expect(outcome.text.trimmingCharacters(in: .whitespaces) == "run-guard")
    }

    @Test("Zombies are reaped while reach waits, and processes outside the group are reported")
    func zombies() async throws {
        let outcome = try await run(
            """
            mkfifo end
            "$REACH" run --on-loss stop --loss-grace 0 -- \
                sh -c 'for i in 1 2 3; do setsid sh -c "echo \\$\\$ >>daemons; read line <end" & done; wait' \
                2>notices & reach=$!
            await count_is daemons 3
            lose; await grep -q 'outside its process group still run' notices
            for daemon in $(cat daemons); do kill -KILL $daemon; done
            await sh -c "[ -z \\"\\$(ps -o pid= --ppid $reach)\\" ]"
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test("The exit code is known although the parent ignores SIGCHLD")
    func ignoredChildren() async throws {
        let outcome = try await run("", "env --ignore-signal=CHLD $REACH run sh -c 'exit 7'")
        #expect(outcome.status == 7)
    }

    @Test("A blocked standard error delays neither a loss nor a signal")
    func blockedNotices() async throws {
        let outcome = try await run(
            """
            mkfifo full
            exec 9<>full
            dd if=/dev/zero of=full bs=4096 count=64 oflag=nonblock 2>/dev/null ||:
            "$REACH" run --on-loss suspend -- sh -c 'echo $$ >parent; exec sleep 300' 2>&9 & reach=$!
            await test -s parent; parent=$(cat parent)
            lose; await is T $parent
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test("Ctrl-Z does not stop a command that no shell can continue")
    func keyboardStop() async throws {
        let outcome = try await run(
            """
            (await test -s parent; printf '\\032word\\n'; await test -s line) |
                script -qefc "'$REACH' run -- sh -c 'echo \\$\\$ >parent; read line; echo \\$line >line'" /dev/null \
                    >/dev/null 2>&1
            """, "cat line")
        #expect(outcome.text == "word\n")
    }

    @Test(
        "The terminal modes are restored while the command is stopped or suspended",
        arguments: ["stop", "suspend"])
    func terminalModes(onLoss: String) async throws {
        let outcome = try await run(
            """
            script -qfec "'$REACH' run --on-loss \(onLoss) --loss-grace 0 -- \
                sh -c 'stty raw -echo; echo \\$\\$ >parent; exec sleep 300'" /dev/null >/dev/null 2>&1 &
            await test -s parent; parent=$(cat parent)
            terminal=$(readlink /proc/$parent/fd/0)
            cooked() { stty --file=$terminal --all | grep -q ' icanon'; }
            raw() { ! cooked; }
            await raw
            lose; await cooked
            regain; await raw
            """, "echo done")
        #expect(outcome.text == "done\n")
    }

    @Test(
        "Each action is reported on standard error with its reason, unless --quiet is given",
        arguments: ["", "--quiet"])
    func notices(option: String) async throws {
        let outcome = try await run(
            """
            "$REACH" run \(option) --on-loss stop -- sh -c 'echo $$ >>starts; exec sleep 300' 2>notices & reach=$!
            await count_is starts 1
            lose; await gone $(cat starts)
            regain; await count_is starts 2
            kill -TERM $reach; ended
            """, "cat notices")
        #expect(
            outcome.text
                == (option.isEmpty
                    ? """
                    reach: starting sh: the conditions hold
                    reach: stopping sh: offline: there is no route
                    reach: starting sh again: the conditions hold

                    """ : ""))
    }

    @Test(
        "Off a terminal, the reason to wait is printed once, unless --quiet is given",
        arguments: ["", "--quiet"])
    func waitingNotice(option: String) async throws {
        let outcome = try await run(
            """
            lose
            "$REACH" run \(option) -- true 2>notices & reach=$!
            await settled; \(option.isEmpty ? "await test -s notices" : "")
            regain; ended
            """, "cat notices")
        #expect(
            outcome.text
                == (option.isEmpty
                    ? """
                    reach: waiting: offline: there is no route
                    reach: starting true: the conditions hold

                    """ : ""))
    }

    @Test("SIGTERM ends a waiting reach, and ignored signals stay ignored")
    func signalWhileWaiting() async throws {
        let outcome = try await run(
            """
            (trap '' HUP; exec "$REACH" run --type wifi true) & reach=$!
            await grep -q '^SigBlk:.*[1-9a-f]' /proc/$reach/status; await settled
            kill -HUP $reach
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test(
        "SIGTERM ends reach as process 1",
        arguments: ["run --type wifi true", "wait --type wifi", "watch"])
    func firstProcess(arguments: String) async throws {
        let outcome = try await run(
            """
            unshare --pid --fork --kill-child "$REACH" \(arguments) >lines 2>&1 & reach=$!
            await pgrep --parent $reach --exact reach
            inner=$(pgrep --parent $reach --exact reach)
            # Wait until its signals are handled.
            await sh -c "grep -q '^SigCgt:.*4[0-9a-f]\\{3\\}$' /proc/$inner/status"
            kill -TERM $inner; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    @Test("After random losses and signals no process remains", arguments: 1...6)
    func attack(seed: Int) async throws {
        let outcome = try await run(
            """
            # random LIMIT: sets number to a pseudorandom number from 0 up to LIMIT - 1
            state=\(seed)
            random() { state=$(((state * 1103515245 + 12345) % 2147483648)); number=$((state / 65536 % $1)); }
            for policy in stop suspend; do
                rm -f parent
                interruptible "$REACH" run --on-loss $policy --loss-grace 0 --quiet -- \
                    sh -c 'sleep 300 & echo $! >>members; sleep 300 | cat & echo $$ >>members
                        echo $$ >parent; wait; wait' & reach=$!
                await test -s parent
                for turn in 1 2 3 4 5 6 7 8 9 10 11 12; do
                    random 5
                    case $number in
                        0 | 1) lose 2>&- ||: ;;
                        2 | 3) regain 2>&- ||: ;;
                        4) random 2; [ $number = 0 ] && kill -WINCH $reach || kill -CONT $reach ;;
                    esac
                done
                random 4
                case $number in 0) kill -KILL $reach ;; 1) kill -TERM $reach ;; 2) kill -INT $reach ;;
                    # While a loss stops the command, SIGHUP is one for the command, and reach waits again.
                    3) kill -HUP $reach; kill -TERM $reach 2>&- ||: ;; esac
                wait $reach ||:
                for member in $(cat members); do await gone $member; done
                regain 2>&- ||:
            done
            """, "echo done")
        #expect(outcome.text == "done\n")
    }

    @Test("By default a loss does not affect the command")
    func finish() async throws {
        let outcome = try await run(
            """
            start
            "$REACH" watch --count 2 --json >lines & watch=$!
            await test -s lines
            lose; wait $watch
            await is S $parent; await is S $child
            kill -HUP $reach; ended
            """, "cat code")
        #expect(outcome.text == "129\n")
    }

    @Test(
        "A command that cleans up after Ctrl-C when the loss comes finishes that, and is not started again",
        arguments: ["stop", "suspend"], [("INT", "130"), ("HUP", "129"), ("QUIT", "131")])
    func cleaningUp(onLoss: String, signal: (name: String, code: String)) async throws {
        let outcome = try await run(
            """
            interruptible "$REACH" run --on-loss \(onLoss) --loss-grace 0 -- bash -c '
                trap "echo >handling; until test -e lost; do sleep .1; done; echo >cleaned; exit 5" \(signal.name)
                echo $$ >>starts; while :; do sleep .1; done' & reach=$!
            await test -s starts
            kill -\(signal.name) $reach
            await test -e handling
            lose; await settled
            echo >lost
            ended
            """, "cat code cleaned starts | wc -l; cat code")
        #expect(outcome.text == "3\n\(signal.code)\n")
    }

    @Test(
        "A command that goes on after SIGHUP is stopped after ten seconds, and started again",
        .tags(.slow))
    func reloading() async throws {
        let outcome = try await run(
            """
            interruptible "$REACH" run --on-loss stop --loss-grace 300ms -- bash -c '
                trap "echo >>handled" HUP; echo $$ >>starts; while :; do sleep .1; done' & reach=$!
            await test -s starts
            first=$(cat starts)
            kill -HUP $reach
            await test -e handled
            lose
            # This takes ten seconds.
            await gone $first
            regain; await count_is starts 2
            kill -TERM $reach; ended
            """, "wc -l <handled; cat code")
        #expect(outcome.text == "1\n143\n")
    }

    @Test("--on-loss stop ends the command and starts it again")
    func stop() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss stop -- sh -c 'echo $$ >>starts; sleep 300 & wait' & reach=$!
            await test -s starts
            first=$(head -n 1 starts)
            lose; await gone $first
            regain; await count_is starts 2
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    /// SIGKILL follows after ten seconds, for the command and its children.
    @Test("A command that ignores SIGTERM is killed, with its processes", .tags(.slow))
    func kill() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss stop -- \\
                sh -c 'trap "" TERM; sleep 300 & echo $! >child; echo $$ >>starts; wait' & reach=$!
            await test -s starts
            first=$(cat starts) child=$(cat child)
            lose
            # This takes ten seconds.
            await gone $first
            await gone $child
            regain; await count_is starts 2
            kill -KILL $reach
            """, "echo done")
        #expect(outcome.text == "done\n")
    }

    @Test("The group is killed when reach is killed")
    func killedReach() async throws {
        let outcome = try await run(
            "start; kill -KILL $reach; await gone $parent; await gone $child", "echo done")
        #expect(outcome.text == "done\n")
    }

    @Test(
        "Signals are passed on to the command",
        arguments: [("INT", "130"), ("TERM", "143"), ("HUP", "129"), ("USR1", "138")])
    func signals(signal: String, code: String) async throws {
        let outcome = try await run(
            """
            interruptible "$REACH" run sh -c 'echo $$ >parent; exec sleep 300' & reach=$!
            await test -s parent
            kill -\(signal) $reach
            ended
            """, "cat code")
        #expect(outcome.text == "\(code)\n")
    }

    /// sd_notify(3), over a real socket.
    @Test(
        "The service manager is notified of the state",
        arguments: [
            ("true", "READY=1\nSTATUS=running"),
            ("--type wifi --deadline 1s true", "STATUS=waiting: "),
        ])
    func serviceManager(arguments: String, word: String) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/notify-\(UUID().uuidString)"
        defer { unlink(path) }
        let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(manager) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        // The first message has arrived when reach has ended.
        let outcome = try await Namespace.run(
            "uplink eth0 192.0.2.7/24 192.0.2.1",
            command: "NOTIFY_SOCKET=\(path) $REACH run \(arguments)")
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(manager, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        try #require(count > 0, "\(outcome.status) \(outcome.errors)")
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self).hasPrefix(word))
    }

    /// The line is shown while reach waits.
    @Test("A terminal shows what the command waits for")
    func waitingLine() async throws {
        let outcome = try await run(
            """
            script -qec '$REACH wait --type wifi --timeout 1h' /dev/null >screen 2>&1 &
            await grep -q 'waiting since .*: connected by ethernet, which is not allowed' screen
            """, "echo done")
        #expect(outcome.text == "done\n")
    }
}
