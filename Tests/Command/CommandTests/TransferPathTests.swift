// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Transfers whose network, disk or files change while they run, with the real program.
@Suite(
    .enabled(if: Machine.hasNamespaces, "needs network namespaces"),
    .enabled(if: Machine.isRoot, "needs root"))
struct TransferPathTests {
    /// Two uplinks to a server. The second one costs.
    private static let uplinks = """
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        mkdir "$TEST_FOLDER/reach" "$TEST_FOLDER/files"
        cd "$TEST_FOLDER/files"
        echo '{"overrides": [
            {"interface": "eth0", "metered": "no"}, {"interface": "eth1", "metered": "yes"}]}' \\
            >"$TEST_FOLDER/reach/reach.json"
        uplink eth0 192.0.2.7/24
        uplink eth1 203.0.113.7/24
        elsewhere ip link set lo up
        for name in eth0 eth1; do ip link set $name-far netns $other; done
        elsewhere ip address add 192.0.2.1/24 dev eth0-far
        elsewhere ip address add 203.0.113.1/24 dev eth1-far
        elsewhere ip address add 198.51.100.9/32 dev lo
        for name in eth0 eth1; do elsewhere ip link set $name-far up; done
        await state_is eth0 UP
        await state_is eth1 UP
        ip route add default via 192.0.2.1 dev eth0 metric 100
        ip route add default via 203.0.113.1 dev eth1 metric 200
        serves elsewhere "$HOSTILE_SERVER" --log "$TEST_FOLDER/log" --any 8080
        queue() { "$REACH" queue "$@" --store "$TEST_FOLDER/store"; }
        state() { queue list --json | grep -q "\\"state\\":\\"$1\\",\\"reasons\\":\\[$2\\]"; }
        # holds N: the partial file has more than N bytes.
        holds() { [ "$(stat -c %s .file.bin.*.part)" -gt "$1" ]; }
        """

    /// Counts the segments of TCP over the link that costs.
    private static let counting = #"""
        cat >"$TEST_FOLDER/count.py" <<'END'
        import socket
        packets = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        packets.bind(("eth1-far", 0))
        print("ready", flush=True)
        while True:
            packet = packets.recv(2048)
            if packet[12:14] == b"\x08\x00" and packet[23] == 6: print("TCP", flush=True)
        END
        elsewhere python3 "$TEST_FOLDER/count.py" >"$TEST_FOLDER/counted" &
        await grep -q ready "$TEST_FOLDER/counted"
        segments() { grep -c TCP "$TEST_FOLDER/counted"; }
        # The kernel sends unconfirmed segments again after a time. Then the worker has closed the socket, or it times out.
        timeouts() { nstat --noupdate --ignore --zeros TcpExtTCPTimeouts | awk '/Timeouts/ { print $2 }'; }
        has_socket() { ss --no-header --tcp state connected exclude time-wait dst 198.51.100.9 | grep -q .; }
        is_over() { ! has_socket || [ "$(timeouts)" -gt "$before" ]; }
        # lose: the free link goes, as NetworkManager does it, and prints what is sent over the other link.
        lose() {
            before=$(timeouts)
            elsewhere ip link set eth0-far down
            ip route del default dev eth0
            await state waiting '"metered"'
            await is_over
            echo "segments: $(segments)"
        }
        # regain: the free link comes back. Others have used the one that costs, so that it is known that this counts.
        regain() {
            "$REACH" fetch -o other.bin http://198.51.100.9:8080/b/-/-/other.bin \
                --store "$TEST_FOLDER/others" 2>/dev/null
            echo "of others: $([ "$(segments)" -gt 2 ] && echo more)"
            elsewhere ip link set eth0-far up
            ip route add default via 192.0.2.1 dev eth0 metric 100
        }

