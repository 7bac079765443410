// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import ReachCommand

/// `reach history` with files, and with a journalctl of the tests.
@Suite struct HistoryTests {
    /// When the tests began, in milliseconds since 1970.
    private static let now = Int64(Date().timeIntervalSince1970 * 1000)

    /// A line of `reach watch --json`, as far as a history needs it.
    private static func line(
        minutesAgo: Int64, _ status: String, _ connection: String = "unavailable",
        metered: String = "unknown", event: String = "change"
    ) -> String {
        let time = Timestamp(milliseconds: now - minutesAgo * 60_000)
        return """
            {"schema":1,"time":"\(time)","sequence":0,"event":"\(event)","changes":[],\
            "path":{"status":"\(status)","connection":"\(connection)","primary":null,\
            "metered":{"value":"\(metered)","isExpensive":false}}}
            """
    }

    /// Online for half an hour by Wi-Fi, offline for ten minutes, online by a modem for twenty, then nothing.
    private static var lines: [String] {
        [
            line(minutesAgo: 90, "satisfied", "wifi", metered: "no", event: "initial"),
            line(minutesAgo: 60, "unsatisfied"),
            line(minutesAgo: 50, "satisfied", "wwan", metered: "guessYes"),
            line(minutesAgo: 30, "satisfied", "wwan", metered: "guessYes"),
        ]
    }

