// SPDX-License-Identifier: Apache-2.0

import Testing

/// Commands that show transfers to a reader that does not read.
@Suite(
    .enabled(if: Machine.hasNamespaces, "needs network namespaces"),
    .enabled(
        if: Machine.has("python3"), "needs python3, in which the server and the reader are written")
)
struct SlowReaderTests {
    /// A server whose `/file` is a file, and whose `/endless` does not end. `reader.py NAME COMMAND…` gives a command a pipe
    /// that is full. It reads the pipe once the file `$TEST_FOLDER/read` is there, or closes it once `close` is there. It prints what
    /// the command wrote, and how it ended.
    private static let setup = #"""
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        export REACH_STORE="$TEST_FOLDER/store"
        cd "$TEST_FOLDER"
        cat >server.py <<'END'
        import http.server, time
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                print("asked", self.path, flush=True)
                is_file = self.path == "/file"
                self.send_response(200)
                self.send_header("Content-Length", "5" if is_file else "1000000")
                self.end_headers()
                try:
                    while not is_file:
                        self.wfile.write(b"x")
                        time.sleep(0.05)
                    self.wfile.write(b"hello")
                except OSError: print("closed", flush=True)
            def log_message(self, *_): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 8080), Handler)
        print("ready", flush=True)
        server.serve_forever()
        END
        cat >reader.py <<'END'
        import fcntl, os, subprocess, sys, time
        reading, writing = os.pipe()
        fcntl.fcntl(writing, 1031, 4096)  # F_SETPIPE_SZ
        size = os.write(writing, b"-" * 4096)
        command = subprocess.Popen(sys.argv[1:], stdout=writing)
        os.close(writing)
        print(command.pid, file=open("pid.new", "w"), flush=True)
        os.rename("pid.new", "pid")
        is_open = True
        while not os.path.exists("read") and command.poll() is None:
            if is_open and os.path.exists("close"):
                os.close(reading)
                is_open = False
            time.sleep(0.01)
        while is_open and (part := os.read(reading, 65536)):
            sys.stdout.buffer.write(part[size:])
            sys.stdout.flush()
            size = max(0, size - len(part))
        print("ended", command.wait(), flush=True)
        END
        python3 server.py >log &
        await grep -q ready log
        """#

    @Test("A signal ends a fetch that is the worker although nobody reads its events")
    func signal() async throws {
        let outcome = try await Namespace.run(
            Self.setup,
            command: """
                python3 reader.py "$REACH" fetch --json -o file http://127.0.0.1:8080/endless >lines 2>errors & reader=$!
                await grep -q 'asked /endless' log
                kill -TERM "$(cat pid)"
                wait $reader
                cat lines
                await grep -q closed log && echo closed
                """)
        #expect(outcome.text == "ended -15\nclosed\n", "\(outcome.errors)")
    }

    @Test(
        "Events wait for a slow reader, in their order, and hold up neither the transfer nor the worker's end",
        arguments: [
            #""$REACH" fetch --json -o file http://127.0.0.1:8080/file"#,
            #"sh -c '"$REACH" fetch -o file http://127.0.0.1:8080/file 2>&1'"#,
        ])
    func events(command: String) async throws {
        let outcome = try await Namespace.run(
            Self.setup,
            command: """
                python3 reader.py \(command) >lines 2>errors & reader=$!
                await test -s file
                # The locks of the worker are free while the lines wait.
                "$REACH" fetch -o other http://127.0.0.1:8080/file --then touch told 2>/dev/null; echo "$?"
                ls told
                : >read
                wait $reader
                grep -o '"event":"[a-z]*"' lines
                # Standard output and standard error of the second row are in either order.
                grep -o finished lines | tail -n 1
                tail -n 1 lines
                """)
        let lines = outcome.text.split(separator: "\n")
        let names = ["added", "started", "finished"].map { "\"event\":\"\($0)\"" }
        #expect(lines.prefix(2) == ["0", "told"])
        #expect(lines.suffix(2) == ["finished", "ended 0"], "\(outcome.text) \(outcome.errors)")
        guard command.contains("--json") else { return }
        #expect(lines.filter { names.contains(String($0)) } == names[...].map { $0[...] })
    }

    @Test("queue watch shows what has happened once its reader reads, and ends with the transfer")
    func queueWatch() async throws {
        let outcome = try await Namespace.run(
            Self.setup,
            command: """
                "$REACH" fetch -o file http://127.0.0.1:8080/file 2>/dev/null
                python3 reader.py "$REACH" queue watch --after 0 --json 1 >lines & reader=$!
                await test -s pid
                await is_asleep "$(cat pid)"
                : >read
                wait $reader
                grep -o '"event":"finished"' lines
                tail -n 1 lines
                """)
        #expect(outcome.text == "\"event\":\"finished\"\nended 0\n", "\(outcome.errors)")
    }

    @Test(
        "queue watch sleeps while a transfer runs and nobody reads, and shows no old progress afterwards"
    )
    func queueWatchOfProgress() async throws {
        let outcome = try await Namespace.run(
            Self.setup,
            command: """
                "$REACH" queue run 2>/dev/null &
                "$REACH" fetch -d -o file http://127.0.0.1:8080/endless >/dev/null 2>&1
                await grep -q 'asked /endless' log
                python3 reader.py "$REACH" queue watch --after 0 --json >lines & reader=$!
                await test -s pid
                await is_asleep "$(cat pid)"
                "$REACH" queue pause 1
                : >read
                await grep -q '"event":"paused"' lines
                await is_asleep "$(cat pid)"
                kill -TERM "$(cat pid)"
                wait $reader
                grep -o '"event":"[a-z]*"' lines | tail -n 1
                tail -n 1 lines
                """)
        #expect(outcome.text == "\"event\":\"paused\"\nended -15\n", "\(outcome.errors)")
    }

    @Test("A program that waits for the jobs of others goes on with them when its reader is gone")
    func closed() async throws {
        let outcome = try await Namespace.run(
            Self.setup,
            command: #"""
                "$REACH" defer --log other.log -- \
                    sh -c 'echo "begun $REACH_JOB_ATTEMPT"; until test -e go; do sleep 0.05; done; echo done' >/dev/null 2>&1
                python3 reader.py "$REACH" defer --wait --json -- \
                    sh -c 'until test -s other.log; do sleep 0.05; done' >lines 2>errors & reader=$!
                await grep -q 'other jobs run in this process' errors
                : >close
                await is_asleep "$(cat pid)"
                : >go
                wait $reader
                cat lines other.log
                """#)
        #expect(outcome.text == "ended -13\nbegun 1\ndone\n", "\(outcome.errors)")
    }
}
