// SPDX-License-Identifier: Apache-2.0

import Testing

/// `reach queue run` behind a socket on which a service manager listens.
@Suite(
    .enabled(if: Machine.hasNamespaces, "needs network namespaces"),
    .enabled(if: Machine.isRoot, "needs root"),
    .enabled(if: Machine.has("python3"), "needs python3, in which the service manager is written"))
struct ServiceSocketTests {
    /// A service manager that does with `reach-transfer.socket` what systemd does: it starts a worker whenever a
    /// program waits on the socket and none runs. It says of each worker whether it stayed for three seconds, and its
    /// exit code, or the signal that ended it; and it ends when no program has waited for half a second after one.
    private static let manager = #"""
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        export REACH_STORE="$TEST_FOLDER/store"
        cd "$TEST_FOLDER"
        cat >manager.py <<'END'
        import os, select, socket, sys, time
        path, command = sys.argv[1], sys.argv[2:]
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        listener.listen(16)
        patience = None
        while select.select([listener], [], [], patience)[0]:
            began = time.monotonic()
            child = os.fork()
            if child == 0:
                os.dup2(listener.fileno(), 3)
                os.set_inheritable(3, True)
                os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
                os.execv(command[0], command)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if code < 0: print("signal", -code, flush=True)
            else: print("stayed" if time.monotonic() - began >= 3 else "ended", code, flush=True)
            patience = 0.5
        END
        # manage COMMAND...: the service manager, until it has nothing to do. connect: a program that needs a worker.
        manage() {
            python3 manager.py "$REACH_STORE/worker.socket" "$REACH" queue run --until-empty 2>errors &
            manager=$!
            await test -S "$REACH_STORE/worker.socket"
            "$@" >&2
            wait "$manager"
        }
        connect() {
            python3 -c 'import socket, sys
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect(sys.argv[1])' "$REACH_STORE/worker.socket"
        }
        # other: a worker that holds the lock.
        other() { "$REACH" queue run 2>/dev/null & await grep -qx $! "$REACH_STORE/worker.lock"; }
        """#

    @Test(
        "A worker that systemd started leaves no program waiting, or systemd would start it again and again",
        arguments: [
            ("nothing is left", "mkdir store; manage connect", "stayed 0"),
            ("a job", "mkdir store; manage \"$REACH\" defer -- true", "stayed 0"),
            (
                "it cannot read its configuration",
                "mkdir store reach; echo '{' >reach/reach.json; manage connect", "stayed 78"
            ),
            (
                "the queue is damaged",
                "mkdir store; chmod 700 store; echo garbage >store/transfers.sqlite; manage connect",
                "stayed 74"
            ),
            // (It checks whether a worker listens, which starts the service.)
            ("another worker runs", "mkdir store; manage other", "stayed 0"),
            (
                "it is stopped while another worker runs",
                """
                mkdir store
                waits() { grep -q '^SigBlk:.*[4-7c-f]...$' "/proc/$(pgrep -P "$manager")/status"; }
                stopped() { other; "$REACH" defer -- sleep 1000; await waits; pkill -TERM -P "$manager"; }
                manage stopped 2>/dev/null
                """, "signal 15"
            ),
        ])
    func leavesNobodyWaiting(name: String, command: String, workers: String) async throws {
        let outcome = try await Namespace.run(Self.manager, command: command)
        #expect(
            outcome.text == workers + "\n", "\(name): \(outcome.text) \(outcome.errors)")
    }
}
