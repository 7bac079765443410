// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach run` with real processes, by a network that comes and goes.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct RunTests {
    private static let words = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        uplink eth0 192.0.2.7/24 192.0.2.1
        cd "$TEST_FOLDER"
        lose() { ip route del default; }
        regain() { ip route add default via 192.0.2.1; }
        # is STATE PROCESS: T stopped, S asleep
        is() { grep -q "^State:.$1" "/proc/$2/status"; }
        gone() { ! kill -0 "$1" 2>/dev/null; }
        # start OPTIONS...: a command with a child of its own, in the background
        start() {
            "$REACH" run "$@" -- sh -c 'sleep 300 & echo $! >child; echo $$ >parent; wait' &
            reach=$!
            await test -s parent
            parent=$(cat parent) child=$(cat child)
        }
        # interruptible COMMAND...: (a shell starts what is in the background with SIGINT ignored.)
        interruptible() { exec env --default-signal=INT,QUIT "$@"; }
        # ended: how reach ended
        ended() { wait $reach && code=0 || code=$?; echo $code >code; }

        """

    private func run(_ setup: String, _ command: String) async throws -> Outcome {
        try await Namespace.run(Self.words + setup, command: command)
    }

    @Test(
        "How it ends",
        arguments: [
            ("true", 0), ("-- sh -c 'exit 7'", 7), ("sh -c 'kill -TERM $$'", 143),
            ("nosuchcommand", 127), ("./nosuchcommand", 127), ("/etc/passwd", 126), ("/", 126),
            ("", 125), ("--", 125), ("--bogus true", 125), ("--type radio true", 125),
            ("--deadline soon true", 125), ("--config /nonexistent true", 125),
            ("--type wifi --deadline 100ms true", 124),
            ("--type wifi --deadline 100ms --on-deadline run true", 0),
            // That there is no such command is told before anything is waited for.
            ("--type wifi nosuchcommand", 127),
        ] as [(String, Int32)])
    func codes(arguments: String, code: Int32) async throws {
        #expect(try await run("", "$REACH run \(arguments)").status == code)
    }

    @Test(arguments: ["run --help", "run -h", "help run"])
    func help(arguments: String) async throws {
        let outcome = try await run("", "$REACH \(arguments)")
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("--on-loss"))
    }

    @Test func streamsAndArgumentsPassThrough() async throws {
        let outcome = try await run(
            "", "echo in | $REACH run sh -c 'cat; echo \"$1\" \"$2\"; echo err >&2' - --json 'a b'")
        #expect(outcome.text == "in\n--json a b\n")
        #expect(outcome.errors == "err\n")
    }

    @Test func itWaitsForTheCondition() async throws {
        let outcome = try await run(
            """
            lose
            "$REACH" run sh -c 'ip route show default' >routes & reach=$!
            await is S $reach
            regain; ended
            """, "cat code routes")
        #expect(outcome.text.hasPrefix("0\ndefault via 192.0.2.1"))
    }

    @Test func theWholeGroupStandsStillAndGoesOn() async throws {
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

    /// After a loss the condition must hold for as long as at the beginning.
    @Test func itGoesOnWhenTheNetworkIsStableAgain() async throws {
        let outcome = try await run(
            """
            start --on-loss suspend --stable 1s
            lose; await is T $child
            regained=$(date +%s%3N)
            regain; await is S $child
            waited=$(($(date +%s%3N) - regained))
            kill -TERM $reach; ended
            """, "echo $waited")
        #expect(try #require(Int(outcome.text.dropLast())) >= 990)
    }

    @Test func byDefaultItFinishes() async throws {
        let outcome = try await run(
            """
            start
            "$REACH" watch --count 2 --json >lines & watch=$!
            await test -s lines
            lose; wait $watch
            is S $parent; is S $child
            kill -HUP $reach; ended
            """, "cat code")
        #expect(outcome.text == "129\n")
    }

    @Test func itIsStoppedAndStartedAgain() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss stop -- sh -c 'echo $$ >>starts; sleep 300 & wait' & reach=$!
            starts() { [ "$(wc -l <starts)" = "$1" ]; }
            await test -s starts
            first=$(head -n 1 starts)
            lose; await gone $first
            regain; await starts 2
            kill -TERM $reach; ended
            """, "cat code")
        #expect(outcome.text == "143\n")
    }

    /// Ten seconds' grace, then SIGKILL: for the command and for what it has started.
    @Test func whoDoesNotEndIsKilled() async throws {
        let outcome = try await run(
            """
            "$REACH" run --on-loss stop -- \\
                sh -c 'trap "" TERM; sleep 300 & echo $! >child; echo $$ >>starts; wait' & reach=$!
            starts() { [ "$(wc -l <starts)" = "$1" ]; }
            await test -s starts
            first=$(cat starts) child=$(cat child)
            lose
            # It may take ten seconds, and one wait has a deadline of about as many.
            (await gone $first) || await gone $first
            await gone $child
            regain; await starts 2
            kill -KILL $reach
            """, "echo done")
        #expect(outcome.text == "done\n")
    }

    @Test func whenReachIsKilledSoIsTheGroup() async throws {
        let outcome = try await run(
            "start; kill -KILL $reach; await gone $parent; await gone $child", "echo done")
        #expect(outcome.text == "done\n")
    }

    @Test(arguments: [("INT", "130"), ("TERM", "143"), ("HUP", "129"), ("USR1", "138")])
    func signalsArePassedOn(signal: String, code: String) async throws {
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
    @Test(arguments: [
        ("true", "READY=1\nSTATUS=running"),
        ("--type wifi --deadline 100ms true", "STATUS=waiting: "),
    ])
    func theServiceManagerIsTold(arguments: String, word: String) async throws {
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
        // What it says first is there when it has ended.
        let outcome = try await Namespace.run(
            "uplink eth0 192.0.2.7/24 192.0.2.1",
            command: "NOTIFY_SOCKET=\(path) $REACH run \(arguments)")
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(manager, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        try #require(count > 0, "\(outcome.status) \(outcome.errors)")
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self).hasPrefix(word))
    }

    /// While it waits, a terminal shows what for.
    @Test func theWaitingLine() async throws {
        let outcome = try await run(
            "script -qec '$REACH wait --type wifi --timeout 200ms' /dev/null >screen || :",
            "cat screen")
        #expect(outcome.text.contains("waiting since "))
        #expect(outcome.text.contains(": connected by ethernet, which is not allowed"))
    }
}
