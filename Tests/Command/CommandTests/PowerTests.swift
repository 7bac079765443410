// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `--on-power` and `--battery-above` of the commands, with power supplies that are files, and with UPower.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasPowerClass, "the kernel has no class of power supplies"))
struct PowerTests {
    private static let supplies = """
        mkdir "$TEST_FOLDER/supplies"
        mount --bind "$TEST_FOLDER/supplies" /sys/class/power_supply
        # supply NAME FILE=TEXT...: a power supply of sysfs, or other files of it.
        supply() {
            mkdir -p "$TEST_FOLDER/supplies/$1"
            for file in "$@"; do
                case $file in *=*) echo "${file#*=}" >"$TEST_FOLDER/supplies/$1/${file%%=*}" ;; esac
            done
        }

        """

    private static let rows: [(arguments: String, text: String)] = [
        ("--on-power", "no: the machine runs on battery"), ("--not --on-power", "yes"),
        ("--battery-above 49", "yes"),
        ("--battery-above 50", "no: the battery is at 50 %, not above 50 %"),
        ("--battery-above 0", "yes"), ("--not --battery-above 50", "yes"),
        (
            "--on-power --battery-above 100",
            "no: the machine runs on battery; the battery is at 50 %, not above 100 %"
        ),
        // Without another condition, the network does not matter.
        ("--battery-above 49 --between 00:00-23:59,23:59-00:00", "yes"),
        ("--between 00:00-23:59,23:59-00:00", "yes"),
        ("--online --battery-above 49", "no: offline: there is no network interface"),
        ("--ipv4 --on-power", "no: offline: there is no network interface"),
        ("--to 127.0.0.1 --battery-above 49", "yes"),
        ("--to 192.0.2.1 --battery-above 49", "no: offline: there is no network interface"),
    ]

    private static let shared = SharedNamespace(
        supplies + """
            supply AC type=Mains online=0
            supply BAT0 type=Battery status=Discharging capacity=50
            supply mouse type=Battery scope=Device status=Discharging capacity=3
            """, commands: rows.map { "$REACH check \($0.arguments)" })

    @Test("check knows the power without a network", arguments: rows)
    func check(arguments: String, text: String) async throws {
        let outcome = try await Self.shared.outcome(of: "$REACH check \(arguments)")
        #expect(outcome.text == text + "\n")
        #expect(outcome.status == (text == "yes" ? 0 : 1))
        #expect(outcome.errors == "")
    }

    @Test("A machine without a battery, and one whose batteries say nonsense, is on power")
    func noBattery() async throws {
        let outcomes = try await Namespace.run(
            Self.supplies, commands: ["$REACH check --on-power --battery-above 100"])
        let nonsense = try await Namespace.run(
            Self.supplies
                + "supply BAT0 type=Battery status=? capacity=lots; supply BAT1 capacity=1",
            commands: ["$REACH check --on-power --battery-above 100"])
        #expect((outcomes + nonsense).map(\.text) == ["yes\n", "yes\n"])
    }

    @Test("The JSON of check has the reasons")
    func json() async throws {
        let outcome = try await Namespace.run(
            Self.supplies + "supply BAT0 type=Battery status=Discharging capacity=5",
            command: "$REACH check --json --on-power --battery-above 30")
        #expect(outcome.status == 1)
        #expect(try outcome.json["reasons"] == ["onBattery", "batteryLow"])
        #expect(try outcome.json["holds"] == false)
    }

