// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach record` in a network that changes.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.has("jq", "python3"), "jq or python3 is not installed"))
struct RecordTests {
    /// An uplink on an interface of another namespace, so that its bytes count here, and words for a recorder.
    ///
    /// - `carry BYTES` sends that many, in datagrams of 1000 bytes with their headers.
    /// - `recorded FILTER` waits until jq's filter holds for the lines of the record.
    private static let words = """
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        elsewhere sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        elsewhere ip link add low type veth peer name lower
        elsewhere ip link set lower up
        elsewhere ip link set low up
        # macvlan NAME: an interface here on one of the other namespace.
        macvlan() {
            elsewhere ip link add link low name "$1" type macvlan mode bridge
            elsewhere ip link set "$1" netns $$
            ip link set "$1" up
        }
        online() { ip address add 192.0.2.7/24 dev $1; ip route add default via 192.0.2.1 dev $1; }
        carry() {
            ip neighbor replace 192.0.2.1 lladdr 02:00:00:00:00:09 dev ${2:-wan0}
            bash -c 'exec >/dev/udp/192.0.2.1/9; for ((left = $1; left >= 1000; left -= 1000)); do printf %958s; done' bash $1
        }
        dir=$TEST_FOLDER/record
        # Text that no recorder wrote is left out.
        lines() { cat "$dir"/*.jsonl | jq -Rc 'fromjson? // empty'; }
        recorded() { asked=none; await holds "$1"; }
        # It asks only when the record has grown, because jq takes long to start.
        holds() {
            local size=$(cat "$dir"/*.jsonl | wc -c)
            [ $size != $asked ] || return 1
            asked=$size
            cat "$dir"/*.jsonl | jq -Rne "[inputs | fromjson? // empty] | $1"
        }
        # record [OPTION…]: starts a recorder, and waits for its first line.
        record() {
            starts=$(starts) || true
            "$REACH" record --dir "$dir" "$@" 2>>"$TEST_FOLDER/errors" & recorder=$!
            await starts_again
        }
        starts() { cat "$dir"/*.jsonl 2>/dev/null | grep -c '"event":"start"'; }
        starts_again() { [ "$(starts)" -gt "$starts" ]; }
        # sent: the sum of the bytes in the record, by interface.
        sent() {
            cat "$dir"/*.jsonl | jq -Rnr '[inputs | fromjson? // empty | .traffic // [] | .[]] |
                group_by(.interface)[] | "\\(.[0].interface) \\(map(.sent) | add)"'
        }
        # stop [SIGNAL]: ends the recorder.
        stop() { kill ${1:--TERM} $recorder; status=0; wait $recorder 2>/dev/null || status=$?; }

        """

    private func run(_ setup: String, command: String) async throws -> Outcome {
        try await Namespace.run(Self.words + setup, command: command)
    }

