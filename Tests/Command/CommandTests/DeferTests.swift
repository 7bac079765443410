// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `reach defer` with the real worker.
@Suite(
    .enabled(if: Machine.hasNamespaces, "needs network namespaces"),
    .enabled(if: Machine.isRoot, "needs root"))
struct DeferTests {
    /// A folder with a store of its own.
    private static let place = """
        export XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER" HOME="$TEST_FOLDER"
        export REACH_STORE="$TEST_FOLDER/store"
        mkdir "$TEST_FOLDER/work"
        cd "$TEST_FOLDER/work"
        queue() { "$REACH" queue "$@"; }
        # job ARGUMENT...: adds a job, and says nothing of the worker.
        job() { "$REACH" defer "$@" 2>/dev/null; }
        state() { queue list --json | grep -q "\\"state\\":\\"$1\\""; }
        reason() { queue list --json | grep -q "\\"reasons\\":\\[[^]]*\\"$1\\""; }
        # worker: starts a worker, which ends with the test.
        worker() { "$REACH" queue run 2>"$TEST_FOLDER/worker" & worker=$!; }
        lines() { [ "$(wc -l <"$1")" -ge "$2" ]; }
        # has TEXT N: the log has the text in N lines. The shell may write that its child was terminated.
        has() { [ "$(grep -c "^$1" run.log)" -ge "$2" ]; }
        """

    private func outcome(_ command: String, setup: String = "") async throws -> Outcome {
        try await Namespace.run(Self.place + "\n" + setup, command: command)
    }

    private func lines(_ outcome: Outcome) -> [String] {
        outcome.text.split(separator: "\n").map(String.init)
    }

