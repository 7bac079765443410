// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ReachCommand

/// The messages for an invalid command line.
@Suite struct UsageTests {
    @Test(
        "The nearest word that is not an opposite is suggested",
        arguments: [
            ("metred", ["metered"]), ("unmeterd", ["unmetered"]), ("un-metered", ["unmetered"]),
            ("not-metered", ["unmetered"]), ("Metered", ["metered"]),
            ("ofline", ["online", "offline"]),
            ("offlin", ["offline"]), ("not-online", ["offline"]),
            ("umetered", ["unmetered", "metered"]),
            ("no_vpn", ["no-vpn"]), ("novpn", ["no-vpn"]), ("roaming", []),
            ("no-raoming", ["no-roaming"]),
            ("not-roaming", ["no-roaming"]), ("noroaming", ["no-roaming"]),
            ("noipv6", []), ("no-dns", []), ("for", []), ("too", ["to"]),
            ("interfcae", ["interface"]),
            ("notype", ["not-type"]), ("typ", ["type"]), ("nonsense", []), ("", []), ("é", []),
        ])
    func suggestions(word: String, expected: [String]) throws {
        let check = try #require(try Grammars.reach.get().command("check"))
        #expect(Suggestions.nearest(to: word, among: check.longNames) == expected)
    }

    @Test(
        "The distance of two words counts edits",
        arguments: [
            ("", "", 0), ("a", "", 1), ("stauts", "status", 1), ("kitten", "sitting", 3),
            ("ab", "ba", 1), ("metered", "unmetered", 2),
        ])
    func distances(one: String, other: String, distance: Int) {
        #expect(Suggestions.distance(one, other) == distance)
        #expect(Suggestions.distance(other, one) == distance)
    }

    private static let noTime =
        "neither a duration nor a time; examples: \(PointInTime.examples)"
    private static let durations =
        "examples: 500ms, 30s, 5m, 2h, 1d, 1h30m, or seconds such as 0.5"
    private static let commands =
        "commands are: status, watch, check, wait, run, explain, doctor, record, history, usage, export, fetch, upload, defer, queue"
    private static let hours = "23:00-06:00, or 08:00-12:00,13:00-17:30"
    private static let types =
        "a comma-separated list of: wifi, wwan, ethernet, bluetooth, other"