    @Test("The lines are a start, each change of the path, the traffic and a stop")
    func events() async throws {
        let outcome = try await run(
            """
            macvlan wan0
            record
            online wan0
            recorded '.[-1].path.status == "satisfied"'
            carry 10000
            """,
            command: """
                stop; echo $status
                lines | jq -r '.event' | uniq | tr '\\n' ' '
                lines | jq -r '[.schema, (.boot | length), (.uptime >= .awake)] | @csv' | uniq
                lines | jq -c 'select(.event == "start").traffic[0] | [.interface, .received, .sent, .type]'
                lines | jq -c 'select(.event == "path") | .changes | index("status")' | grep -c '^0$'
                sent
                stat -c '%a' "$dir" "$dir"/*.jsonl
                cat "$TEST_FOLDER/errors"
                """)
        #expect(
            outcome.text == """
                143
                start path traffic stop 1,36,true
                ["wan0",0,0,"other"]
                1
                wan0 10000
                750
                640

                """)
    }

    /// Each row: how the recorder ends, and what else is done before the next one.
    @Test(
        "A recorder that is started again counts each byte once",
        arguments: [
            ("-KILL", ""), ("-TERM", ""),
            ("-KILL", #"printf '{"schema":1,"time":"20' | tee -a "$dir"/*.jsonl >/dev/null"#),
            // A line that no program wrote as a whole.
            ("-KILL", #"echo 'what is this' | tee -a "$dir"/*.jsonl >/dev/null"#),
        ])
    func restarts(signal: String, damage: String) async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            # What passes before the first start does not count.
            carry 5000
            record
            carry 10000
            stop \(signal)
            \(damage)
            carry 20000
            record --interval 1s
            recorded '[.[] | .traffic // [] | .[].sent] | add == 30000'
            carry 40000
            recorded '[.[] | .traffic // [] | .[].sent] | add == 70000'
            # The record can be read.
            "$REACH" usage --dir "$dir" >/dev/null
            "$REACH" history --dir "$dir" --since 1h >/dev/null
            """,
            command: """
                stop; sent; sed "s|.*/$(date +%Y-%m)|MONTH|" "$TEST_FOLDER/errors"
                """)
        #expect(
            outcome.text
                == "wan0 70000\n"
                + (damage.isEmpty
                    ? ""
                    : damage.hasPrefix("printf")
                        ? "MONTH.jsonl: the last line was incomplete, and is cut off (22 bytes)\n"
                        : "MONTH.jsonl: the end is no line of reach record, and is cut off (13 bytes)\n")
        )
    }

    /// Each row: the boot of the lines in the file of the later month.
    @Test(
        "A file of a later month does not make bytes count again, for the clock may have been set",
        arguments: ["this", "other"])
    func laterMonth(boot: String) async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            echo '{"plans": [{"name": "LTE", "interface": "wan*", "limit": "50MB"}]}' >"$TEST_FOLDER/reach.json"
            mkdir "$TEST_FOLDER/run"; mount --bind "$TEST_FOLDER/run" /run
            record --config "$TEST_FOLDER/reach.json"
            carry 10000
            stop
            # The lines were written when the clock was in a later month.
            for file in "$dir"/*.jsonl; do
                sed 's/"time":"20..-../"time":"2099-01/' $file >"$dir/2099-01.jsonl"
                rm $file
            done
            [ \(boot) = this ] || sed -i 's/"boot":"[^"]*"/"boot":"old"/' "$dir/2099-01.jsonl"
            for number in 1 2 3; do
                record --config "$TEST_FOLDER/reach.json"
                carry 1000
                stop
            done
            """,
            command: """
                "$REACH" usage --dir "$dir" --config "$TEST_FOLDER/reach.json" --json |
                    jq -c '[.totals.sent, .plans[0].used]'
                """)
        // Of another boot, the bytes before count once.
        #expect(
            outcome.text == (boot == "this" ? "[3000,13000]\n" : "[13000,23000]\n"),
            "\(outcome.errors)")
    }

    @Test("Interfaces that come and go count with their last counters, and those on others do not")
    func devices() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            record
            ip link add vx0 type vxlan id 7 dev wan0 remote 192.0.2.1 dstport 4789
            ip link set vx0 up
            cable lan0
            carry 10000
            ip link delete wan0
            recorded '[.[] | .traffic // [] | .[].sent] | add == 10000'
            for index in 301 302; do
                macvlan wan$index
                online wan$index
                carry 1000 wan$index
                ip link delete wan$index
            done
            recorded '[.[] | .traffic // [] | .[].sent] | add == 12000'
            """, command: "stop; sent; cat \"$TEST_FOLDER/errors\"")
        #expect(outcome.text == "wan0 10000\nwan301 1000\nwan302 1000\n")
    }

    @Test("Bytes count under the cost that the interface had meanwhile")
    func networks() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            echo '{"overrides": [{"interface": "wan0", "metered": "no"}]}' >"$TEST_FOLDER/reach.json"
            record --config "$TEST_FOLDER/reach.json"
            carry 10000
            echo '{"overrides": [{"interface": "wan0", "metered": "yes"}]}' >"$TEST_FOLDER/new.json"
            mv "$TEST_FOLDER/new.json" "$TEST_FOLDER/reach.json"
            recorded '.[-1].path.metered.value == "yes"'
            carry 3000
            """,
            command: """
                stop
                lines | jq -r 'select(.event == "traffic").traffic[] | "\\(.metered) \\(.sent)"'
                """)
        #expect(outcome.text == "no 10000\nyes 3000\n")
    }

    @Test("A folder that is removed is made again, and nothing counts twice")
    func folderGone() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            record
            carry 10000
            mv "$dir" "$TEST_FOLDER/moved"
            ip route delete default
            recorded '.[0].event == "start" and .[-1].path.status == "unsatisfied"'
            stop -KILL
            carry 2000
            record
            """, command: "stop; sent; cat \"$TEST_FOLDER/errors\"")
        #expect(outcome.text == "wan0 12000\n")
    }

    @Test("A removed folder is made again, until another recorder has it")
    func folderTaken() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            record --interval 1s; first=$recorder
            carry 10000
            recorded '[.[] | .traffic // [] | .[].sent] | add == 10000'
            rm -r "$dir"
            carry 2000
            recorded '.[0].event == "start" and ([.[] | .traffic // [] | .[].sent] | add == 2000)'
            rm -r "$dir"
            record --interval 1s
            carry 3000
            """,
            command: """
                status=0; wait $first || status=$?; echo $status
                stop; sent; grep -c 'another recorder (process ' "$TEST_FOLDER/errors"
                """)
        #expect(outcome.text == "75\nwan0 3000\n1\n")
    }

    @Test(
        "A full disk is reported once, and later each byte is there once",
        .enabled(if: Machine.isRoot, "only root can mount a small file system"))
    func fullDisk() async throws {
        let outcome = try await run(
            """
            mkdir "$dir"
            mount -t tmpfs -o size=16k tmpfs "$dir"
            macvlan wan0; online wan0
            record --interval 1s
            head -c 100000 /dev/zero >"$dir/fill" 2>/dev/null || true
            carry 10000
            is_full() {
                ip route delete default; ip route add default via 192.0.2.1 dev wan0
                grep -q 'No space left' "$TEST_FOLDER/errors"
            }
            await is_full
            rm "$dir/fill"
            """,
            command: """
                stop
                sent
                lines | jq -es 'length > 2' >/dev/null && echo whole
                grep -c . "$TEST_FOLDER/errors"
                umount "$dir"
                """)
        #expect(outcome.text.hasPrefix("wan0 10000\nwhole\n"))
    }

    @Test(
        "Bytes that do not fit on the disk stay part of a plan whose limit changes",
        .enabled(if: Machine.isRoot, "only root can mount a small file system"))
    func fullDiskPlan() async throws {
        let outcome = try await run(
            """
            plan() {
                echo '{"plans": [{"name": "LTE", "interface": "wan*", "limit": "'$1'"}]}' \
                    >"$TEST_FOLDER/new.json"
                mv "$TEST_FOLDER/new.json" "$TEST_FOLDER/reach.json"
            }
            plan 1MB
            mkdir "$dir" "$TEST_FOLDER/run"
            mount --bind "$TEST_FOLDER/run" /run
            mount -t tmpfs -o size=16k tmpfs "$dir"
            macvlan wan0; online wan0
            record --interval 1s --config "$TEST_FOLDER/reach.json"
            head -c 100000 /dev/zero >"$dir/fill" 2>/dev/null || true
            is_full() {
                ip route delete default; ip route add default via 192.0.2.1 dev wan0
                grep -q 'No space left' "$TEST_FOLDER/errors"
            }
            await is_full
            carry 10000
            used() { await jq -e '.plans[0].used == '$1 /run/reach/plans.json; }
            used 10000
            plan 2MB
            # The plan is read again, and the recorder says so by its path, which cannot be written either.
            carry 3000
            used 13000
            """,
            command: """
                jq .plans[0].used /run/reach/plans.json
                stop
                umount "$dir"
                """)
        #expect(outcome.text == "13000\n", "\(outcome.errors)")
    }

    /// Reports while the recorder runs, and after it was killed: five lines, and the objects of the usage and the history.
    private static let reports = Task {
        try await Namespace.run(
            words + """
                macvlan wan0; online wan0
                record
                carry 10000
                """,
            command: """
                usage() { "$REACH" usage --dir "$dir" --json "$@"; }
                usage --by interface | jq -c '.rows[0] | [.interface, .sent]'
                usage --by day | jq -c '[.rows[0].day == (now | strflocaltime("%Y-%m-%d")), .totals.sent]'
                ip route delete default
                recorded '.[-1].path.status == "unsatisfied"'
                "$REACH" history --dir "$dir" --since 1h --json |
                    jq -c '[.outages[0].isStartKnown, .spans[-1].status, (.asleep | floor)]'
                stop -KILL
                carry 5000
                usage >"$TEST_FOLDER/usage"
                jq -c '.totals.sent' "$TEST_FOLDER/usage"
                "$REACH" history --dir "$dir" --since 1h --json >"$TEST_FOLDER/history"
                jq -c '.spans[-1].status' "$TEST_FOLDER/history"
                cat "$TEST_FOLDER/usage" "$TEST_FOLDER/history"
                """)
    }

    @Test(
        "The usage includes what the kernel has counted since the last line, and the history goes up to now"
    )
    func live() async throws {
        let outcome = try await Self.reports.value
        #expect(
            outcome.text.split(separator: "\n").prefix(5) == [
                #"["wan0",10000]"#, "[true,10000]", #"[true,"unsatisfied",0]"#, "15000", "null",
            ], "\(outcome.errors)")
    }

    @Test(
        "The usage and the history of a recorder that was killed conform to their schemas",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
    func liveSchema() async throws {
        let outcome = try await Self.reports.value
        let objects = outcome.text.split(separator: "\n").dropFirst(5).map(String.init)
        try #require(objects.count == 2, "\(outcome.errors)")
        let verdicts = try await Schemas.verdicts(
            [("usage", objects[0]), ("history", objects[1])], onlyDocumented: true)
        #expect(verdicts == ["valid", "valid"])
    }

    @Test(
        "While the recorder runs, every user may read the sums of a plan, and the usage shows the plan"
    )
    func plans() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            echo '{"plans": [{"name": "LTE", "interface": "wan*", "limit": "50kB", "renews": "daily"}]}' \\
                >"$TEST_FOLDER/reach.json"
            mkdir "$TEST_FOLDER/run"; mount --bind "$TEST_FOLDER/run" /run
            umask 077
            record --config "$TEST_FOLDER/reach.json" --interval 1s
            carry 40000
            await jq -e '.plans[0].used == 40000' /run/reach/plans.json
            """,
            command: """
                stat -c %a "$dir" /run/reach /run/reach/plans.json /run/reach/plans.lock | tr '\\n' ' '; echo
                jq -c '[.schema, (.boot | length), .plans[0].name, .counters[0].plan, .counters[0].sent]' \
                    /run/reach/plans.json
                lines | jq -c 'select(.event == "traffic").traffic[0] | [.plan, .metered]' | uniq
                usage() { "$REACH" usage --dir "$dir" --config "$TEST_FOLDER/reach.json" "$@"; }
                usage --json | jq -c '.plans[0] | [.name, .used, .limit, .warning, .state]'
                usage | grep '^LTE'
                # The folder of a user goes with the session.
                rm -r /run/reach
                carry 1000
                await jq -e '.plans[0].used == 41000' /run/reach/plans.json
                flock --nonblock --shared /run/reach/plans.lock true || echo locked
                stop
                [ -e /run/reach/plans.json ] || echo removed
                usage --by plan --json | jq -c '[.rows[0].plan, .rows[0].sent, .plans[0].state]'
                cat "$TEST_FOLDER/errors"
                """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        try #require(lines.count == 8, "\(outcome.text)\(outcome.errors)")
        #expect(Array(lines[0...1]) == ["750 755 644 644 ", #"[1,36,"LTE","LTE",40000]"#])
        #expect(
            Array(lines[2...3]) == [#"["LTE","yes"]"#, #"["LTE",40000,50000,40000,"warning"]"#])
        #expect(lines[4].hasPrefix("LTE   40 of 50 kB (80 %)  "))
        #expect(Array(lines[5...7]) == ["locked", "removed", #"["LTE",41000,"warning"]"#])
    }

    /// Each row: the lines as `time boot uptime event`, the range, the recorded seconds, and whether gaps are reported.
    @Test(
        "The recorded time of a usage follows the clock that cannot be set, and the lines after the range",
        arguments: [
            (
                ["10T08:00 b 100 start", "10T11:00 b 3700 traffic", "10T12:00 b 7300 stop"],
                "2024-11-10", "2024-11-11", 7200, true
            ),
            (
                ["10T08:00 b 100 start", "10T07:00 b 3700 traffic", "10T08:00 b 7300 stop"],
                "2024-11-10", "2024-11-11", 7200, true
            ),
            (
                [
                    "02T00:01 a 60 start", "03T00:00 a 86400 stop", "03T00:01 b 10 start",
                    "10T08:00 b 70 traffic", "10T09:00 b 3670 stop",
                ], "2024-11-02", "2024-11-10 09:00", 90_000, true
            ),
            (
                ["09T20:00 b 100 start", "09T21:00 b 3700 traffic", "10T08:00 b 43300 stop"],
                "2024-11-10", "2024-11-10 06:00", 21_600, false
            ),
            // The machine loses its power, and another recorder runs later.
            (
                [
                    "10T08:00 a 60 start", "10T09:00 a 3660 traffic", "10T12:00 b 30 start",
                    "10T20:00 b 28830 stop",
                ], "2024-11-10 08:00", "2024-11-10 11:00", 3600, true
            ),
        ])
    func recordedTime(
        lines: [String], since: String, until: String, seconds: Int, hasGap: Bool
    ) async throws {
        let outcome = try await run(
            """
            export TZ=UTC
            macvlan wan0
            mkdir "$dir"
            while read time boot uptime event; do
                printf '{"schema":1,"time":"2024-11-%s:00.000Z","boot":"%s","uptime":%s,"awake":%s,"event":"%s","traffic":[]}\\n' \
                    $time $boot $uptime $uptime $event
            done >"$dir/2024-11.jsonl" <<END
            \(lines.joined(separator: "\n"))
            END
            record --keep 40000d
            """,
            command: """
                usage() { "$REACH" usage --dir "$dir" --since '\(since)' --until '\(until)' "$@"; }
                usage --json | jq .recorded
                usage | grep -c 'Nothing was recorded from' || true
                stop
                usage --json | jq .recorded
                """)
        let counts = outcome.text.split(separator: "\n").compactMap { Double($0) }.map { Int($0) }
        try #require(counts.count == 3, "\(outcome.text)\(outcome.errors)")
        #expect(counts[0] == seconds)
        #expect((counts[1] > 0) == hasGap)
        #expect(counts[2] == seconds)
    }

    @Test("Without a record, a usage has the kernel's counters, and says how to record")
    func noRecord() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            carry 3000
            mkdir "$dir"
            """,
            command: """
                "$REACH" usage --dir "$dir" --json | jq -c '[.by, (.recorded | floor), .rows[0].interface, .totals.sent]'
                "$REACH" usage --dir "$dir" | tail -n 1
                """)
        #expect(outcome.text.hasPrefix(#"["interface",0,"wan0",3000]"#))
        #expect(outcome.text.contains("wan0            0 B  3 kB   3 kB"))
        #expect(outcome.errors.contains("sudo systemctl enable --now reach-record.service"))
    }

    /// What is said of the first line of a file that a later version of reach has written.
    private static let newer =
        "newer/2026-11.jsonl, line 1: this was written by a newer version of reach (schema 2; this version knows 1)"

    /// Each row: options, the exit code, and what the error says beside the command that starts a recorder.
    @Test(
        "Without a record, a usage says what it shows, and what it cannot answer",
        arguments: [
            ("", 0, "these are the kernel's counters since the boot"),
            ("--by interface", 0, "these are the kernel's counters since the boot"),
            ("--since 1h", 0, "--since cannot be answered without a record"),
            ("--since 1h --by day", 0, "--since and --by day cannot be answered"),
            ("--until tomorrow", 0, "these are the kernel's counters since the boot"),
            (
                "--until 2024-11-20 --since 2024-11-01", 66,
                "nothing is known of a time that ends before now"
            ),
        ])
    func unanswered(options: String, code: Int32, text: String) async throws {
        let outcome = try await run(
            "macvlan wan0; mkdir \"$dir\"", command: "\"$REACH\" usage --dir \"$dir\" \(options)")
        #expect(outcome.status == code)
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
        #expect(outcome.errors.contains("sudo systemctl enable --now reach-record.service"))
        #expect(outcome.text.hasPrefix("Since the boot at ") == (code == 0), "\(outcome.text)")
    }

    @Test("The recorder's own lines have the states of the plan, each from its beginning")
    func ownPlan() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            plan() {
                echo "{\\"plans\\": [{\\"name\\": \\"$1\\", \\"interface\\": \\"wan*\\", \\"limit\\": \\"50kB\\"}]}" \
                    >"$TEST_FOLDER/new.json"
                mv "$TEST_FOLDER/new.json" "$TEST_FOLDER/reach.json"
            }
            plan LTE
            mkdir "$TEST_FOLDER/run"; mount --bind "$TEST_FOLDER/run" /run
            record --config "$TEST_FOLDER/reach.json"
            carry 41000
            recorded '.[-1].path.plan.state == "warning"'
            carry 10000
            recorded '.[-1].path.plan.state == "over"'
            plan other
            recorded '.[-1].path.plan.name == "other"'
            """,
            command: """
                stop
                lines | jq -c 'select(.path).path.plan | [.name, .state]' | uniq
                """)
        #expect(
            outcome.text == """
                ["LTE","within"]
                ["LTE","warning"]
                ["LTE","over"]
                ["other","within"]

                """, "\(outcome.errors)")
    }

    /// Each row: a command, the exit code, and what the error says.
    @Test(
        "The error names the record that cannot be read",
        arguments: [
            ("usage --dir missing", 66, "cannot open missing: No such file or directory"),
            ("history --dir missing", 66, "cannot open missing: No such file or directory"),
            ("usage --dir bad", 65, "bad/2026-11.jsonl, line 1: this is no line of reach record"),
            ("history --dir bad", 65, "bad/2026-11.jsonl, line 1: this is no line of reach record"),
            ("usage --dir newer", 65, newer), ("history --dir newer", 65, newer),
            ("record --dir newer", 65, newer),
            ("usage --dir pipe", 66, "2026-11.jsonl, which is not a regular file"),
            ("history --dir pipe", 66, "2026-11.jsonl, which is not a regular file"),
            ("record --dir pipe", 73, "2026-11.jsonl: "),
            ("record --dir bad", 73, "bad/2026-11.jsonl, line 1: this is no line of reach record"),
            ("usage --dir bad --by week", 64, "'week'"),
            ("usage --since 2026-11-20 --until 2026-11-19", 64, "--since is"),
            ("usage --until 2026-10-01", 64, "--until is 2026-10-01 00:00:00"),
            ("history --dir bad --from -", 64, "exclude each other"),
            ("usage --svg - --json", 64, "--svg - and --json exclude each other"),
            ("history --svg - --json", 64, "--svg - and --json exclude each other"),
            ("usage --dir rows", 65, "rows/2026-11.jsonl, line 1: this is no line of reach record"),
            (
                "history --dir rows", 65,
                "rows/2026-11.jsonl, line 1: this is no line of reach record"
            ),
            ("usage --svg /", 64, "--svg needs the name of a file"),
        ])
    func unreadable(command: String, code: Int32, text: String) async throws {
        let outcome = try await Namespace.run(
            """
            cd "$TEST_FOLDER"; mkdir bad newer pipe; mkfifo "pipe/$(date +%Y-%m).jsonl"
            printf 'nonsense\\n' >"bad/$(date +%Y-%m).jsonl"
            printf '{"schema":2,"event":"end"}\\n' >"newer/$(date +%Y-%m).jsonl"
            mkdir rows
            date -u '+{"schema":1,"time":"%FT%TZ","boot":"a","uptime":1,"awake":1,"event":"traffic","traffic":[7]}' \\
                >"rows/$(date +%Y-%m).jsonl"
            """, command: "date +%Y-%m; \"$REACH\" \(command)")
        #expect(outcome.status == code, "\(outcome.errors)")
        let month = outcome.text.prefix { $0 != "\n" }
        #expect(
            outcome.errors.contains(text.replacing("2026-11.", with: "\(month).")),
            "\(outcome.errors)")
    }

    /// Each row: a setup, options, the exit code, and what the error says.
    @Test(
        "A recorder that cannot start says why",
        arguments: [
            ("", "--dir ''", 64, "--dir needs the name of a folder"),
            ("", "--interval 999ms", 64, "--interval must be at least 1s"),
            (
                ": >file", "--dir file/record", 73,
                "cannot make the folder file/record: Not a directory"
            ),
            (": >file", "--dir file", 73, "cannot open file/.lock: Not a directory"),
            ("mkdir -p record/$(date +%Y-%m).jsonl", "--dir record", 73, "jsonl: Is a directory"),
            (
                "mkdir record; ln -s /dev/null record/$(date +%Y-%m).jsonl", "--dir record", 73,
                "jsonl: "
            ),
            ("", "--dir record --config /nonexistent.json", 78, "/nonexistent.json: no such file"),
            ("unset HOME XDG_STATE_HOME", "--dir record --validated", 78, "--validated"),
        ])
    func failures(setup: String, options: String, code: Int32, text: String) async throws {
        let outcome = try await Namespace.run(
            "cd \"$TEST_FOLDER\"; \(setup)", command: "\"$REACH\" record \(options)")
        #expect(outcome.status == code)
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }

    @Test(
        "The lines of a record conform to their schema, which names each member",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"),
        .enabled(if: Schemas.areReadable, "the project's folder is not open to this user"))
    func schema() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            echo '{"plans": [{"name": "LTE", "interface": "wan*", "limit": "50kB"}]}' >"$TEST_FOLDER/reach.json"
            mkdir "$TEST_FOLDER/run"; mount --bind "$TEST_FOLDER/run" /run
            record --config "$TEST_FOLDER/reach.json"
            carry 10000
            ip route delete default
            recorded '.[-1].path.status == "unsatisfied"'
            """, command: "stop; lines")
        let lines = outcome.text.split(separator: "\n").map { ("record", String($0)) }
        let events = try lines.map {
            try JSON(Data($0.1.utf8))["event"]
        }
        for event in ["start", "path", "traffic", "stop"] {
            #expect(events.contains(.string(event)))
        }
        let verdicts = try await Schemas.verdicts(lines, onlyDocumented: true)
        #expect(verdicts == Array(repeating: "valid", count: lines.count))
    }

    @Test("A watch reports at once that the recorder was killed and the plan is unknown")
    func killed() async throws {
        let outcome = try await run(
            """
            macvlan wan0; online wan0
            echo '{"plans": [{"name": "LTE", "interface": "wan*", "limit": "50MB"}]}' >"$TEST_FOLDER/reach.json"
            mkdir "$TEST_FOLDER/run"; mount --bind "$TEST_FOLDER/run" /run
            export XDG_RUNTIME_DIR=$TEST_FOLDER/none
            watched() { await sh -c "tail -n 1 '$TEST_FOLDER/lines' | grep -q 'plan.:{.name.:.LTE.,.state.:.$1'"; }
            record --config "$TEST_FOLDER/reach.json"
            await test -s "$TEST_FOLDER/run/reach/plans.json"
            # A rate is seen, so that the next look is minutes away.
            "$REACH" watch --config "$TEST_FOLDER/reach.json" --json >"$TEST_FOLDER/lines" & watch=$!
            watched within
            stop -KILL
            watched unknown
            record --config "$TEST_FOLDER/reach.json"
            watched within
            """, command: "kill $watch; stop; jq -r .path.plan.state \"$TEST_FOLDER/lines\" | uniq")
        #expect(outcome.text == "within\nunknown\nwithin\n")
    }

    @Test("A recorder reports once that the plan of an interface counts nothing")
    func uncounted() async throws {
        let outcome = try await run(
            """
            uplink veth0 192.0.2.7/24 192.0.2.1
            echo '{"plans": [{"name": "LTE", "interface": "veth*", "limit": "50MB"}]}' >"$TEST_FOLDER/reach.json"
            mkdir "$TEST_FOLDER/run"; mount --bind "$TEST_FOLDER/run" /run
            record --config "$TEST_FOLDER/reach.json"
            ip route delete default
            recorded '.[-1].path.status == "unsatisfied"'
            ip route add default via 192.0.2.1
            recorded '.[-1].path.status == "satisfied"'
            """, command: "stop; cat \"$TEST_FOLDER/errors\"")
        #expect(
            outcome.text
                == "reach: the data plan “LTE” does not count veth0, which carries the bytes of another interface or namespace\n"
        )
    }

    @Test(
        "The sums agree with those of vnstat beside it",
        .enabled(if: Machine.has("vnstat", "vnstatd"), "vnstat is not installed"))
    func vnstat() async throws {
        let outcome = try await run(
            """
            macvlan wan0; macvlan wan1; online wan0
            ip address add 198.51.100.7/24 dev wan1
            mkdir "$TEST_FOLDER/database"
            cat >"$TEST_FOLDER/vnstat.conf" <<END
            DatabaseDir "$TEST_FOLDER/database"
            PidFile "$TEST_FOLDER/vnstat.pid"
            AlwaysAddNewInterfaces 1
            MaxBandwidth 0
            BandwidthDetection 0
            UpdateInterval 2
            PollInterval 2
            UseLogging 0
            END
            vnstatd --config "$TEST_FOLDER/vnstat.conf" --nodaemon >"$TEST_FOLDER/daemon" 2>&1 & daemon=$!
            vnstat() { command vnstat --config "$TEST_FOLDER/vnstat.conf" "$@"; }
            total() { vnstat -i $1 --json | jq '.interfaces[0].traffic.total.tx'; }
            # has_counted WAN0 WAN1: at least these bytes. On SIGHUP the daemon writes what it has counted.
            has_counted() { kill -HUP $daemon; [ $(total wan0) -ge $1 ] && [ $(total wan1) -ge $2 ]; }
            await grep -q 'Monitoring (' "$TEST_FOLDER/daemon"
            await has_counted 0 0
            record --interval 1s
            carry 1000000
            ip neighbor replace 198.51.100.1 lladdr 02:00:00:00:00:09 dev wan1
            ip route replace 192.0.2.1 via 198.51.100.1 dev wan1
            carry 200000 wan1
            ip route delete 192.0.2.1 via 198.51.100.1 dev wan1
            carry 300000
            await has_counted 1300000 200000
            """,
            command: """
                stop; kill $daemon
                echo "wan0 $(total wan0)"; echo "wan1 $(total wan1)"
                sent; cat "$TEST_FOLDER/errors"
                """)
        let lines = outcome.text.split(separator: "\n").map(String.init)
        #expect(lines == ["wan0 1300000", "wan1 200000", "wan0 1300000", "wan1 200000"])
    }

    @Test("400 interfaces are counted, each by itself")
    func manyInterfaces() async throws {
        let outcome = try await run(
            """
            for number in $(seq 400); do
                echo "link add link low name many$number type macvlan mode bridge"
                echo "link set many$number netns $$"
            done >"$TEST_FOLDER/batch"
            elsewhere ip -batch "$TEST_FOLDER/batch"
            ip link set many7 up; online many7
            record
            carry 10000 many7
            elsewhere true
            """,
            command: """
                stop
                lines | jq -c 'select(.event == "start").traffic | [length, (map(.interface) | unique | length)]'
                sent | sort | uniq -c | sort -rn | awk '$3 > 0'
                "$REACH" usage --dir "$dir" --json | jq -c '[(.rows | length), .totals.sent]'
                cat "$TEST_FOLDER/errors"
                """)
        #expect(
            outcome.text == """
                [400,400]
                      1 many7 10000
                [1,10000]

                """)
    }

    @Test("A second recorder for a folder ends with 75, and old files go")
    func second() async throws {
        let outcome = try await run(
            """
            mkdir "$dir"
            : >"$dir/2001-01.jsonl"; : >"$dir/$(date -d '-40 days' +%Y-%m).jsonl"; : >"$dir/notes.txt"
            record --keep 50d
            """, command: "\"$REACH\" record --dir \"$dir\"; echo $?; stop; ls \"$dir\" | wc -l")
        #expect(outcome.text == "75\n3\n")
        #expect(outcome.errors.contains("another recorder (process "))
    }
}