        """#

    @Test(
        "A download stops when the path begins to cost, sends nothing over the metered link, and is resumed",
        .enabled(if: Machine.has("python3"), "needs python3, which counts packets"))
    func metered() async throws {
        let outcome = try await Namespace.run(
            "\(Self.uplinks)\n\(Self.counting)",
            command: #"""
                url=http://198.51.100.9:8080/a/pace=10/pace=20000/file.bin
                "$REACH" fetch --detach --unmetered -o file.bin "$url" --store "$TEST_FOLDER/store"
                queue run --until-empty &
                worker=$!
                await holds 100
                lose
                regain
                wait $worker
                echo "worker: $?"
                stat -c '%s bytes' file.bin
                grep -c "Range: bytes=" "$TEST_FOLDER/log"
                queue list --json | grep -o '"state":"[a-z]*"'
                """#)
        #expect(
            outcome.text.split(separator: "\n").dropFirst() == [
                "segments: 0", "of others: more", "worker: 0", "300000 bytes", "1",
                "\"state\":\"finished\"",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "An upload stops when the path begins to cost, sends nothing over the metered link, and is resumed",
        .enabled(if: Machine.has("python3"), "needs python3, which counts packets"))
    func meteredUpload() async throws {
        let server = Program.package.appending(path: "Tests/Transfers/Scenarios/uploads.py").path
        let outcome = try await Namespace.run(
            "\(Self.uplinks)\n\(Self.counting)",
            command: #"""
                sleep 1000 | elsewhere python3 -B "\#(server)" 8081 >"$TEST_FOLDER/taken" &
                # has N: the server has more than N bytes.
                has() { [ "$(tail -n 1 "$TEST_FOLDER/taken")" -gt "$1" ]; }
                await elsewhere python3 -c 'import socket; socket.create_connection(("127.0.0.1", 8081))'
                head -c 400000 /dev/zero >photo.bin
                "$REACH" upload --detach --unmetered photo.bin http://198.51.100.9:8081/tus \
                    --store "$TEST_FOLDER/store"
                queue run --until-empty &
                worker=$!
                await has 99999
                lose
                echo "complete: $(has 399999 && echo yes || echo no)"
                regain
                wait $worker
                echo "worker: $?"
                tail -n 1 "$TEST_FOLDER/taken"
                queue list --json | grep -o '"state":"[a-z]*"'
                """#)
        #expect(
            outcome.text.split(separator: "\n").dropFirst() == [
                "segments: 0", "complete: no", "of others: more", "worker: 0", "400000",
                "\"state\":\"finished\"",
            ], "\(outcome.text) \(outcome.errors)")
    }

    /// Names of hosts.
    private static let names = """
        # names LINE...: the content of /etc/hosts.
        names() { printf '%s\\n' "$@" >"$TEST_FOLDER/hosts"; mount --bind "$TEST_FOLDER/hosts" /etc/hosts; }
        # reasons WORD: how many transfers wait for that.
        reasons() { queue list --json | grep -c "\\"reasons\\":\\[\\"$1\\"\\]"; }
        """

    @Test("However many hosts there are, the conditions are asked of the path to each")
    func manyHosts() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplinks)
            \(Self.names)
            elsewhere ip route add local 198.51.100.0/24 dev lo
            for i in $(seq 100); do echo "198.51.100.$i h$i.example"; done >"$TEST_FOLDER/list"
            names "$(cat "$TEST_FOLDER/list")" "198.51.100.200 free.example"
            # The path to 100 hosts costs, that to the internet and to one more does not.
            ip route add 198.51.100.0/25 via 203.0.113.1 dev eth1
            """,
            command: """
                for i in $(seq 100); do echo "http://h$i.example:8080/a/-/-/$i.bin"; done >list
                echo http://free.example:8080/a/-/-/free.bin >>list
                "$REACH" fetch --detach --unmetered --input-file list --store "$TEST_FOLDER/store" >ids
                queue run --until-empty &
                await test -s free.bin
                waiting() { [ "$(reasons metered)" -eq 100 ]; }
                await waiting
                echo "metered: $(reasons metered), asked: $(grep -c '^GET' "$TEST_FOLDER/log")"
                # The conditions are asked again when the path changes, of each.
                ip route replace 198.51.100.0/25 via 192.0.2.1 dev eth0
                wait $!
                ls *.bin | wc -l
                """)
        #expect(
            outcome.text.split(separator: "\n").suffix(2) == ["metered: 100, asked: 1", "101"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "Names that no name server answers for delay no other transfer, and no server of the home network"
    )
    func deadNames() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.uplinks)
            \(Self.names)
            ip route del default dev eth0
            ip route del default dev eth1
            names "192.0.2.1 home.example"
            resolver 'nameserver 127.0.0.1' 'options timeout:30 attempts:5'
            echo 'hosts: files dns' >"$TEST_FOLDER/switch"
            mount --bind "$TEST_FOLDER/switch" /etc/nsswitch.conf
            sleep 1000 | python3 -c 'import socket, sys
            names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            names.bind(("127.0.0.1", 53))
            print("ready", flush=True)
            sys.stdin.read()' >"$TEST_FOLDER/silent" &
            await grep -q ready "$TEST_FOLDER/silent"
            """,
            command: """
                for i in $(seq 150); do echo "http://dead$i.example:8080/$i.bin"; done >list
                echo http://home.example:8080/a/-/-/home.bin >>list
                "$REACH" fetch --detach --input-file list --store "$TEST_FOLDER/store" >ids
                "$REACH" queue run --store "$TEST_FOLDER/store" &
                # A look-up of one of the other names takes minutes.
                await test -s home.bin && echo "in time"
                kill $! && wait $!
                echo "worker: $?"
                """)
        #expect(
            outcome.text.split(separator: "\n").suffix(2) == ["in time", "worker: 143"],
            "\(outcome.text) \(outcome.errors)")
    }

    /// A store, and a file system for the files that the test may fill or close.
    private static let disk = """
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        mkdir "$TEST_FOLDER/files"
        mount -t tmpfs -o size=256k none "$TEST_FOLDER/files"
        serves "$HOSTILE_SERVER" --log "$TEST_FOLDER/log"
        server=http://127.0.0.1:$port
        queue() { "$REACH" queue "$@" --store "$TEST_FOLDER/store"; }
        fetch() { "$REACH" fetch --detach --store "$TEST_FOLDER/store" "$@" >/dev/null; }
        state() { queue list --json | grep -q "\\"state\\":\\"$1\\",\\"reasons\\":\\[$2\\]"; }
        holds() { [ "$(stat -c %s "$TEST_FOLDER"/$1/.file.bin.*.part)" -gt "$2" ]; }
        # rest KEY: another request, with which the server sends the rest of a file at once.
        rest() { "$REACH" fetch -o "$TEST_FOLDER/other" "$server/$1/-/-/other" --store "$TEST_FOLDER/others" 2>/dev/null; }
        """

    @Test(
        "Without space in the destination a download waits with the reason 'space', whether its length is known or not",
        arguments: ["right", "chunked"])
    func space(length: String) async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: """
                fetch -o "$TEST_FOLDER/files/file.bin" "$server/a/length=\(length)/length=\(length)/file.bin"
                queue run --until-empty &
                worker=$!
                await state waiting '"space"'
                kill $worker
                wait $worker
                [ ! -e "$TEST_FOLDER/files/file.bin" ] && echo "no file"
                mount -o remount,size=1m "$TEST_FOLDER/files"
                queue pause 1 && queue resume 1
                timeout 300 "$REACH" queue run --until-empty --store "$TEST_FOLDER/store"
                stat -c '%s bytes' "$TEST_FOLDER/files/file.bin"
                ls -A "$TEST_FOLDER/files"
                """)
        #expect(
            outcome.text.split(separator: "\n").suffix(3) == [
                "no file", "300000 bytes", "file.bin",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A file larger than the worker may write is the failure of its transfer alone, and resumed without the limit"
    )
    func fileSizeLimit() async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: #"""
                cd "$TEST_FOLDER"
                fetch -o large "$server/a/size=4000000/size=4000000/large"
                # The command at the end has no handler of the signal: it is ended as ever.
                fetch -o small "$server/b/-/-/small" --then sh -c '
                    sh -c "head -c 3000000 /dev/zero >$TEST_FOLDER/zeros"; echo "command: $?" >$TEST_FOLDER/result'
                (ulimit -f 2000; queue run --until-empty)
                echo "worker: $?"
                cat result
                queue list --json | grep -o '"state":"failed"\|"code":"io"\|is larger than this process may write'
                stat -c '%s bytes' small
                queue retry 1
                queue run --until-empty
                stat -c '%s bytes' large
                grep -c 'Range: bytes=' log
                """#)
        #expect(
            outcome.text.split(separator: "\n") == [
                "worker: 0", "command: 153", "\"state\":\"failed\"", "\"code\":\"io\"",
                "is larger than this process may write", "300000 bytes", "4000000 bytes", "1",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A file is completed also where the file system has neither links nor modes, and replaces none"
    )
    func noLinks() async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: """
                cd "$TEST_FOLDER"
                fetch -o new "$server/a/cut=150000/-/new"
                fetch -o taken "$server/b/pace=10/-/taken"
                "$REFUSE_NETLINK" --naming "$REACH" queue run --until-empty --store "$TEST_FOLDER/store" &
                worker=$!
                await sh -c 'ls -A | grep -q taken.2-'
                : >taken
                rest b
                wait $worker
                queue list --json | grep -o '"code":"[a-z]*"'
                stat -c '%n: %s bytes' new taken
                ls -A | grep -c part
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "\"code\":\"exists\"", "new: 300000 bytes", "taken: 0 bytes", "1",
            ], "\(outcome.text) \(outcome.errors)")
    }

    /// A process that performs the transfers, another one that waits, and the file that the other one must make.
    struct Takeover: Sendable, CustomTestStringConvertible {
        let first: String
        let second: String
        let file: String
        /// How many files the first one receives.
        let count: Int

        var testDescription: String { "\(second) after \(first)" }
    }

    @Test(
        "A process that waits for transfers performs them when the worker is killed",
        arguments: [
            Takeover(
                first: "fetch -o 1.bin $(slow b)", second: "fetch -o 2.bin $(slow c)",
                file: "2.bin",
                count: 3),
            Takeover(
                first: "fetch -o 1.bin $(slow b)", second: "queue run --until-empty", file: "1.bin",
                count: 2),
            Takeover(
                first: "queue run", second: "queue run --until-empty", file: "file.bin", count: 1),
        ])
    func takeover(_ takeover: Takeover) async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: """
                umount "$TEST_FOLDER/files"
                cd "$TEST_FOLDER/files"
                # A file that takes five minutes, but its rest does not.
                slow() { echo $server/$1/pace=10/pace=20000/file.bin; }
                fetch -o file.bin "$(slow a)"
                "$REACH" \(takeover.first) --store "$TEST_FOLDER/store" 2>/dev/null &
                await holds files 100
                "$REACH" \(takeover.second) --store "$TEST_FOLDER/store" 2>/dev/null &
                second=$!
                both_run() { [ "$(pgrep -c -f -- "--store $TEST_FOLDER/store")" -ge 2 ]; }
                await both_run
                all_begun() { [ "$(find . -name '.*.part' -size +100c | wc -l)" = \(takeover.count) ]; }
                await all_begun
                kill -9 "$(cat "$TEST_FOLDER/store/worker.lock")"
                wait $second
                echo "exit $?"
                stat -c '%s bytes' \(takeover.file)
                """)
        #expect(
            outcome.text.split(separator: "\n").suffix(2) == ["exit 0", "300000 bytes"],
            "\(outcome.text) \(outcome.errors)")
    }

    /// What happens to the destination while the file is received, and what becomes of the transfer.
    struct Disruption: Sendable, CustomTestStringConvertible {
        let name: String
        let commands: String
        let state: String
        /// What is true then, as a shell command.
        let check: String

        var testDescription: String { name }
    }

    @Test(
        "A change of the destination during a download makes no wrong file, and touches no other file",
        arguments: [
            Disruption(
                name: "the folder is removed", commands: "rm -r $folder", state: "failed",
                check: "! [ -e $folder ]"),
            Disruption(
                name: "the folder is another one",
                commands: "mv $folder $folder-old; mkdir $folder",
                state: "finished", check: "[ $(stat -c %s $folder/file.bin) = 300000 ]"),
            Disruption(
                name: "the file system is read-only",
                commands: "mount --bind $folder $folder && mount -o remount,bind,ro $folder",
                state: "failed", check: "! [ -e $folder/file.bin ]"),
            Disruption(
                name: "a link takes the name of the partial file",
                commands: """
                    echo mine >$TEST_FOLDER/mine
                    part=$(ls $folder/.file.bin.*.part)
                    ln -sf $TEST_FOLDER/mine $part
                    """,
                state: "finished",
                check: "[ $(cat $TEST_FOLDER/mine) = mine ] && [ ! -L $folder/file.bin ]"),
            Disruption(
                name: "a link takes the name of the file",
                commands: "echo mine >$TEST_FOLDER/mine; ln -s $TEST_FOLDER/mine $folder/file.bin",
                state: "failed",
                check: "[ $(cat $TEST_FOLDER/mine) = mine ] && [ -L $folder/file.bin ]"),
            Disruption(
                name: "a file takes the name of the file", commands: "echo mine >$folder/file.bin",
                state: "failed", check: "[ $(cat $folder/file.bin) = mine ]"),
        ])
    func destination(_ disruption: Disruption) async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: """
                folder=$TEST_FOLDER/sub/to
                mkdir -p $folder
                fetch -o "$folder/file.bin" --attempts 2 "$server/a/pace=10/pace=100000/file.bin"
                queue run --until-empty &
                worker=$!
                await holds sub/to 100
                \(disruption.commands)
                rest a
                wait $worker
                echo "worker: $?"
                queue list --json | grep -o '"state":"[a-z]*"'
                \(disruption.check) && echo holds
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "worker: 0", "\"state\":\"\(disruption.state)\"", "holds",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A store on a full file system is refused with 74 and the reason, and a transfer that is there stays"
    )
    func fullStore() async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: """
                mkdir "$TEST_FOLDER/store"
                chmod 700 "$TEST_FOLDER/store"
                mount -t tmpfs -o size=1m,mode=700 none "$TEST_FOLDER/store"
                fetch -o "$TEST_FOLDER/file.bin" "$server/a/-/-/file.bin"
                echo "added: $?"
                cat /dev/zero >"$TEST_FOLDER/store/filler" 2>/dev/null
                for i in 1 2 3 4 5 6 7 8 9; do
                    fetch -o "$TEST_FOLDER/more$i.bin" "$server/b/-/-/more.bin" 2>"$TEST_FOLDER/why"
                    full=$?
                    [ $full = 0 ] || break
                done
                echo "full: $full"
                grep -o "no space is left" "$TEST_FOLDER/why" || cat "$TEST_FOLDER/why"
                timeout 300 "$REACH" queue run --until-empty --store "$TEST_FOLDER/store" 2>"$TEST_FOLDER/why"
                echo "worker: $?"
                grep -o "no space is left" "$TEST_FOLDER/why" || cat "$TEST_FOLDER/why"
                rm "$TEST_FOLDER/store/filler"
                queue run --until-empty
                echo "again: $?"
                stat -c '%s bytes' "$TEST_FOLDER/file.bin"
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "added: 0", "full: 74", "no space is left", "worker: 74", "no space is left",
                "again: 0",
                "300000 bytes",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A store on a file system that is read-only is listed and shown; changes, and a log that cannot be read, are refused with 74"
    )
    func readOnlyStore() async throws {
        let outcome = try await Namespace.run(
            Self.disk,
            command: """
                fetch -o "$TEST_FOLDER/file.bin" "$server/a/-/-/file.bin"
                mount --bind "$TEST_FOLDER/store" "$TEST_FOLDER/store"
                mount -o remount,bind,ro "$TEST_FOLDER/store"
                queue list | grep -o "file.bin" | head -n 1
                queue show 1 --json | grep -o '"event":"added"'
                queue pause 1 2>/dev/null
                echo "pause: $?"
                umount "$TEST_FOLDER/store"

                # A worker that is killed leaves its last changes in the log.
                "$REACH" queue run --store "$TEST_FOLDER/store" & worker=$!
                await state finished ''
                kill -9 $worker; wait $worker 2>/dev/null
                mount --bind "$TEST_FOLDER/store" "$TEST_FOLDER/store"
                mount -o remount,bind,ro "$TEST_FOLDER/store"
                queue list --json | grep -o '"state":"[a-z]*"'
                umount "$TEST_FOLDER/store"
                rm "$TEST_FOLDER/store/transfers.sqlite-shm"
                mount --bind "$TEST_FOLDER/store" "$TEST_FOLDER/store"
                mount -o remount,bind,ro "$TEST_FOLDER/store"
                queue list 2>"$TEST_FOLDER/why"
                echo "list: $?"
                grep -o 'its last changes are in .*-wal' "$TEST_FOLDER/why" | sed 's,/.*/,,'
                """)
        #expect(
            outcome.text.split(separator: "\n") == [
                "file.bin", "\"event\":\"added\"", "pause: 74", "\"state\":\"finished\"",
                "list: 74",
                "its last changes are in transfers.sqlite-wal",
            ], "\(outcome.text) \(outcome.errors)")
    }
}