    @Test("wait says what it waits for, and a transfer keeps its conditions on the power")
    func waiting() async throws {
        let outcome = try await Namespace.run(
            Self.supplies + """
                supply BAT0 type=Battery status=Discharging capacity=5
                serves "$HOSTILE_SERVER" --log "$TEST_FOLDER/log"
                queue() { "$REACH" queue "$@" --store "$TEST_FOLDER/store"; }
                """,
            command: #"""
                "$REACH" wait --battery-above 30 --timeout 200ms --quiet; echo $?
                "$REACH" wait --battery-above 30 --timeout 1h 2>"$TEST_FOLDER/said" & wait=$!
                await test -s "$TEST_FOLDER/said"
                kill $wait; wait $wait
                cat "$TEST_FOLDER/said" >&2
                "$REACH" fetch --detach --on-power --battery-above 30 -o "$TEST_FOLDER/file.bin" \
                    "http://127.0.0.1:$port/a/file.bin" --store "$TEST_FOLDER/store" >/dev/null
                "$REACH" queue run --until-empty --store "$TEST_FOLDER/store" &
                worker=$!
                await sh -c '"$1" queue list --json --store "$2" | grep -q batteryLow' - "$REACH" "$TEST_FOLDER/store"
                queue list --json | grep -o '"reasons":\["[a-zA-Z",]*"\]'
                queue list --json | grep -o '"batteryLevelAbove":[0-9]*'
                queue list --json | grep -o '"requiresExternalPower":[a-z]*'
                kill $worker
                wait $worker
                supply BAT0 status=Charging capacity=31
                queue run --until-empty; echo $?
                grep -c ^GET "$TEST_FOLDER/log"
                """#)
        #expect(
            outcome.text.split(separator: "\n").map(String.init) == [
                "1", #""reasons":["onBattery","batteryLow"]"#,
                #""batteryLevelAbove":30"#, #""requiresExternalPower":true"#, "0", "1",
            ], "\(outcome.text) \(outcome.errors)")
        #expect(
            outcome.errors.contains("waiting, until ")
                && outcome.errors.contains(": the battery is not above 30 % (--battery-above)\n"))
    }
}

/// The power of the machine as UPower says it over a private bus.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasUPower, "upowerd, dbus-daemon or python3-dbusmock is missing"))
struct UPowerTests {
    /// A bus, and a UPower that is played: `mock` orders something from it.
    private static let bus = """
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
        bus_daemon
        await test -S "$TEST_FOLDER/bus"
        call() {
            dbus-send --system --print-reply --dest=org.freedesktop.UPower "$@" >>"$TEST_FOLDER/calls" 2>&1
        }
        upower=/org/freedesktop/UPower
        runs() { await call $upower org.freedesktop.UPower.EnumerateDevices; }
        play() {
            /usr/bin/python3 -m dbusmock --system --template upower >/dev/null 2>&1 &
            player=$!
            runs
        }
        mock() { word=$1; shift; call $upower org.freedesktop.DBus.Mock.$word "$@"; }
        # set_property OBJECT INTERFACE NAME TYPE:VALUE: changes a property, which is signalled.
        set_property() {
            call "$upower$1" org.freedesktop.DBus.Properties.Set "string:$2" "string:$3" "variant:$4"
        }
        says() { grep -qF "$1" "$TEST_FOLDER/said"; }
        # check ANSWER ARGUMENT...: repeats a check until it has this answer.
        # On a busy machine, UPower may not answer within a second.
        answers() { answer=$1; shift; "$REACH" check "$@" | grep -qxF "$answer"; }
        check() { await answers "$@"; }

        """

    @Test("A UPower that is played says what the batteries do")
    func played() async throws {
        let outcome = try await Namespace.run(
            Self.bus + "play",
            command: """
                check yes --on-power --battery-above 100
                mock AddDischargingBattery string:BAT0 string:BAT0 double:30 int64:1200
                check 'no: the machine runs on battery; the battery is at 30 %, not above 30 %' \
                    --on-power --battery-above 30
                check yes --battery-above 29
                set_property /devices/BAT0 org.freedesktop.UPower.Device State uint32:1
                check yes --on-power
                set_property "" org.freedesktop.UPower OnBattery boolean:true
                check 'no: the machine runs on battery' --on-power
                echo done
                """)
        #expect(outcome.text == "done\n", "\(outcome.errors)")
    }

    @Test("wait follows UPower, which starts, changes its mind, ends and comes back")
    func followed() async throws {
        let outcome = try await Namespace.run(
            Self.bus,
            command: """
                "$REACH" run --on-power --on-loss suspend --loss-grace 0 -- sleep 1000 2>"$TEST_FOLDER/said" &
                run=$!
                await says starting
                play
                mock AddDischargingBattery string:BAT0 string:BAT0 double:30 int64:1200
                await says suspending
                set_property /devices/BAT0 org.freedesktop.UPower.Device State uint32:1
                await says resuming
                kill $player
                : >"$TEST_FOLDER/said"
                play
                mock AddDischargingBattery string:BAT0 string:BAT0 double:30 int64:1200
                await says suspending
                # Without UPower, sysfs counts: it has no battery here.
                kill $player
                await says resuming
                kill $run
                wait $run
                echo done
                """)
        #expect(outcome.text == "done\n", "\(outcome.errors)")
    }

    @Test("The real UPower answers, and a machine without a battery is on power")
    func real() async throws {
        let outcome = try await Namespace.run(
            Self.bus + """
                mount -t tmpfs tmpfs /sys/class
                for program in /usr/libexec/upowerd /usr/lib/upower/upowerd; do
                    [ ! -x $program ] || { $program >/dev/null 2>&1 & break; }
                done
                runs
                """,
            command: """
                "$REACH" check --on-power --battery-above 100
                "$REACH" wait --not --on-power --timeout 300ms; echo $?
                """)
        #expect(outcome.text == "yes\n1\n", "\(outcome.errors)")
    }

    @Test(
        "A bus that does not answer is waited for a second, and then sysfs counts",
        arguments: ["silent", "hushed"])
    func hanging(mode: String) async throws {
        let outcome = try await Namespace.run(
            """
            export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
            "$FAKE_BUS" "$TEST_FOLDER/bus" \(mode) >"$TEST_FOLDER/connections" &
            await test -S "$TEST_FOLDER/bus"
            """,
            command: """
                "$REACH" wait --on-power --timeout 300s; echo $?
                """)
        #expect(outcome.text == "0\n", "\(outcome.errors)")
    }

    @Test("Commands without a condition on the power do not ask UPower")
    func unasked() async throws {
        let outcome = try await Namespace.run(
            Self.bus,
            command: """
                dbus-monitor --system "destination='org.freedesktop.UPower'" >"$TEST_FOLDER/monitor" 2>&1 &
                await test -s "$TEST_FOLDER/monitor"
                "$REACH" status >/dev/null
                "$REACH" wait --offline
                grep -c UPower "$TEST_FOLDER/monitor"
                "$REACH" check --on-power >/dev/null
                await grep -q EnumerateDevices "$TEST_FOLDER/monitor"
                """)
        #expect(outcome.text == "0\n", "\(outcome.errors)")
    }
}