    @Test(
        "The message states what is wrong and suggests a correction",
        arguments: [
            ("nonsense", "unknown command 'nonsense'; the \(commands)"),
            ("stauts", "unknown command 'stauts'; did you mean 'status'? The \(commands)"),
            ("monitor", "unknown command 'monitor'; did you mean 'watch'? The \(commands)"),
            ("diagnose", "unknown command 'diagnose'; did you mean 'doctor'? The \(commands)"),
            (
                "check --place home",
                "unknown option '--place' of 'reach check'; did you mean '--at'?"
            ),
            ("help nonsense", "unknown command 'nonsense'; the \(commands)"),
            ("help wait check", "help takes one command"),
            (
                "check --metred",
                "unknown option '--metred' of 'reach check'; did you mean '--metered'?"
            ),
            (
                "check --ipv4 --expensive",
                "unknown option '--expensive' of 'reach check'; did you mean '--metered'?"
            ),
            (
                "check --wifi",
                "unknown option '--wifi' of 'reach check'; did you mean '--type wifi'?"
            ),
            (
                "wait --for 5s",
                "unknown option '--for' of 'reach wait'; did you mean '--stable' or '--timeout'?"
            ),
            (
                "check --timeout 5",
                "unknown option '--timeout' of 'reach check'; it is an option of: watch, wait"
            ),
            ("check --bogus", "unknown option '--bogus' of 'reach check'"),
            (
                "run --timeout 5 -- ls",
                "unknown option '--timeout' of 'reach run': --deadline limits the waiting, "
                    + "and timeout(1) the running: reach run -- timeout 1h COMMAND"
            ),
            ("check eth0", "unexpected argument 'eth0'; did you mean '--interface eth0'?"),
            ("wait ::1", "unexpected argument '::1'; did you mean '--to ::1'?"),
            ("wait nas.lan", "unexpected argument 'nas.lan'; did you mean '--to nas.lan'?"),
            ("check wifi", "unexpected argument 'wifi'; did you mean '--type wifi'?"),
            ("check unmetered", "unexpected argument 'unmetered'; did you mean '--unmetered'?"),
            ("check -- eth0", "unexpected argument 'eth0'; did you mean '--interface eth0'?"),
            (
                "check --type cellular",
                "--type: 'cellular' is not a type; did you mean 'wwan'? Use \(types)"
            ),
            (
                "wait --type wifi,LTE",
                "--type: 'LTE' is not a type; did you mean 'wwan'? Use \(types)"
            ),
            (
                "run --type mobile x",
                "--type: 'mobile' is not a type; did you mean 'wwan'? Use \(types)"
            ),
            (
                "check --type ethrnet",
                "--type: 'ethrnet' is not a type; did you mean 'ethernet'? Use \(types)"
            ),
            ("check --type tunnel", "--type: 'tunnel' is not a type; use \(types)"),
            ("check --type wifi,foo", "--type: 'foo' is not a type; use \(types)"),
            ("check --not-type=foo", "--not-type: 'foo' is not a type; use \(types), vpn"),
            ("check --type wifi,", "--type: '' is not a type; use \(types)"),
            ("check --type", "--type needs a value: \(types)"),
            ("wait --timeout -5", "--timeout: '-5' is \(noTime)"),
            ("wait --timeout=5x", "--timeout: '5x' is \(noTime)"),
            ("run --deadline 5x ls", "--deadline: '5x' is \(noTime)"),
            ("check --to --ipv4", "--to needs a value: a host name or an address"),
            ("status --color blue", "--color: 'blue' is not one of: auto, always, never"),
            (
                "wait --between 00:00-24:00",
                "--between: '24:00' is not a time of day: write 00:00 for the end of the day"
            ),
            (
                "run --between 08:00-08:00 ls",
                "--between: '08:00-08:00' begins and ends at the same time: without it, every hour is allowed"
            ),
            (
                "check --between 9:00-10:00",
                "--between: '9:00' is not a time of day in two digits each; examples: \(hours)"
            ),
            (
                "wait --battery-above 50%",
                "--battery-above: '50%' is not a whole number from 0 to 100"
            ),
            (
                "check --battery-above",
                "--battery-above needs a value: a percentage from 0 to 100"
            ),
            ("check --between", "--between needs a value: times of day, such as \(hours)"),
            ("check --unknown-metered x", "--unknown-metered: 'x' is not one of: allow, deny"),
            ("run --on-loss x ls", "--on-loss: 'x' is not one of: finish, stop, suspend"),
            ("watch --count x", "--count: 'x' is not a number"),
            ("check --json=1", "--json takes no value"),
            ("watch -n x", "-n: 'x' is not a number"),
            ("watch -jan x", "-jan: 'x' is not a number"),
            ("watch -n", "-n needs a value: a number, at least 1"),
            ("wait -t 5x", "-t: '5x' is \(noTime)"),
            (
                "check -t 5",
                "unknown option '-t' of 'reach check'; it is an option of: watch, wait"
            ),
            ("run -t 5 ls", "unknown option '-t' of 'reach run'; did you mean '--deadline'?"),
            (
                "status -q",
                "unknown option '-q' of 'reach status'; it is an option of: check, wait, run"
            ),
            (
                "check -i eth0",
                "unknown option '-i' of 'reach check'; did you mean '--interface'?"
            ),
            (
                "status -jq",
                "unknown option '-q' of 'reach status'; it is an option of: check, wait, run"
            ),
            (
                "check -metered",
                "unknown option '-metered' of 'reach check'; did you mean '--metered'?"
            ),
            (
                "--json",
                "unknown option '--json' of 'reach'; it is an option of: "
                    + "status, watch, check, wait, explain, history, usage (options follow the command)"
            ),
            // Valid command lines, and options of another command.
            ("", nil), ("status eth0 --json", nil), ("explain -ja eth0", nil),
            ("watch -jn 3 -t 5s", nil), ("run -q ls -x", nil), ("check -qj", nil),
            ("watch -n3 -t5s", nil), ("watch -t5x", "-t5x: '5x' is not a duration; \(durations)"),
            (
                "watch -timeout 5",
                "unknown option '-timeout' of 'reach watch'; did you mean '--timeout'?"
            ), ("help status", nil), ("check -h", nil),
            (
                "check --type wifi,wwan --to nas --stable",
                "unknown option '--stable' of 'reach check'; it is an option of: wait, run"
            ),
            ("run ls --bogus", nil), ("run --ipv4 -- --bogus", nil), ("wait --timeout 1h30m", nil),
        ] as [(String, String?)])
    func faults(line: String, text: String?) throws {
        let fault = UsageFault(grammar: try Grammars.reach.get(), values: Reach.values)
        let words = line.split(separator: " ").map(String.init)
        #expect(fault.text(words) == text)
    }
}