    /// Runs a shell command line in a folder of its own, which has the file `lines`.
    private func run(
        _ command: String, lines: String = Self.lines.joined(separator: "\n") + "\n",
        environment: [String: String] = [:]
    ) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "history-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(lines.utf8).write(to: folder.appending(path: "lines"))
        return try await Program.run(
            ["sh", "-c", "cd \"$0\"; \(command)", folder.path],
            environment: ["TZ": "UTC"].merging(environment) { $1 })
    }

    @Test(
        "A file gives outages and times, also through standard input",
        arguments: ["--from lines", "--from - <lines", "--from lines -j"])
    func file(options: String) async throws {
        let json = try await run("\"$REACH\" history --since 2h --json \(options)").json
        #expect(json["schema"] == 1)
        #expect(json["offline"] == 600)
        #expect(json["noInternet"] == 0)
        #expect(json["outages.0.kind"] == "offline")
        #expect(json["outages.0.duration"] == 600)
        #expect(json["outages.0.isStartKnown"] == true)
        #expect(json["outages.0.isEndKnown"] == true)
        #expect(json["connections.0.connection"] == "wifi")
        #expect(json["connections.0.duration"] == 1800)
        #expect(json["connections.1.connection"] == "wwan")
        #expect(json["costs.1.cost"] == "metered")
        #expect(json["costs.1.duration"] == 1200)
        #expect(json["spans.0.status"] == .null)
        #expect(json["spans.2.status"] == "unsatisfied")
        #expect(json["spans.4.status"] == .null)
    }

    @Test("The text begins with a sentence, and has no colors for a pipe")
    func text() async throws {
        let outcome = try await run("\"$REACH\" history --since 2h --from lines")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.text.hasPrefix("Known: 1 h of the last 2 hours. Offline once, for 10 min: "))
        #expect(!outcome.text.contains("\u{1B}"))
        let row = outcome.text.split(separator: "\n").dropFirst().first ?? ""
        #expect(row.count == 80 && Set(row) == ["█", "▒", "X", "·"])
        let colored = try await run("\"$REACH\" history --since 2h --from lines --color always")
        #expect(colored.text.contains("\u{1B}[31mX"))
    }

    @Test(
        "The output conforms to its schema, which names each member and each word",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
    func schema() async throws {
        let outcome = try await run("\"$REACH\" history --since 2h --from lines --json")
        let verdicts = try await Schemas.verdicts(
            [("history", outcome.text.trimmingCharacters(in: .newlines))], onlyDocumented: true)
        #expect(verdicts == ["valid"])
    }

    @Test(
        "The lines of a watch are a history",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
    func watch() async throws {
        let outcome = try await Namespace.run(
            """
            # Otherwise the interface would get a link-local address later, which is a line.
            sysctl -qw net.ipv6.conf.default.disable_ipv6=1
            uplink eth0 192.0.2.7/24 192.0.2.1
            "$REACH" watch --json --count 3 >"$TEST_FOLDER/lines" & watch=$!
            has() { await sh -c "[ \\$(wc -l <$TEST_FOLDER/lines) -ge $1 ]"; }
            has 1; ip route del default
            has 2; ip route add default via 192.0.2.1
            wait $watch
            """, command: "\"$REACH\" history --from \"$TEST_FOLDER/lines\" --since 1h --json")
        let json = try outcome.json
        #expect(json["outages.0.isEndKnown"] == true)
        #expect(json["connections.0.connection"] == "ethernet")
        #expect(json["spans.1.primary"] == "eth0")
    }

    /// Each row: options, the lines that are added to a good file, the exit code, and what the error says.
    @Test(
        "What cannot be read is named",
        arguments: [
            ("--from lines", "{\"schema\":1,\"ti", 0, ""),
            (
                "--from lines", "nonsense\n", 65,
                "reach: lines, line 5: this is no line of reach watch --json or reach record\n"
            ),
            ("--from - <lines", "{}\n", 65, "reach: standard input, line 5: this is no line"),
            ("--from lines", line(minutesAgo: 1, "maybe") + "\n", 65, "lines, line 5"),
            (
                "--from lines",
                line(minutesAgo: 1, "satisfied").replacing(":1,", with: ":2,") + "\n", 65,
                "lines, line 5: this was written by a newer version of reach (schema 2; this version knows 1)\n"
            ),
            ("--from missing", "", 66, "reach: missing: no such file\n"),
            ("--from .", "", 66, "Is a directory"),
            ("--from ''", "", 64, "--from needs the name of a file"),
            (
                "--from lines --since 5m", "", 1,
                "reach: nothing is known of this time: lines has no lines about it"
            ),
            ("--from lines --since 0", "", 64, "--since must be at least 1s"),
            (
                "--from lines --since 1h --until 2h", "", 64,
                "which is not before --until"
            ),
            ("--from lines --since tomorrow", "", 64, "which is not before now"),
            (
                "--from lines --until 2d", "", 64,
                "which is not after the beginning of the last day ("
            ),
            ("--from lines --since x", "", 64, "'x' is neither a duration nor a time"),
            ("--from lines --svg /", "", 64, "--svg needs the name of a file"),
            (
                "--from lines --svg /nonexistent/x.svg", "", 74,
                "the picture cannot be written to /nonexistent/x.svg"
            ),
            ("--from lines >/dev/full", "", 74, "cannot write to standard output"),
        ] as [(String, String, Int32, String)])
    func failures(options: String, added: String, status: Int32, error: String) async throws {
        let outcome = try await run(
            "\"$REACH\" history \(options)",
            lines: Self.lines.joined(separator: "\n") + "\n" + added)
        #expect(outcome.status == status, "\(outcome.errors)")
        let isAsExpected = error.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(error)
        #expect(isAsExpected, "\(outcome.errors)")
    }

    @Test("The picture replaces a file as a whole, beside the text")
    func picture() async throws {
        let outcome = try await run(
            "echo old >x.svg; \"$REACH\" history --since 2h --from lines --svg x.svg >text; stat -c %a x.svg; "
                + "head -n 1 text; cat x.svg; ls -A")
        #expect(outcome.text.hasPrefix("644\nKnown: 1 h of the last 2 hours. Offline once"))
        #expect(outcome.text.contains("<svg ") && !outcome.text.contains("old"))
        #expect(outcome.text.hasSuffix("</svg>\nlines\ntext\nx.svg\n"))
    }

    @Test("A picture that is larger than a file may be fails, and leaves what was there")
    func tooLarge() async throws {
        let outcome = try await run(
            "echo old >x.svg; (ulimit -f 1; exec \"$REACH\" history --since 2h --from lines --svg x.svg >/dev/null); "
                + "echo $?; cat x.svg")
        #expect(outcome.text == "74\nold\n", "\(outcome.errors)")
        #expect(outcome.errors.contains("x.svg"))
    }

    /// Each row: what makes `x.svg`, the options, the exit code, and what a listing of the folder shows then.
    @Test(
        "A path that is no regular file is neither replaced nor removed; a link to a file is followed",
        arguments: [
            ("mkfifo x.svg", "--svg x.svg", 73, "lines p:x.svg"),
            ("mkdir x.svg", "--svg x.svg", 73, "lines d:x.svg"),
            ("ln -s nothing x.svg", "--svg x.svg", 73, "lines l:x.svg"),
            ("ln -s /dev/null x.svg", "--svg x.svg", 73, "lines l:x.svg"),
            ("mkfifo pipe; ln -s pipe x.svg", "--svg x.svg", 73, "lines p:pipe l:x.svg"),
            ("ln -s x.svg x.svg", "--svg x.svg", 74, "lines l:x.svg"),
            (":", "--svg /dev/null", 73, "lines"),
            ("mkdir a; : >a/b; ln -s a/b x.svg", "--svg x.svg", 0, "a:b lines l:x.svg picture"),
            (": >e\u{301}.svg", "--svg e\u{301}.svg", 0, "e\u{301}.svg lines"),
            (":", "--svg /\u{301}/x.svg", 74, "lines"),
        ] as [(String, String, Int32, String)])
    func irregular(setup: String, options: String, status: Int32, listing: String) async throws {
        let outcome = try await run(
            """
            \(setup); "$REACH" history --since 2h --from lines \(options) >text; echo $?
            test -c /dev/null && echo device; rm text
            for name in *; do
                case $(stat -c %F "$name") in
                    fifo) printf 'p:%s ' "$name" ;; symbolic*) printf 'l:%s ' "$name" ;;
                    directory) if [ -e "$name/b" ]; then printf '%s:b ' "$name"; else printf 'd:%s ' "$name"; fi ;;
                    *) printf '%s ' "$name" ;;
                esac
            done
            grep -qs '<svg' a/b && echo picture
            """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "\(status)", "\(outcome.errors)")
        #expect(lines.dropFirst().first == "device")
        #expect(lines.last?.trimmingCharacters(in: .whitespaces) == listing)
        #expect(outcome.errors.isEmpty == (status == 0))
    }

    @Test("Standard output that is a pipe is not replaced, and the message says what to write")
    func standardOutput() async throws {
        let outcome = try await run(
            """
            ("$REACH" history --since 2h --from lines --svg /dev/stdout; echo $? >status) | cat
            cat status; test -L /dev/stdout && echo link
            """)
        #expect(outcome.text == "73\nlink\n")
        #expect(
            outcome.errors.contains("is not a regular file, and is not replaced (- is standard"))
    }

    @Test("The picture is printed in place of the text if its name is -")
    func pictureOnly() async throws {
        let outcome = try await run("\"$REACH\" history --since 2h --from lines --svg -; ls -A")
        #expect(outcome.text.hasPrefix("<svg ") && outcome.text.hasSuffix("</svg>\nlines\n"))
    }

    // MARK: The journal

    /// A journalctl that prints the entries of the files `before` and `since`, and notes its arguments in `asked`.
    ///
    /// An entry has the fields that journald's documentation and `journalctl --output=json` of systemd 252 show.
    private static let journal = """
        export PATH="$PWD:$PATH"
        cat >journalctl <<'END'
        #!/bin/sh
        echo "$*" >>asked
        case $* in *--lines=10*) cat before ;; *) cat since ;; esac
        END
        chmod +x journalctl
        boot=$(tr -d - </proc/sys/kernel/random/boot_id)
        now=$(date +%s)
        up=$(cut -d . -f 1 /proc/uptime)
        # entry MINUTES PID STATUS CONNECTION PRIMARY METERED CHANGES: of so many minutes ago.
        entry() {
            at=$(((now - $1 * 60) * 1000000))
            printf '{"__CURSOR":"s=1;i=%s","__REALTIME_TIMESTAMP":"%s",' "$1" "$at"
            printf '"__MONOTONIC_TIMESTAMP":"%s","_BOOT_ID":"%s",' "$(((up - $1 * 60) * 1000000))" "$boot"
            printf '"_UID":"%s","_SYSTEMD_UNIT":"%s",' "${USER_ID-$(id -u)}" "${UNIT-reach-watch.service}"
            printf '"_PID":"%s","REACH_STATUS":"%s","REACH_CONNECTION":"%s",' "$2" "$3" "$4"
            printf '"REACH_PRIMARY":%s,"REACH_METERED":"%s","REACH_CHANGES":"%s"}\\n' "$5" "$6" "$7"
        }

        """

    @Test("The journal has the state before the range, and names that are no text are bytes")
    func entries() async throws {
        let json = try await run(
            Self.journal + """
                entry 300 7 satisfied ethernet '"eth0"' no '' >before
                entry 40 7 unsatisfied unavailable '""' unknown status,connection >since
                echo '{"_BOOT_ID":"x","MESSAGE":null}' >>since
                echo 'nonsense' >>since
                entry 30 7 satisfied wifi '[119,27,255]' guessYes status,connection >>since
                entry 20 7 satisfied wifi '""' guessYes '' |
                    sed 's/^{/{"MESSAGE_ID":"5528b080d41a408bb1569f7cd00cb55c",/' >>since
                "$REACH" history --since 1h --json
                """
        ).json
        #expect(json["outages.0.duration"] == 600)
        #expect(json["outages.0.isEndKnown"] == true)
        #expect(json["spans.0.primary"] == "eth0")
        #expect(json["spans.1.primary"] == .null)
        #expect(json["spans.2.primary"] == "w\u{1B}\u{FFFD}")
        #expect(json["spans.2.duration"] == 600)
        // The program ended then.
        #expect(json["spans.3.status"] == .null)
        #expect(json["connections.0.connection"] == "wifi")
        #expect(json["connections.1.connection"] == "ethernet")
    }

    /// Each row: the user and the unit of the entries, and whether the history has them.
    @Test(
        "Only recorders of root and of the reader are believed",
        arguments: [
            ("0", "reach-watch.service", true), ("0", "my-watch.service", true),
            ("$(id -u)", "my-watch.service", true), ("$(id -u)", "user@$(id -u).service", true),
            // Another user's program, whatever unit it is in.
            ("65533", "reach-watch.service", false), ("65533", "user@65533.service", false),
            // What a user has started with the rights of root.
            ("0", "user@65533.service", false), ("0", "session-3.scope", false),
            ("", "reach-watch.service", false), ("0", "", false),
            ("-1", "reach-watch.service", false), ("4294967296", "reach-watch.service", false),
        ])
    func strangers(user: String, unit: String, isBelieved: Bool) async throws {
        let outcome = try await run(
            Self.journal + """
                : >before
                export USER_ID="\(user)" UNIT="\(unit)"
                entry 40 7 unsatisfied unavailable '""' unknown '' >since
                entry 30 7 satisfied wifi '""' no status >>since
                "$REACH" history --since 1h --json
                """)
        #expect(outcome.status == (isBelieved ? 0 : 1), "\(outcome.errors)")
        #expect(outcome.text.isEmpty == !isBelieved)
    }

    @Test("journalctl is asked for the entries of a range, and for the last ones before it")
    func question() async throws {
        let outcome = try await run(
            Self.journal
                + "touch before since; \"$REACH\" history; echo $?; sed 's/@[0-9]*/@TIME/' asked")
        let fields =
            "REACH_STATUS,REACH_CONNECTION,REACH_PRIMARY,REACH_METERED,REACH_CHANGES,REACH_CONNECTIVITY,"
            + "MESSAGE_ID,_PID,_UID,_SYSTEMD_UNIT,_SYSTEMD_USER_UNIT"
        let question = "--quiet --no-pager --output=json --output-fields=\(fields)"
        let kind =
            "MESSAGE_ID=ea6db4194d71454da47ea29972c1ee40 MESSAGE_ID=5528b080d41a408bb1569f7cd00cb55c"
            + (Machine.isRoot ? " _UID=0" : " _UID=0 _UID=\(geteuid())")
        #expect(
            outcome.text == """
                1
                \(question) --until=@TIME --lines=10 \(kind)
                \(question) --since=@TIME \(kind)

                """)
        #expect(outcome.errors.contains("systemctl enable --now reach-record.service"))
    }

    @Test(
        "A program that still observes is known up to now",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
    func observing() async throws {
        let outcome = try await Namespace.run(
            """
            cd "$TEST_FOLDER"
            \(Self.journal)
            "$REACH" watch >watched & watch=$!
            await test -s watched
            entry 300 $watch satisfied ethernet '"eth0"' no '' >before
            : >since
            """, command: "\"$REACH\" history --since 1h")
        #expect(
            outcome.text.hasPrefix("Known: all of the last hour. Never offline in the last hour.\n")
        )
    }

    /// Each row: what journalctl does, the exit code, and what the error says.
    @Test(
        "A journal that cannot be read is no history",
        arguments: [
            ("exit 1", 1, "nothing is known of this time"),
            ("echo reason >&2; exit 1", 1, "reason\nreach: nothing is known"),
            ("kill -9 $$", 66, "reach: journalctl was ended by SIGKILL\n"),
        ] as [(String, Int32, String)])
    func failingJournal(action: String, status: Int32, error: String) async throws {
        let outcome = try await run(
            Self.journal + "printf '#!/bin/sh\n%s\n' '\(action)' >journalctl; \"$REACH\" history")
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(error), "\(outcome.errors)")
    }

    @Test("Without journalctl there is no history")
    func noJournal() async throws {
        let outcome = try await run("PATH=/nonexistent \"$REACH\" history")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("reach-record.service"))
    }

    /// Receives what is written to the journal, a line for each entry.
    private static let receiver = """
        mkdir -p "$TEST_FOLDER/run/systemd/journal"
        mount --rbind "$TEST_FOLDER/run" /run
        python3 -c '
        import socket, sys
        receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        receiver.bind("/run/systemd/journal/socket")
        while True:
            fields = receiver.recv(65536).decode().splitlines()
            print(" ".join(f for f in fields if f.startswith(("MESSAGE_ID", "REACH_"))), flush=True)
        ' >"$TEST_FOLDER/entries" & receiver=$!
        await test -S /run/systemd/journal/socket
        has() { await grep -qx "$1" "$TEST_FOLDER/entries"; }
        """

    /// Each row: the options, what ends the watch, and its exit code.
    @Test(
        "A watch whose text the journal gets writes there how long its last line holds",
        .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
        .enabled(if: Machine.has("python3"), "python3 is not installed"),
        arguments: [
            ("", "kill $watch", 143), ("", "kill -INT $watch", 130), ("--count 2", "", 0),
            // Nothing of the loss is written before the end.
            ("--settle 1h", "kill $watch", 143),
        ])
    func watched(options: String, end: String, status: Int) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.receiver)
            # An address that the kernel makes would change later.
            sysctl -qw net.ipv6.conf.default.disable_ipv6=1
            uplink eth0 192.0.2.7/24 192.0.2.1
            : >"$TEST_FOLDER/text"
            # (By Python, because a shell's jobs in the background ignore SIGINT.)
            JOURNAL_STREAM=$(stat -c %d:%i "$TEST_FOLDER/text") python3 -c '
            import os, signal, sys
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execv(sys.argv[1], sys.argv[1:])
            ' "$REACH" watch \(options) >>"$TEST_FOLDER/text" & watch=$!
            has 'MESSAGE_ID=ea6d[0-9a-f]* REACH_STATUS=satisfied .* REACH_CHANGES= REACH_CONNECTIVITY=unknown'
            ip route del default
            loss='MESSAGE_ID=ea6d[0-9a-f]* REACH_STATUS=unsatisfied .* REACH_CHANGES=status,.* REACH_CONNECTIVITY=unknown'
            case '\(options)' in --settle*) ;; *) has "$loss" ;; esac
            \(end)
            has "$loss"
            has 'MESSAGE_ID=5528[0-9a-f]* REACH_STATUS=unsatisfied .* REACH_CHANGES= REACH_CONNECTIVITY=unknown'
            """,
            command:
                "wait $watch; echo $?; kill $receiver; wc -l <\"$TEST_FOLDER/entries\"; cat \"$TEST_FOLDER/text\""
        )
        #expect(outcome.text == "\(status)\n3\n")
    }

    @Test(
        "What a watch in a unit writes to a real journal is the history, up to the end of the watch",
        .enabled(
            if: Machine.isRoot && Machine.hasNamespaces,
            "systemd-journald and its namespaces need root"),
        .enabled(
            if: Machine.has("/lib/systemd/systemd-journald"), "systemd-journald is not installed"))
    func realJournal() async throws {
        // systemd-journald ends in a user namespace, so that this is none.
        let outcome = try await run(
            """
            cat >script <<'END'
            PATH=$PATH:/usr/sbin:/sbin
            trap 'kill $journal $watch 2>/dev/null' EXIT
            await() {
                tries=0
                until "$@" >/dev/null 2>&1; do
                    tries=$((tries + 1))
                    [ $tries -lt 6000 ] || { echo "never: $*" >&2; exit 90; }
                    sleep 0.05
                done
            }
            # has COUNT FIELD=VALUE: the journal has so many entries.
            has() { await sh -c "[ \\$(journalctl --quiet --output=cat $2 | wc -l) -ge $1 ]"; }
            # The watch is in no unit, because no systemd has started it.
            journalctl=$(command -v journalctl)
            mkdir bin
            cat >bin/journalctl <<SCRIPT
            #!/bin/sh
            $journalctl "\\$@" |
                sed 's/"_SYSTEMD_UNIT":"[^"]*",//; s/^{/{"_SYSTEMD_UNIT":"my-watch.service",/'
            SCRIPT
            chmod +x bin/journalctl
            mount -t tmpfs tmpfs /run
            mkdir -p /run/systemd/journal /run/log/journal
            /lib/systemd/systemd-journald >/dev/null 2>&1 & journal=$!
            await test -S /run/systemd/journal/socket
            # An address that the kernel makes would change later.
            sysctl -qw net.ipv6.conf.default.disable_ipv6=1
            ip link add eth0 type veth peer name far
            ip link set far up
            ip link set eth0 up
            await sh -c "ip -o link show dev eth0 | grep -q ' state UP '"
            ip address add 192.0.2.7/24 dev eth0
            ip route add default via 192.0.2.1
            : >text
            JOURNAL_STREAM=$(stat -c %d:%i text) "$REACH" watch >>text & watch=$!
            has 1 REACH_STATUS=satisfied
            ip route del default; has 1 REACH_STATUS=unsatisfied
            ip route add default via 192.0.2.1; has 2 REACH_STATUS=satisfied
            PATH=$PWD/bin:$PATH "$REACH" history --since 1h --json
            kill $watch; wait $watch
            has 3 REACH_STATUS=satisfied
            PATH=$PWD/bin:$PATH "$REACH" history --since 1h --json
            END
            unshare --net --mount -- sh script
            """)
        let histories = try JSON.lines(outcome.text)
        try #require(histories.count == 2, "\(outcome.errors)")
        for (history, last) in zip(histories, ["satisfied", .null] as [JSON]) {
            #expect(history["outages.0.isStartKnown"] == true)
            #expect(history["outages.0.isEndKnown"] == true)
            #expect(history["outages.1"] == .null)
            guard case .array(let spans)? = history["spans"] else { continue }
            #expect(spans.first?["status"] == .null)
            #expect(spans.last?["status"] == last)
        }
    }
}
