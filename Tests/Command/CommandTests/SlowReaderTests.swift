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
    /// that is full. It reads the pipe once the file `$TEST_FOLDER/read` is there, prints what the command wrote, and how it ended.
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
        while not os.path.exists("read") and command.poll() is None: time.sleep(0.01)
        text = b""
        while part := os.read(reading, 65536): text += part
        sys.stdout.write(text[size:].decode())
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
                # The lock of the worker is free while the lines wait.
                "$REACH" fetch -o other http://127.0.0.1:8080/file 2>/dev/null; echo "$?"
                : >read
                wait $reader
                grep -o '"event":"[a-z]*"' lines
                tail -n 2 lines | grep -o 'finished\\|ended 0'
                """)
        let lines = outcome.text.split(separator: "\n")
        let names = ["added", "started", "finished"].map { "\"event\":\"\($0)\"" }
        #expect(lines.first == "0")
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
}