    @Test(
        "A command runs in its adder's folder, environment and mask, without input, and its output is in the log"
    )
    func place() async throws {
        let outcome = try await outcome(
            #"""
            umask 027
            GREETING=hello job --log run.log -- sh -c \
                'echo "$GREETING $(pwd) $(umask) $REACH_JOB_ID $REACH_JOB_ATTEMPT ${REACH_JOB_INTERRUPTED-no}"
                 cat; : >made; echo error >&2'
            cd / && umask 022
            queue run --until-empty 2>/dev/null
            cd "$TEST_FOLDER/work"
            sed "s|$TEST_FOLDER||" run.log
            stat -c '%n %a' run.log made
            queue list --json | grep -o '"state":"[a-z]*"\|"exit":[^,]*'
            """#)
        #expect(
            lines(outcome) == [
                "1", "hello /work 0027 1 1 no", "error", "run.log 600", "made 640",
                "\"state\":\"finished\"", "\"exit\":0",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "With --wait, the exit code is that of the command",
        arguments: [
            ("-- true", 0), ("--attempts 1 -- sh -c 'exit 3'", 3),
            ("--attempts 1 -- sh -c 'kill -TERM $$'", 143),
            ("--retry-on 75 -- sh -c 'exit 1'", 1), ("--retry-on 5,6 -- sh -c 'exit 7'", 7),
            ("--online --deadline 300ms -- true", 124), ("--offline -- true", 0),
            ("--online --deadline 300ms --on-deadline run -- sh -c 'exit 0'", 0),
            ("--attempts 1 --time-limit 300ms -- sleep 60", 143),
            ("--log /dev/null -- true", 73), ("--log nowhere/run.log -- true", 73),
            ("-- no-such-command", 127), ("-- /etc/passwd", 126), ("--every 0 -- true", 64),
        ])
    func exitCodes(options: String, status: Int32) async throws {
        let outcome = try await outcome("\"$REACH\" defer --wait \(options)")
        #expect(outcome.status == status, "\(outcome.errors)")
    }

    @Test("A failed job is in the queue with its error, and is tried again at once by retry")
    func retry() async throws {
        let outcome = try await outcome(
            #"""
            job --wait --attempts 1 -- sh -c 'test -e ready && exit 0; exit 3'; echo "first: $?"
            queue list --json | grep -o '"error":{[^}]*}' | sed 's/,"message.*//'
            : >ready
            queue retry 1; queue run --until-empty 2>/dev/null
            queue list --json | grep -o '"state":"[a-z]*"\|"exit":[^,]*\|"error":[^,]*'
            queue show 1 --json | grep -o '"event":"[a-z]*"'
            """#)
        #expect(
            lines(outcome) == [
                "first: 3", "\"error\":{\"code\":\"exit\",\"status\":3",
                "\"state\":\"finished\"", "\"error\":null", "\"exit\":0",
                "\"event\":\"added\"", "\"event\":\"started\"", "\"event\":\"failed\"",
                "\"event\":\"resumed\"", "\"event\":\"started\"", "\"event\":\"finished\"",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A failed attempt is tried again later, and 75 is no attempt")
    func backoff() async throws {
        let outcome = try await outcome(
            #"""
            job --attempts 2 -- sh -c 'exit 4'
            job --attempts 1 -- sh -c 'exit 75'
            worker
            both() { [ "$(queue list --json | grep -c '"state":"retrying"')" = 2 ]; }
            await both
            queue list --json | grep -o '"reasons":\["[a-z]*"\]\|"exit":[^,]*'
            kill $worker
            """#)
        #expect(
            lines(outcome) == [
                "1", "2", "\"reasons\":[\"backoff\"]", "\"exit\":4", "\"reasons\":[\"backoff\"]",
                "\"exit\":75",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A job waits for its conditions, and without a condition needs no network")
    func conditions() async throws {
        let outcome = try await outcome(
            #"""
            worker
            job --log needs -- echo at once
            await test -s needs
            job --online --log run.log -- echo online
            await reason offline
            cat needs; test -e run.log && echo early
            uplink eth0 192.0.2.7/24 192.0.2.1
            await test -s run.log
            cat run.log
            """#, setup: "cable eth9; ip link set eth9-far down")
        #expect(
            lines(outcome) == ["1", "2", "at once", "online"], "\(outcome.text) \(outcome.errors)")
    }

    @Test("With --on-loss stop, a command is ended when its conditions are lost, and begins again")
    func loss() async throws {
        let outcome = try await outcome(
            #"""
            uplink eth0 192.0.2.7/24 192.0.2.1
            worker
            job --online --on-loss stop --loss-grace 0 --log run.log -- sh -c \
                'trap "echo ended; exit 9" TERM; echo "begun ${REACH_JOB_INTERRUPTED-}"; while :; do sleep 0.1; done'
            await has begun 1
            unplug eth0
            await has ended 1
            await reason offline
            ip link set eth0-far up
            await has begun 2
            grep '^begun\|^ended' run.log
            queue list --json | grep -o '"state":"[a-z]*"'
            queue cancel 1
            await has ended 2
            await state cancelled && echo cancelled
            """#)
        #expect(
            lines(outcome) == [
                "1", "begun ", "ended", "begun 1", "\"state\":\"running\"", "cancelled",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "A periodic job runs once in each period, and does not hold up a worker that ends when nothing is left"
    )
    func every() async throws {
        let outcome = try await outcome(
            #"""
            job --every 1s --log run.log -- sh -c 'echo run; exit 0'
            job --every daily --attempts 1 --log daily.log -- sh -c 'echo daily; exit 5'
            worker
            await lines run.log 3
            kill $worker; wait $worker
            queue cancel 1
            timeout 300 "$REACH" queue run --until-empty 2>/dev/null; echo "empty: $?"
            wc -l <daily.log
            queue list --json | grep '"id":2' |
                grep -o '"state":"[a-z]*"\|"exit":[^,]*\|"every":"[a-z]*"\|"code":"[a-z]*"\|"nextAt":"[^"]*T'
            """#)
        let text = lines(outcome)
        #expect(
            text.filter { !$0.hasPrefix("\"nextAt\"") } == [
                "1", "2", "empty: 0", "1", "\"state\":\"waiting\"", "\"code\":\"exit\"",
                "\"exit\":5", "\"every\":\"daily\"",
            ], "\(outcome.text) \(outcome.errors)")
        #expect(text.contains { $0.hasPrefix("\"nextAt\":\"20") }, "\(outcome.text)")
    }

    @Test("Pause ends a running command, and resume runs it again; hold lets none begin")
    func pause() async throws {
        let outcome = try await outcome(
            #"""
            worker
            job --log run.log -- sh -c 'echo begun; exec sleep 1000'
            await lines run.log 1
            queue pause 1
            await state paused
            queue resume 1
            await lines run.log 2
            queue cancel 1
            await state cancelled
            queue hold
            job --log held.log -- echo begun
            await reason held
            test -e held.log && echo early
            queue release
            await test -s held.log
            cat held.log
            """#)
        #expect(lines(outcome) == ["1", "2", "begun"], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "Two attempts never run at a time, also if a worker is killed together with its guards",
        arguments: ["", "kill -9 $(cat first)"])
    func killedGuards(kill: String) async throws {
        let outcome = try await outcome(
            #"""
            worker
            # The second command has an environment of the job, and another shell is its parent.
            job --log run.log -- sh -c '
                echo $$ >first
                flock --nonblock lock sh -c "echo begun \$REACH_JOB_ATTEMPT; sleep 60; :" || echo overlap
                :'
            await has begun 1
            kill -STOP $worker
            kill -9 $(pgrep --parent $worker --exact run-guard) $worker
            wait $worker 2>/dev/null
            \#(kill)
            worker
            await has begun 2
            grep '^begun\|^overlap' run.log
            queue cancel 1
            """#)
        #expect(lines(outcome) == ["1", "begun 1", "begun 2"], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A job that is resumed while its command ignores SIGTERM waits for its earlier attempt")
    func earlierAttempt() async throws {
        let outcome = try await outcome(
            #"""
            worker
            job --log run.log -- sh -c 'trap "" TERM; echo begun; while [ ! -e end ]; do sleep 0.1; done'
            await has begun 1
            # reach kills the command ten seconds after the pause.
            says_so() { queue | grep -q 'its earlier attempt has not ended'; }
            queue pause 1; queue resume 1; await says_so; echo 'it says so'
            : >end
            await state finished
            queue list --json | grep -o '"reasons":[^,]*'
            """#)
        #expect(
            lines(outcome) == ["1", "it says so", "\"reasons\":[]"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test("A job that is retried says what it still waits for")
    func retryOutsideHours() async throws {
        let outcome = try await outcome(
            #"""
            hour=$(( ($(date +%-H) + 12) % 24 ))
            hours=$(printf '%02d:00-%02d:30' $hour $hour)
            job --between $hours -- true; job -- false; job --not-before 1h -- true; job --online -- true
            queue retry 1; queue retry 2; queue retry 3; queue retry 4
            queue hold; queue retry 2
            """#, setup: "export TZ=UTC")
        let reasons = outcome.errors.split(separator: "\n").map(String.init)
        #expect(reasons.count == 4, "\(outcome.errors)")
        let parts = [
            "job 1 still waits: it is ", "job 3 still waits: not before 2", "job 4 still waits: ",
            "job 2 still waits: the queue is held",
        ]
        for (reason, part) in zip(reasons, parts) { #expect(reason.contains(part)) }
    }

    @Test("A job that is retried knows the places of the configuration")
    func retryAtPlace() async throws {
        let outcome = try await outcome(
            #"""
            mkdir "$TEST_FOLDER/reach"
            echo '{"places": {"home": [{"gateway": "02:00:00:00:00:01"}], "away": [{"ssid": "Away"}]}}' \
                >"$TEST_FOLDER/reach/reach.json"
            uplink eth0 192.0.2.7/24 192.0.2.1
            ip neighbor replace 192.0.2.1 lladdr 02:00:00:00:00:01 dev eth0 nud permanent
            job --at home -- true; job --at away -- true
            queue retry 1; queue retry 2
            echo '{' >"$TEST_FOLDER/reach/reach.json"
            queue retry 2
            """#)
        let errors = outcome.errors.split(separator: "\n").map(String.init)
        try #require(errors.count == 3, "\(outcome.errors)")
        #expect(errors[0] == "reach: job 2 still waits: at home, not at away")
        #expect(errors[1].contains("reach.json: ") && errors[1].contains("not valid JSON"))
        #expect(errors[2].contains("job 2 still waits: its conditions must hold: "))
    }

    @Test(
        "A folder that is gone, or whose name is not UTF-8, is reported",
        arguments: [
            ("defer -- true", 73, 64), ("fetch -d http://192.0.2.1/a", 73, 64),
        ] as [(String, Int32, Int32)])
    func folders(command: String, gone: Int32, invalid: Int32) async throws {
        let outcome = try await outcome(
            #"""
            mkdir gone; cd gone; rmdir ../gone
            "$REACH" \#(command); echo $?
            cd "$TEST_FOLDER/work"; name=$(printf 'n\351'); mkdir "$name"; cd "$name"
            "$REACH" \#(command); echo $?
            """#)
        #expect(lines(outcome) == ["\(gone)", "\(invalid)"], "\(outcome.text)")
        #expect(outcome.errors.contains("the current folder does not exist"), "\(outcome.errors)")
        #expect(outcome.errors.contains("is not valid UTF-8"), "\(outcome.errors)")
    }

    @Test("The details name the log, or where the output is, and how the command is run")
    func details() async throws {
        let outcome = try await outcome(
            #"""
            job --log run.log --time-limit 5m --on-loss stop --retry-on 3,75 --exclusive -- true
            job --attempts unlimited --not-before 1h -- true
            (queue show 1; queue show 2) | grep '^\(folder\|log\|attempt l\|retry\|time l\|on loss\|excl\)' |
                sed "s|$TEST_FOLDER||; s/  */ /g; s/ *$//"
            queue show 1 --json | grep -o '"job":{[^}]*}' | sed "s|$TEST_FOLDER||g"
            """#)
        #expect(
            lines(outcome) == [
                "1", "2", "folder /work", "log /work/run.log", "attempt limit 5", "retry on 3,75",
                "time limit 5m", "on loss stop after 1s", "exclusive yes", "folder /work",
                "log the output of the worker (journalctl --user --unit reach-transfer.service)",
                "attempt limit unlimited",
                #""job":{"folder":"/work","log":"/work/run.log","onLoss":"stop","lossGrace":1,"timeLimit":300,"#
                    + #""attempts":5,"retryOn":[3,75],"exclusive":true}"#,
            ], "\(outcome.text) \(outcome.errors)")
        #expect(outcome.errors.contains("no worker is running, so jobs wait"))
    }

    @Test("Of one key, one job waits or runs: it is kept, or replaced")
    func keys() async throws {
        let outcome = try await outcome(
            #"""
            job --key k --not-before 1h --group g -- true
            "$REACH" defer --key k -- false 2>why; grep -c 'job 1, true, has the key' why
            job --key k --existing replace -- false
            queue list --json | grep -o '"id":[0-9]*\|"state":"[a-z]*"\|"command":[^,]*\|"group":[^,]*'
            queue list --group g | tail -n 1
            """#)
        #expect(
            lines(outcome) == [
                "1", "1", "1", "2", "\"id\":1", "\"state\":\"cancelled\"", "\"group\":\"g\"",
                "\"command\":[\"true\"]", "\"id\":2", "\"state\":\"waiting\"", "\"group\":null",
                "\"command\":[\"false\"]", "1 job",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A command or a folder that is gone is a failed attempt, which names it")
    func gone() async throws {
        let outcome = try await outcome(
            #"""
            printf '#!/bin/sh\nexit 0\n' >tool; chmod +x tool; mkdir folder
            job --attempts 1 -- ./tool
            (cd folder && job --attempts 1 -- true)
            rm -r tool folder
            queue run --until-empty 2>/dev/null
            queue list --json | grep -o '"code":"[a-z]*"\|"message":"[^"]*"\|"state":"[a-z]*"' |
                sed "s|$TEST_FOLDER||"
            """#)
        let text = lines(outcome)
        #expect(text.filter { $0 == "\"state\":\"failed\"" }.count == 2, "\(outcome.text)")
        #expect(text.filter { $0 == "\"code\":\"io\"" }.count == 2, "\(outcome.text)")
        #expect(text.contains { $0.contains("tool") }, "\(outcome.text)")
        #expect(text.contains { $0.contains("/work/folder") }, "\(outcome.text)")
    }

    @Test("With --on-loss suspend, a command sleeps while its conditions are lost, and goes on")
    func suspended() async throws {
        let outcome = try await outcome(
            #"""
            uplink eth0 192.0.2.7/24 192.0.2.1
            worker
            mkfifo go
            # The shell starts no program meanwhile. One that does so (vfork(2)) waits in the state D, even if both are stopped.
            job --online --on-loss suspend --loss-grace 0 --log run.log -- sh -c \
                'echo "begun $REACH_JOB_ATTEMPT"; echo $$ >process; read line <go; echo done'
            await test -s process
            unplug eth0
            await grep -q '^State:.T' "/proc/$(cat process)/status" && echo suspended
            : >go &
            ip link set eth0-far up
            await state finished
            cat run.log
            """#)
        #expect(
            lines(outcome) == ["1", "suspended", "begun 1", "done"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test("Suspended commands leave their places to others, and go on all the same")
    func suspendedPlaces() async throws {
        let outcome = try await outcome(
            #"""
            uplink eth0 192.0.2.7/24 192.0.2.1
            worker
            for number in 1 2 3; do
                job --online --on-loss suspend --loss-grace 0 -- \
                    sh -c 'echo $$ >"$1"; exec sleep 1000' sh "process$number"
                await test -s "process$number"
            done
            suspended() {
                [ "$(for process in process?; do cat "/proc/$(cat "$process")/status"; done | grep -c '^State:.T')" = "$1" ]
            }
            unplug eth0
            await suspended 3
            job --log run.log -- echo begun
            await lines run.log 1
            ip link set eth0-far up
            await suspended 0
            cat run.log
            """#)
        #expect(
            lines(outcome) == ["1", "2", "3", "4", "begun"], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A command has no terminal, so that it is not stopped when it reads from one")
    func terminal() async throws {
        let outcome = try await outcome(
            #"""
            job --log run.log -- sh -c 'if read line </dev/tty; then echo read; else echo none; fi'
            python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' \
                "$REACH" queue run --until-empty </dev/null >/dev/null
            grep -v tty run.log
            """#)
        #expect(lines(outcome) == ["1", "none"], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "Under a service manager, a worker that waits for another one takes over the periodic jobs")
    func periodsOfAnother() async throws {
        let outcome = try await outcome(
            #"""
            worker
            job --every 1s --log run.log -- echo run
            NOTIFY_SOCKET=/nonexistent "$REACH" queue run --until-empty 2>/dev/null & second=$!
            waits() { grep -q '^SigBlk:.*[4-7c-f]...$' "/proc/$second/status"; }
            await waits
            # It sees the ends of some periods.
            await lines run.log "$(($(wc -l <run.log) + 3))"
            kill $worker; wait $worker
            await lines run.log "$(($(wc -l <run.log) + 2))"
            echo taken over
            """#)
        #expect(lines(outcome) == ["1", "taken over"], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "The time limit counts neither while a command is suspended nor after a loss has stopped it",
        .tags(.slow))
    func limitAndLoss() async throws {
        let outcome = try await outcome(
            #"""
            uplink eth0 192.0.2.7/24 192.0.2.1
            worker
            mkfifo go
            job --online --on-loss suspend --loss-grace 0 --time-limit 15s --attempts 1 -- sh -c \
                'echo $$ >process; read line <go'
            job --online --on-loss stop --loss-grace 0 --time-limit 15s --attempts 1 --log run.log -- sh -c \
                'trap "echo stopped; until test -e later; do sleep 0.1; done; exit 9" TERM
                echo "begun $REACH_JOB_ATTEMPT"; test -e later && exit; sleep 100 & wait'
            await test -s process
            await has begun 1
            unplug eth0
            await grep -q '^State:.T' "/proc/$(cat process)/status"
            await has stopped 1
            # The time of the limits passes.
            until="$(($(date +%s) + 16))"
            passed() { [ "$(date +%s)" -gt "$until" ]; }
            await passed
            : >later
            ip link set eth0-far up
            echo >go
            ended() { [ "$(queue list --json | grep -c '"state":"finished"')" = 2 ]; }
            failed() { queue list --json | grep -q '"state":"failed"'; }
            either() { ended || failed; }
            await either
            queue list --json | grep -o '"state":"[a-z]*"'
            """#)
        #expect(
            lines(outcome) == ["1", "2", "\"state\":\"finished\"", "\"state\":\"finished\""],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test("A command that ends well when its time is over has failed, and --wait says so")
    func limitAndSuccess() async throws {
        let outcome = try await outcome(
            #"""
            # The command inherits that SIGTERM is ignored. A trap of its own could come too late.
            (trap "" TERM; job --wait --attempts 1 --time-limit 1s -- sleep 3)
            echo $?
            """#)
        #expect(lines(outcome).last == "124", "\(outcome.text) \(outcome.errors)")
    }

    @Test("An exclusive job waits until no other runs, and runs alone")
    func exclusive() async throws {
        let outcome = try await outcome(
            #"""
            worker
            job --log 1.log -- sh -c 'echo begun; until test -e go; do sleep 0.05; done; echo first >>order'
            await test -s 1.log
            job --exclusive -- sh -c 'echo second >>order; sleep 0.3; echo third >>order'
            job -- sh -c 'echo fourth >>order'
            waiting() { [ "$(queue list --json | grep -c '"reasons":\["concurrency"\]')" = 2 ]; }
            await waiting
            test -e order && echo early
            : >go
            ended() { [ "$(queue list --json | grep -c '"state":"finished"')" = 3 ]; }
            await ended
            cat order
            """#)
        #expect(
            lines(outcome) == ["1", "2", "3", "first", "second", "third", "fourth"],
            "\(outcome.text) \(outcome.errors)")
    }

    @Test("What the system cannot pass to a command is a failed attempt that says so")
    func tooLong() async throws {
        let outcome = try await outcome(
            #"""
            # The adder may have longer ones than the worker.
            ulimit -s 65536
            words=$(yes 0123456789012345678901234567890123456789 | head -n 50000)
            job --attempts 1 -- true $words; echo "added: $?"
            VALUES=$(head -c 120000 /dev/zero | tr '\0' v)
            for name in a b c d e f g h i j k l m n o p q r; do export "LONG_$name=$VALUES"; done
            job --attempts 1 -- true; echo "added: $?"
            for name in a b c d e f g h i j k l m n o p q r; do unset "LONG_$name"; done
            ulimit -s 8192
            queue run --until-empty 2>/dev/null
            queue list --json |
                grep -o '"state":"[a-z]*"\|"exit":[^,]*\|"code":"[a-z]*"\|"status":[0-9]*\|"message":"[^"]*"'
            job -- true; queue run --until-empty 2>/dev/null
            queue list --json | tail -n 1 | grep -o '"state":"[a-z]*"'
            """#)
        let text = lines(outcome)
        let failure = ["\"state\":\"failed\"", "\"code\":\"io\"", "\"status\":126"]
        #expect(
            text.filter { !$0.hasPrefix("\"message\"") } == ["1", "added: 0", "2", "added: 0"]
                + failure + ["\"exit\":126"] + failure + ["\"exit\":126"]
                + ["3", "\"state\":\"finished\""], "\(outcome.text) \(outcome.errors)")
        #expect(
            text.count { $0.hasPrefix("\"message\"") && $0.contains("rgument list too long") } == 2,
            "\(outcome.text)")
    }

    @Test("The output of a log that cannot be written goes to the worker's, which says why")
    func unwritableLog() async throws {
        let outcome = try await outcome(
            #"""
            mkdir logs nowhere
            job --log nowhere/log -- echo output of nowhere
            for name in folder link; do job --log logs/$name -- echo "output of $name"; done
            rm -rf logs/* nowhere; mkdir logs/folder; ln -s /dev/null logs/link
            queue run --until-empty 2>said; echo "worker: $?"
            queue list --json | grep -c '"state":"finished"'
            grep '^output of' said | sort; grep -c "so the output of 'echo' is here" said
            """#)
        #expect(
            lines(outcome) == [
                "1", "2", "3", "worker: 0", "3", "output of folder", "output of link",
                "output of nowhere", "3",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A program that is the worker meanwhile lets the jobs of others end, and begins no more")
    func otherJobs() async throws {
        let outcome = try await outcome(
            #"""
            job --log other.log -- sh -c \
                'echo "begun $REACH_JOB_ATTEMPT"; until test -e go; do sleep 0.05; done; echo done'
            "$REACH" defer --wait --attempts 1 -- \
                sh -c 'until test -s other.log; do sleep 0.05; done; exit 7' >/dev/null 2>said & first=$!
            await grep -q 'other jobs run in this process' said
            job -- sh -c ': >third'
            : >go
            wait $first; echo "exit: $?"
            cat other.log
            test -e third && echo early
            queue list --json | grep -o '"state":"[a-z]*"\|"attempts":[0-9]*'
            queue run --until-empty 2>/dev/null; ls third
            """#)
        #expect(
            lines(outcome) == [
                "1", "3", "exit: 7", "begun 1", "done",
                "\"state\":\"finished\"", "\"attempts\":1", "\"state\":\"failed\"",
                "\"attempts\":1", "\"state\":\"waiting\"", "\"attempts\":0", "third",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test("A signal ends a program that waits for the jobs of others, and they get SIGTERM before")
    func signalBesideOtherJobs() async throws {
        let outcome = try await outcome(
            #"""
            job --log other.log -- sh -c \
                'trap "echo ended; exit 1" TERM; echo begun; while :; do sleep 0.05; done'
            "$REACH" defer --wait -- sh -c 'until test -s other.log; do sleep 0.05; done' >/dev/null 2>said & first=$!
            await grep -q 'other jobs run in this process' said
            kill -TERM $first
            wait $first; echo "exit: $?"
            grep -v Terminated other.log
            queue list --json | grep -o '"state":"[a-z]*"\|"attempts":[0-9]*'
            """#)
        #expect(
            lines(outcome) == [
                "1", "exit: 143", "begun", "ended", "\"state\":\"waiting\"", "\"attempts\":1",
                "\"state\":\"finished\"", "\"attempts\":1",
            ], "\(outcome.text) \(outcome.errors)")
    }

    @Test(
        "The JSON of jobs conforms to its schema",
        .enabled(if: Machine.hasSchemaValidator, "python3-jsonschema is not installed"))
    func schema() async throws {
        let outcome = try await outcome(
            #"""
            say() { name=$1; shift; "$@" 2>/dev/null | sed "s/^/$name\t/"; }
            say transfer-event "$REACH" defer --json --every daily --key k --group g --on-power -- true a
            say transfer-event "$REACH" defer --json --wait --attempts 1 -- sh -c 'exit 3'
            job --attempts 1 -- sh -c 'kill -9 $$'; job --attempts 1 --time-limit 100ms -- sleep 9
            job --deadline 1ms --online -- true; job -- sh -c 'exit 75'; job -- true
            job --every 6h --attempts 1 --retry-on 1,2 --exclusive --on-loss stop --log log -- false
            job --battery-above 100 --between 00:00-06:00 --not-before 1h --priority low --to 192.0.2.9 -- true
            worker
            ended() { [ "$(queue list --json | grep -c '"event"\|"state":"\(failed\|finished\)"')" = 5 ]; }
            await ended
            kill $worker
            queue pause 9; queue cancel 9; queue resume 6 2>/dev/null
            say transfer queue list --json
            for id in 1 2 3 4 5 6 7 8 9; do say transfer queue show $id --json; done
            for id in 2 3 4 5 7 9; do say transfer-event timeout 10 "$REACH" queue watch --json --after 0 $id; done
            """#)
        let objects = lines(outcome).map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return (schema: parts[0], text: parts.count > 1 ? parts[1] : "")
        }.filter { !$0.text.isEmpty }
        #expect(objects.count > 30, "\(outcome.text) \(outcome.errors)")
        let verdicts = try await Schemas.verdicts(objects, onlyDocumented: true)
        for (object, verdict) in zip(objects, verdicts) {
            #expect(verdict == "valid", "\(object.schema): \(object.text)")
        }
        #expect(verdicts.count == objects.count)
    }

    @Test("Arguments are in the details alone, and the environment nowhere")
    func secrets() async throws {
        let outcome = try await outcome(
            #"""
            TOKEN=classified job -- sh -c 'exit 0' argument
            "$REACH" defer --json -- sh -c 'exit 0' argument 2>/dev/null | grep -c argument
            queue list --json | grep -c argument; queue | grep -c argument
            queue show 1 --json | grep -o '"command":\["sh","-c","exit 0","argument"\],"exit"' | head -n 1
            queue show 1 | grep -o "sh -c 'exit 0' argument"
            grep -l classified "$REACH_STORE"/*.sqlite* | wc -l
            """#)
        #expect(
            lines(outcome) == [
                "1", "0", "0", "0", "\"command\":[\"sh\",\"-c\",\"exit 0\",\"argument\"],\"exit\"",
                "sh -c 'exit 0' argument", "0",
            ], "\(outcome.text) \(outcome.errors)")
    }
}
