// SPDX-License-Identifier: Apache-2.0

import Testing

/// Servers, name servers and stores that do not work, with the real program.
@Suite(
    .enabled(if: Machine.hasNamespaces, "needs network namespaces"),
    .enabled(if: Machine.isRoot, "needs root"),
    .enabled(if: Machine.has("python3"), "needs python3, in which the servers are written"))
struct TransferFailureTests {
    private static let place = """
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        export REACH_STORE="$TEST_FOLDER/store"
        queue() { "$REACH" queue "$@"; }
        state() { queue list --json | grep -q "\\"state\\":\\"$1\\""; }
        code() { queue list --json | grep -o "\\"code\\":\\"$1\\"" | head -n 1; }
        """

    /// A server with TLS at port 8443, whose certificate is `$TEST_FOLDER/certificate` at each connection. It writes each
    /// connection and request to `$TEST_FOLDER/log`: `/file` is a file, and all else is redirected to port 8080, where it
    /// writes them, too.
    ///
    /// - Parameters:
    ///   - start: since when the certificate is valid.
    ///   - end: until when.
    private static func tls(
        from start: String = "20200101000000Z", until end: String = "20990101000000Z"
    ) -> String {
        #"""
        \#(place)
        cd "$TEST_FOLDER"
        cat >settings <<'END'
        [ca]
        default_ca = all
        [all]
        database = index
        serial = serial
        new_certs_dir = .
        policy = any
        [any]
        commonName = supplied
        [names]
        subjectAltName = IP:127.0.0.1
        END
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key -out request \
            -subj /CN=test 2>errors
        # sign START END FILE: makes a certificate.
        sign() {
            : >index
            openssl ca -batch -config settings -selfsign -keyfile key -in request -out "$3" -notext -md sha256 \
                -create_serial -extensions names -startdate "$1" -enddate "$2" >errors 2>&1
        }
        sign \#(start) \#(end) certificate
        cat >server.py <<'END'
        import http.server, ssl, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                print("asked", self.path, flush=True)
                is_file = self.path == "/file"
                self.send_response(200 if is_file else 302)
                self.send_header("Content-Length", "5" if is_file else "0")
                if not is_file: self.send_header("Location", "http://127.0.0.1:8080/file")
                self.end_headers()
                if is_file: self.wfile.write(b"hello")
            def log_message(self, *_): pass
        class Server(http.server.ThreadingHTTPServer):
            def get_request(self):
                print("connected", self.server_port, flush=True)
                context.load_cert_chain("certificate", "key")
                return super().get_request()
        secure = Server(("127.0.0.1", 8443), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate", "key")
        secure.socket = context.wrap_socket(secure.socket, server_side=True, do_handshake_on_connect=False)
        plain = Server(("127.0.0.1", 8080), Handler)
        threading.Thread(target=plain.serve_forever).start()
        print("ready", flush=True)
        secure.serve_forever()
        END
        python3 server.py >log 2>complaints &
        await grep -q ready log
        unset CURL_CA_BUNDLE SSL_CERT_DIR
        export SSL_CERT_FILE="$TEST_FOLDER/certificate"
        """#
    }

    @Test(
        "A redirection from https to http is not followed, and the other server not connected to",
        .enabled(if: Machine.has("openssl"), "needs openssl, which makes certificates"))
    func insecureRedirection() async throws {
        let outcome = try await Namespace.run(
            Self.tls(),
            command: """
                "$REACH" fetch -o trusted https://127.0.0.1:8443/file 2>why
                echo "https: $? $(cat trusted)"
                "$REACH" fetch -o file https://127.0.0.1:8443/elsewhere 2>why
                echo "to http: $?"
                code redirect
                grep -c "from https to http" why
                echo "connections: $(grep -c 'connected 8443' log) $(grep -c 'connected 8080' log)"
                ls -A | grep file
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "https: 0 hello", "to http: 1", "\"code\":\"redirect\"", "1", "connections: 2 0",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "Where the system refuses what a worker needs, a command that would become the worker ends with 69 and says why",
        arguments: [
            ("clone3", "start a thread"), ("epoll_create1", "wait for sockets"),
            ("eventfd2", "wait for a wake-up"), ("poll", "wait for descriptors"),
        ])
    func refusedCalls(call: String, explanation: String) async throws {
        let outcome = try await Namespace.run(
            Self.place,
            command: """
                cd "$TEST_FOLDER"
                "$REACH" fetch --detach -o file http://127.0.0.1:9/ >id 2>errors
                for words in 'fetch -o other http://127.0.0.1:9/' 'queue run'; do
                    timeout 300 "$REFUSE_NETLINK" --call \(call) "$REACH" $words 2>why
                    echo "$?"
                    grep -c "cannot \(explanation)" why
                done
                # What only looks needs none of it.
                timeout 300 "$REFUSE_NETLINK" --call \(call) "$REACH" queue list --json 2>why | grep -c '"id":1,'
                """)
        #expect(
            outcome.text.split(separator: "\n") == ["69", "1", "69", "1", "1"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test("Without timers a transfer is performed all the same")
    func refusedTimers() async throws {
        let outcome = try await Namespace.run(
            "\(Self.place); serves $HOSTILE_SERVER",
            command: """
                cd "$TEST_FOLDER"
                timeout 300 "$REFUSE_NETLINK" --timers "$REACH" fetch -o file "http://127.0.0.1:$port/a/cut=150000/-/file"
                echo "$?"
                stat -c '%s bytes' file
                """)
        #expect(outcome.text.split(separator: "\n") == ["0", "300000 bytes"], "\(outcome.errors)")
    }

    @Test(
        "A certificate that is not valid yet is waited for with the reason 'clock'",
        .enabled(if: Machine.has("openssl"), "needs openssl, which makes certificates"))
    func earlyCertificate() async throws {
        let outcome = try await Namespace.run(
            Self.tls(from: "20980101000000Z"),
            command: """
                "$REACH" fetch -o file https://127.0.0.1:8443/file 2>why &
                waits_for_clock() { queue list --json | grep -qF '"retrying","reasons":["clock"]'; }
                await waits_for_clock
                code tls
                sign 20200101000000Z 20990101000000Z valid
                mv valid certificate
                wait $!
                echo "status: $? $(cat file)"
                grep -q "not yet valid" why && echo why
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "\"code\":\"tls\"", "status: 0 hello", "why",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A certificate that has expired is tried three times, and fails as 'tls'",
        .enabled(if: Machine.has("openssl"), "needs openssl, which makes certificates"))
    func expiredCertificate() async throws {
        let outcome = try await Namespace.run(
            Self.tls(until: "20200102000000Z"),
            command: """
                "$REACH" fetch -o file https://127.0.0.1:8443/file 2>why
                echo "status: $?"
                code tls
                grep -q expired why && echo why
                echo "connections: $(grep -c 'connected 8443' log), requests: $(grep -c asked log)"
                ls -A | grep file
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "status: 1", "\"code\":\"tls\"", "why", "connections: 3, requests: 0",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "While the name server is dead a download is tried again, and it is received once the server answers",
        arguments: ["refuses", "is silent"])
    func nameServer(behaviour: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.place)
            uplink eth0 192.0.2.7/24 192.0.2.1
            resolver 'nameserver 127.0.0.1' 'options timeout:1 attempts:1'
            serves "$HOSTILE_SERVER"
            # Binds the port of name servers, and answers with 127.0.0.1 if it has an argument.
            cat >"$TEST_FOLDER/names.py" <<'END'
            import socket, sys
            names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            names.bind(("127.0.0.1", 53))
            print("ready", flush=True)
            while True:
                question, asker = names.recvfrom(512)
                if len(sys.argv) < 2: continue
                end = question.index(0, 12) + 5
                isIPv4 = question[end - 4:end - 2] == b"\\0\\1"
                head = question[:2] + b"\\x81\\x80\\0\\1" + (b"\\0\\1" if isIPv4 else b"\\0\\0") + bytes(4)
                answer = b"\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\x3c\\0\\4\\x7f\\0\\0\\1" if isIPv4 else b""
                names.sendto(head + question[12:end] + answer, asker)
            END
            """,
            command: """
                cd "$TEST_FOLDER"
                if [ "\(behaviour)" = "is silent" ]; then
                    python3 names.py >silent & silent=$!
                    await grep -q ready silent
                fi
                "$REACH" fetch --detach -o file.bin "http://files.example:$port/a/-/-/file.bin" >id
                queue run --until-empty &
                worker=$!
                await state retrying
                code connection
                [ -z "${silent-}" ] || { kill $silent; wait $silent 2>errors; }
                python3 names.py answers >answering &
                await grep -q ready answering
                wait $worker
                echo "worker: $?"
                stat -c '%s bytes' file.bin
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "\"code\":\"connection\"", "worker: 0", "300000 bytes",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("Of a group a command gets long lists in private files, which are removed after it")
    func longLists() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.place)
            serves "$HOSTILE_SERVER"
            cat >"$TEST_FOLDER/lists.py" <<'END'
            import json, os, stat
            names = sorted(name for name in os.environ if name.startswith("REACH_TRANSFER_"))
            print(" ".join(name.removeprefix("REACH_TRANSFER_") for name in names))
            path = os.environ["REACH_TRANSFER_FILES_FROM"]
            files = json.load(open(path))
            print(len(files), all(map(os.path.exists, files)), oct(os.stat(path).st_mode & 0o777))
            print(os.environ["REACH_TRANSFER_STATE"], len(os.environ["REACH_TRANSFER_ID"].split()))
            END
            """,
            command: """
                cd "$TEST_FOLDER"
                deep=$(python3 -c 'print("/".join(["d" * 200] * 15))')
                python3 -c "import os; os.makedirs('$deep')"
                for i in $(seq 25); do echo "http://127.0.0.1:$port/a/length=right/-/$i.bin"; done >list
                REACH_TRANSFER_FILES=old REACH_TRANSFER_GROUP=old "$REACH" fetch -o "$deep/" --input-file list \\
                    --then sh -c "python3 $TEST_FOLDER/lists.py >$TEST_FOLDER/lists" 2>errors
                echo "status: $?"
                cat lists
                ls -A "$TEST_FOLDER"/*/secrets "$TEST_FOLDER"/*/*/secrets 2>ignored | grep -v :
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "status: 0", "FILES_FROM GROUP ID STATE", "25 True 0o600", "finished 25",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("The list shows how far a download is before its first checkpoint")
    func progressInList() async throws {
        let outcome = try await Namespace.run(
            "\(Self.place); serves $HOSTILE_SERVER",
            command: """
                cd "$TEST_FOLDER"
                "$REACH" fetch --detach -o file.bin "http://127.0.0.1:$port/a/pace=30/-/file.bin" >id
                "$REACH" queue run 2>errors & worker=$!
                shows() { queue | grep -qE '^ *1 +running +[1-9][0-9]?% '; }
                await shows
                echo shown
                kill $worker
                """)
        #expect(outcome.text == "shown\n", "\(outcome.text) \(outcome.errors)")
    }

    @Test("A command that cannot be started is reported, and its waiting fetch fails")
    func noCommand() async throws {
        let outcome = try await Namespace.run(
            "\(Self.place); serves $HOSTILE_SERVER",
            command: """
                cd "$TEST_FOLDER"
                printf '#!/no/such/interpreter\\n' >hook
                chmod +x hook
                "$REACH" fetch -o file.bin "http://127.0.0.1:$port/a/-/-/file.bin" --then ./hook 2>errors
                echo "status: $?"
                stat -c '%s bytes' file.bin
                grep -o 'could not be run: not started: .*' errors
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "status: 1", "300000 bytes",
                "could not be run: not started: the interpreter of './hook' is missing",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A store that another process keeps locked is refused by name with 74, and used once it is free"
    )
    func busyStore() async throws {
        let outcome = try await Namespace.run(
            Self.place,
            command: """
                cd "$TEST_FOLDER"
                "$REACH" fetch --detach -o first http://198.51.100.9/ >id
                python3 -c '
                import signal, sqlite3, sys
                store = sqlite3.connect(sys.argv[1], isolation_level=None)
                store.execute("BEGIN IMMEDIATE")
                print("locked", flush=True)
                signal.pause()' "$TEST_FOLDER/store/transfers.sqlite" >lock &
                holder=$!
                await grep -q locked lock
                timeout 300 "$REACH" fetch --detach -o second http://198.51.100.9/ 2>why
                echo "locked: $?"
                grep -o "transfers.sqlite was locked by another process" why
                queue list --json | grep -c '"id"'
                kill $holder
                wait $holder 2>errors
                "$REACH" fetch --detach -o second http://198.51.100.9/
                echo "free: $?"
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "locked: 74", "transfers.sqlite was locked by another process", "1", "2", "free: 0",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("What a command has added is listed also where nothing can be written any more")
    func readOnlyStore() async throws {
        let outcome = try await Namespace.run(
            Self.place,
            command: """
                cd "$TEST_FOLDER"
                "$REACH" fetch --detach -o first http://198.51.100.9/ >id 2>why
                # The transfer is in the write-ahead log: the command has not closed the store.
                [ -s store/transfers.sqlite-wal ] && echo "in the log"
                mount --bind store store
                mount -o remount,bind,ro store
                queue list --json | grep -c '"id"'
                """)
        #expect(
            outcome.text.split(separator: "\n") == ["in the log", "1"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "Without a library that HTTP needs, nothing is performed, the library is named, and the transfer waits",
        arguments: ["libcurl.so.4", "libcrypto.so.3"])
    func missingLibrary(name: String) async throws {
        let outcome = try await Namespace.run(
            Self.place,
            command: """
                cd "$TEST_FOLDER"
                mkdir libraries
                # It is found first, and is no library.
                : >libraries/\(name)
                "$REACH" fetch --detach -o file http://198.51.100.9/ >id 2>errors
                LD_LIBRARY_PATH=$PWD/libraries "$REACH" queue run --until-empty 2>why
                echo "exit: $?"
                grep -o "cannot load lib[a-z]* .*\(name): file too short" why | grep -o "\(name)"
                state waiting && echo waits
                """)
        #expect(
            outcome.text.split(separator: "\n") == ["exit: 69", "\(name)", "waits"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A transfer that a key keeps is named, because nothing of the command is added",
        arguments: ["", "--json"])
    func keptKey(format: String) async throws {
        let outcome = try await Namespace.run(
            Self.place,
            command: """
                cd "$TEST_FOLDER"
                "$REACH" fetch --detach --key k -o first "http://198.51.100.9/a?secret" >id 2>why
                grep -c "has the key" why
                "$REACH" fetch --detach \(format) --key k --metered -o second http://198.51.100.9/b >again 2>why
                echo "kept: $?"
                grep -o "nothing was added: .* has not ended" why
                grep -c first again
                "$REACH" upload --detach \(format) --key k id http://198.51.100.9/b >again 2>why
                grep -o "nothing was added: .* has not ended" why
                "$REACH" fetch --detach --key k --existing replace -o second http://198.51.100.9/b >again 2>why
                grep -c "has the key" why
                queue list --json | grep -c '"id"'
                """)
        let kept =
            "nothing was added: transfer 1, the download of http://198.51.100.9/a, has the key 'k' and has not ended"
        #expect(
            outcome.text.split(separator: "\n") == [
                "0", "kept: 0", Substring(kept), format.isEmpty ? "0" : "1", Substring(kept), "0",
                "2",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "Local file systems hold a store: in memory, and over another one",
        .enabled(if: Machine.isRoot, "needs root, who may mount"),
        arguments: [
            "mount -t tmpfs none $store",
            """
            layers=$TEST_FOLDER/layers
            mkdir $layers
            mount -t tmpfs none $layers
            mkdir $layers/lower $layers/upper $layers/work
            mount -t overlay -o lowerdir=$layers/lower,upperdir=$layers/upper,workdir=$layers/work none $store
            """,
        ])
    func fileSystems(mounting: String) async throws {
        let outcome = try await Namespace.run(
            Self.place,
            command: """
                store=$TEST_FOLDER/store
                mkdir "$store"
                \(mounting) || echo "not mounted"
                chmod 700 "$store" 2>"$TEST_FOLDER/errors"
                "$REACH" fetch --detach -o "$TEST_FOLDER/file" http://198.51.100.9/ >"$TEST_FOLDER/id"
                echo "status: $?"
                """)
        #expect(outcome.text.split(separator: "\n") == ["status: 0"], "\(outcome.errors)")
    }
}
