// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The recipes for the shell: each command as it stands in Examples/recipes/README.md, in a network that changes.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct RecipeTests {
    private static let page = Program.package.appending(path: "Examples/recipes/README.md")

    /// The block of code after a comment `<!-- KIND: NAME -->`.
    private static func block(_ kind: String, _ name: String) throws -> String {
        let text = try String(contentsOf: page, encoding: .utf8)
        let mark = try #require(text.range(of: "<!-- \(kind): \(name) -->\n```"))
        let lines = text[mark.upperBound...].split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst().prefix { $0 != "```" }.joined(separator: "\n")
    }

    /// Runs shell commands in a namespace without a network. `recipe` runs the recipe, in the background if `&` follows,
    /// `program NAME COMMANDS BEFORE` makes a program that notes its arguments between two commands, and `ran TEXT` looks
    /// for them.
    private func run(
        _ name: String, configuration: String = "{}", setup: String, command: String
    ) async throws -> Outcome {
        let recipe = try Self.block("recipe", name)
        return try await Namespace.run(
            """
            check_file
            export HOME="$TEST_FOLDER" XDG_CONFIG_HOME="$TEST_FOLDER" XDG_RUNTIME_DIR="$TEST_FOLDER"
            export REACH_STORE="$TEST_FOLDER/store" PATH="$TEST_FOLDER/bin:$PATH"
            mkdir "$TEST_FOLDER/bin" "$TEST_FOLDER/reach"; : >"$TEST_FOLDER/ran"; cd "$TEST_FOLDER"
            ln -s "$REACH" "$(dirname "$REACH")/reach-transfer" bin
            cat >recipe.sh <<'END'
            \(recipe)
            END
            configured() { printf '%s\\n' "$1" >new.json; mv new.json reach/reach.json; }
            configured '\(configuration)'
            recipe() { exec sh recipe.sh; }
            # stop: ends the command of the recipe in the background.
            stop() { pkill -P $running; wait $running; }
            program() {
                printf '#!/bin/sh\\n%s\\necho "%s $*" >>"$TEST_FOLDER/ran"\\n%s\\n' "${3-}" "$1" "${2-}" >"bin/$1"
                chmod +x "bin/$1"
            }
            # endless NAME: makes a program that runs until it is stopped, and notes that.
            # It starts no other one meanwhile.
            # A shell that does so (vfork(2)) waits in the state D, even if both are stopped.
            endless() {
                program "$1" 'sleep 1000 & wait; while :; do sleep 0.05; done' \\
                    'trap "echo stopped >>$TEST_FOLDER/ran; exit 0" TERM'
            }
            ran() { grep -qF "$1" ran; }
            # is_suspended PROGRAM, is_resumed PROGRAM: what became of a program that runs.
            is_suspended() { grep -q '^State:.T' "/proc/$(pgrep -f "$TEST_FOLDER/bin/$1")/status"; }
            is_resumed() { ! is_suspended "$1"; }
            waits() { grep -qF "waiting: $1" errors; }
            \(setup)
            """, command: command)
    }

    @Test("Photos are copied at home only, and no longer elsewhere")
    func photos() async throws {
        let outcome = try await run(
            "photos", configuration: try Self.block("file", "reach.json"),
            setup: """
                endless rsync
                neighbor() { ip neighbor replace 192.0.2.1 lladdr $1 dev eth0 nud permanent; }
                uplink eth0 192.0.2.7/24 192.0.2.1; neighbor 02:00:00:00:00:09
                """,
            command: """
                reach check --at home --type wifi --quiet; echo $?
                # A namespace has no Wi-Fi.
                sed -i 's/--type wifi/--type ethernet/' recipe.sh
                recipe 2>errors & running=$!
                await grep -q waiting errors; cat ran
                neighbor 02:00:00:00:00:01; await ran rsync
                neighbor 02:00:00:00:00:09; await ran stopped
                stop; sed "s#$HOME#~#" ran
                """)
        #expect(
            outcome.text == """
                1
                rsync -a ~/Pictures/ nas.home.arpa:photos/
                stopped

                """, "\(outcome.errors)")
    }

    @Test("A backup is suspended while the network is metered, and resumed after that")
    func backup() async throws {
        let outcome = try await run(
            "backup",
            setup: """
                endless restic
                uplink eth0 192.0.2.7/24 192.0.2.1
                """,
            command: """
                recipe 2>errors & running=$!
                await ran 'restic backup'
                configured '{"overrides": [{"interface": "eth0", "metered": "yes"}]}'
                await is_suspended restic && echo suspended
                configured '{}'
                await is_resumed restic && echo resumed
                stop; tail -n 1 ran
                """)
        #expect(outcome.text == "suspended\nresumed\nstopped\n", "\(outcome.errors)")
    }

    @Test(
        "A copy is suspended once the data plan is used up, and resumed once it has renewed",
        .enabled(if: Machine.has("flock"), "needs flock, which plays the recorder"))
    func plan() async throws {
        let outcome = try await run(
            "plan", configuration: try Self.block("file", "plan.json"),
            setup: """
                endless rsync
                \(PlanTests.recorder)
                uplink wwan0 192.0.2.7/24 192.0.2.1
                recording; used 1999999999
                """,
            command: """
                recipe 2>errors & running=$!
                await ran rsync
                used 2000000000; await is_suspended rsync && echo suspended
                used 0; await is_resumed rsync && echo resumed
                stop; sed "s#$HOME#~#" ran
                """)
        #expect(
            outcome.text == """
                suspended
                resumed
                rsync -a --timeout=0 ~/Pictures/ nas.home.arpa:photos/
                stopped

                """, "\(outcome.errors)")
    }

    @Test("The doctor says in its first line why the machine is offline")
    func doctor() async throws {
        let outcome = try await run(
            "doctor", setup: "uplink eth0 192.0.2.7/24 192.0.2.1; unplug eth0",
            command: "(recipe); echo $?")
        let lines = outcome.text.split(separator: "\n")
        #expect(lines.first == "The cable of eth0 is unplugged.", "\(outcome.errors)")
        #expect(lines.last == "1")
    }

    @Test("An outage is shown, also without any network")
    func outage() async throws {
        let outcome = try await run(
            "outage", configuration: #"{"connectivity": {"url": "http://192.0.2.1/"}}"#,
            setup: """
                program notify-send
                cp '\(Program.package.appending(path: "Examples/hooks/internet-down").path)' .
                """,
            command: """
                recipe & running=$!
                await ran 'The internet is down'; stop; cat ran
                """)
        #expect(outcome.text == "notify-send The internet is down no path: noInterface\n")
    }

    @Test(
        "A command runs while the way to the host leads through the VPN",
        .enabled(if: Machine.hasTunnels, "/dev/net/tun cannot be opened"))
    func vpn() async throws {
        let outcome = try await run(
            "vpn",
            setup: """
                endless git
                echo '10.9.0.1 git.corp.example' >hosts; mount --bind hosts /etc/hosts
                uplink eth0 192.0.2.7/24 192.0.2.1
                """,
            command: """
                recipe 2>errors & running=$!
                await grep -q waiting errors; cat ran
                vpn tun0 10.8.0.2/24; ip route add 10.9.0.0/24 dev tun0
                await ran 'fetch --all'
                ip route del 10.9.0.0/24; await ran stopped
                stop; sed "s#$HOME#~#" ran
                """)
        #expect(outcome.text == "git -C ~/work fetch --all\nstopped\n", "\(outcome.errors)")
    }

    /// Each row: the local hour, and why the download waits.
    @Test("A download waits for the night", arguments: [(12, "outsideHours"), (3, "backoff")])
    func tonight(hour: Int, reason: String) async throws {
        let outcome = try await run(
            "tonight",
            setup: """
                # The zone in which it is that hour now.
                hour=$(date -u +%H); export TZ="XXX$((${hour#0} - \(hour)))"
                echo '192.0.2.9 example.org' >hosts; mount --bind hosts /etc/hosts
                uplink eth0 192.0.2.7/24 192.0.2.1
                waits_for() { reach queue show 1 --json | grep -qF '"reasons":["\(reason)"]'; }
                """,
            command: """
                (recipe) 2>errors
                reach queue run --until-empty 2>/dev/null & worker=$!
                await waits_for && echo "waits: \(reason)"
                kill $worker
                """)
        #expect(outcome.text == "1\nwaits: \(reason)\n", "\(outcome.errors)")
    }

    @Test(
        "Each night, at home and on mains, a backup is made once; a second line adds no second job")
    func nightly() async throws {
        let outcome = try await run(
            "nightly", configuration: #"{"places": {"home": [{"gateway": "192.0.2.1"}]}}"#,
            setup: """
                hour=$(date -u +%H); export TZ="XXX$((${hour#0} - 3))"
                program restic
                waits_for() { reach queue list --json | grep -qF '"reasons":["notBefore"]'; }
                """,
            command: """
                (recipe) 2>errors; (recipe) 2>errors
                reach queue run 2>/dev/null & worker=$!
                await sh -c 'reach queue list --json | grep -q offline'; cat ran
                uplink eth0 192.0.2.7/24 192.0.2.1
                await ran 'restic backup'
                await waits_for && echo waits
                kill $worker; sed "s#$HOME#~#" ran
                stat -c %a backup.log
                """)
        #expect(outcome.text == "1\n1\nwaits\nrestic backup ~\n600\n", "\(outcome.errors)")
    }

    @Test(
        "A sync begins when the VPN to the host is up, and is ended when the VPN goes",
        .enabled(if: Machine.hasTunnels, "/dev/net/tun cannot be opened"))
    func sync() async throws {
        let outcome = try await run(
            "sync",
            setup: """
                endless git
                echo '10.9.0.1 git.corp.example' >hosts; mount --bind hosts /etc/hosts
                uplink eth0 192.0.2.7/24 192.0.2.1
                """,
            command: """
                (recipe) 2>errors
                reach queue run 2>/dev/null & worker=$!
                await sh -c 'reach queue list --json | grep -q noVPN'; cat ran
                vpn tun0 10.8.0.2/24; ip route add 10.9.0.0/24 dev tun0
                await ran 'fetch --all'
                ip route del 10.9.0.0/24; await ran stopped
                kill $worker; sed "s#$HOME#~#" ran
                """)
        #expect(outcome.text == "1\ngit -C ~/work fetch --all\nstopped\n", "\(outcome.errors)")
    }

    @Test("A push that fails is tried again until it succeeds")
    func push() async throws {
        let outcome = try await run(
            "push",
            setup: """
                program git 'test -e open'
                uplink eth0 192.0.2.7/24 192.0.2.1
                is() { reach queue list --json | grep -q "\\"state\\":\\"$1\\""; }
                """,
            command: """
                (recipe) 2>errors
                reach queue run 2>/dev/null & worker=$!
                await is retrying
                : >open; reach queue retry 1; await is finished
                kill $worker; sed "s#$HOME#~#" ran
                """)
        #expect(
            outcome.text == "1\ngit -C ~/work push\ngit -C ~/work push\n", "\(outcome.errors)")
    }

    @Test("A push happens on a network that is known to cost nothing, and not by a guess")
    func certain() async throws {
        let outcome = try await run(
            "certain", setup: "program git; uplink eth0 192.0.2.7/24 192.0.2.1",
            command: """
                (recipe); echo $?; cat ran
                configured '{"overrides": [{"interface": "eth0", "metered": "no"}]}'
                (recipe); echo $?; sed "s#$HOME#~#" ran
                """)
        #expect(outcome.text == "1\n0\ngit -C ~/work push\n", "\(outcome.errors)")
    }

    @Test("The history of the night has the outage that was recorded")
    func night() async throws {
        let outcome = try await run(
            "night",
            setup: """
                hour=$(date -u +%H); export TZ="XXX$((${hour#0} - 3))"
                mount -t tmpfs tmpfs /var/lib
                uplink eth0 192.0.2.7/24 192.0.2.1
                reach record & recorder=$!
                recorded() { [ "$(cat /var/lib/reach/record/*.jsonl | grep -c "$1")" -ge "$2" ]; }
                await recorded '"satisfied"' 1
                unplug eth0; await recorded '"unsatisfied"' 1
                ip link set eth0-far up; await recorded '"satisfied"' 2
                """,
            command: """
                kill $recorder; wait $recorder
                (recipe) | grep -o 'Offline once'
                sed -i 's/$/ --json/' recipe.sh; (recipe) | grep -vc '"offline":0.000'
                """)
        #expect(outcome.text == "Offline once\n1\n", "\(outcome.errors)")
    }

    @Test(
        "The usage has the bytes that were carried, by network and by day",
        .enabled(if: Machine.has("python3"), "python3 is not installed"))
    func usage() async throws {
        let outcome = try await run(
            "usage",
            setup: """
                mount -t tmpfs tmpfs /var/lib
                sysctl -qw net.ipv6.conf.default.disable_ipv6=1
                # An interface on one of another namespace, whose bytes are counted here.
                elsewhere ip link add low type veth peer name lower
                elsewhere ip link set lower up
                elsewhere ip link set low up
                elsewhere ip link add link low name wan0 type macvlan mode bridge
                elsewhere ip link set wan0 netns $$
                ip link set wan0 up
                reach record & recorder=$!
                started() { grep -q '"start"' /var/lib/reach/record/*.jsonl; }
                await started
                ip address add 192.0.2.7/24 dev wan0
                ip neighbor replace 192.0.2.1 lladdr 02:00:00:00:00:09 dev wan0
                # 100 packets of 1010 bytes, with their headers.
                python3 -c 'import socket
                out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                for _ in range(100): out.sendto(bytes(968), ("192.0.2.1", 9))'
                """,
            command: """
                kill $recorder; wait $recorder
                (recipe) >text
                grep -c '^wan0 .* 101 kB' text; grep -c "^$(date +%F) .* 101 kB" text
                grep -c 'without a gap' text || true
                """)
        #expect(outcome.text == "1\n1\n0\n", "\(outcome.errors)")
    }

    @Test("The command waits while another network than the named ones carries the path")
    func ssid() async throws {
        let outcome = try await run(
            "ssid", setup: "uplink eth0 192.0.2.7/24 192.0.2.1",
            command: """
                sed -i 's/reach wait/reach wait --timeout 100ms --json/' recipe.sh
                (recipe) | grep -o '"reasons":[^]]*]'
                """)
        #expect(outcome.text == #""reasons":["otherSSID"]"# + "\n", "\(outcome.errors)")
    }

    @Test(
        "The status bar begins with the path as it is", .enabled(if: Machine.has("jq"), "needs jq"))
    func bar() async throws {
        let outcome = try await run(
            "bar", configuration: #"{"connectivity": {"url": "http://192.0.2.1/"}}"#,
            setup: """
                ln -s '\(Program.package.appending(path: "Examples/status-bars/waybar-reach").path)' bin
                """,
            command: """
                setsid sh recipe.sh >bar & running=$!
                await grep -q offline bar; kill -- -$running; cat bar
                """)
        #expect(
            try outcome.json
                == ["text": "offline", "tooltip": "noInterface", "class": ["offline"]])
    }
}
