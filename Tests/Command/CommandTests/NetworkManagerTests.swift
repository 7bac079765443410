// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command with the real NetworkManager on a private bus.
@Suite(
    .enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"),
    .enabled(if: Machine.hasNetworkManager, "NetworkManager, nmcli or dbus-daemon is missing"))
struct NetworkManagerTests {
    /// Functions for scenarios: a bus, NetworkManager, and connections.
    static let words = """
        export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$TEST_FOLDER/bus
        # With a writable /sys, NetworkManager waits for udev, which does not run.
        mount -o remount,bind,ro /sys
        mount -t tmpfs tmpfs /run
        for folder in /var/lib/NetworkManager /etc/NetworkManager; do
            mount -t tmpfs tmpfs $folder
        done
        mkdir /run/NetworkManager
        cat >/etc/NetworkManager/NetworkManager.conf <<'END'
        [main]
        plugins=keyfile
        dns=none
        auth-polkit=false
        no-auto-default=*
        [device]
        managed=1
        END
        sysctl -qw net.ipv6.conf.default.disable_ipv6=1
        quiet() { "$@" >>"$TEST_FOLDER/log" 2>&1; }
        bus() {
            bus_daemon
            bus=$!
            # A bus that was killed leaves its socket behind.
            await busctl --address="$DBUS_SYSTEM_BUS_ADDRESS" list
        }
        network_manager() {
            NetworkManager --no-daemon >>"$TEST_FOLDER/log" 2>&1 &
            manager=$!
            await nmcli -t general
        }
        knows() { nmcli -t -f DEVICE device | grep -qx "$1"; }
        # connection NAME METERED [OPTION...]: an Ethernet connection with an address and a default route.
        connection() {
            await knows "$1"
            name=$1 metered=$2
            shift 2
            # NetworkManager may have created a connection with the name of the interface.
            quiet nmcli connection delete "to-$name" || :
            quiet nmcli connection add type ethernet ifname "$name" con-name "to-$name" \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 \\
                ipv6.method disabled connection.metered "$metered" "$@"
            quiet nmcli connection up "to-$name"
        }
        # eventually PATTERN COMMAND...: repeats the command until its output matches, and keeps the output.
        # On a busy machine NetworkManager may not answer in time.
        has() {
            pattern=$1
            shift
            "$REACH" "$@" >"$TEST_FOLDER/answer" && grep -q "$pattern" "$TEST_FOLDER/answer"
        }
        eventually() { await has "$@"; }
        # metered NAME YES|NO|UNKNOWN
        metered() {
            quiet nmcli connection modify "to-$1" connection.metered "$2"
            quiet nmcli device reapply "$1"
        }

        """

    /// Starts a watch. The function `shows VALUE` waits until the last line has the metered value of the path, which may
    /// differ from those of the interfaces.
    static let watching = """
        "$REACH" watch --json >"$TEST_FOLDER/lines" & watch=$!
        says() { tail -n 1 "$TEST_FOLDER/lines" | grep -q "\\],\\"metered\\":{\\"value\\":\\"$1\\""; }
        shows() { await says "$1"; }
        await test -s "$TEST_FOLDER/lines"

        """

    static let settled = "bus; network_manager; cable eth0; connection eth0"

    static func watch(_ setup: String, _ changes: String) async throws -> [JSON] {
        let outcome = try await Namespace.run(
            "\(words)\(setup)\n\(watching)\(changes)",
            command: "kill $watch; cat \"$TEST_FOLDER/lines\"")
        return try outcome.text.split(separator: "\n").map { line in
            try JSON(Data(line.utf8))
        }
    }

    @Test(
        "The metered value follows NetworkManager's profile",
        arguments: [
            ("yes", "yes", true), ("no", "no", false), ("unknown", "guessNo", false),
        ])
    func profiles(metered: String, value: String, isExpensive: Bool) async throws {
        let outcome = try await Namespace.run(
            "\(Self.words)\(Self.settled) \(metered); eventually networkManager status --json",
            command: "cat $TEST_FOLDER/answer")
        let path = try outcome.json
        #expect(path["metered.value"] == .string(value))
        #expect(path["metered.isExpensive"] == .bool(isExpensive))
        #expect(path["metered.source"] == "networkManager")
        #expect(path["interfaces.0.metered.value"] == .string(value))
    }

    /// A bus allows 128 pending calls per connection (`max_replies_per_connection`).
    @Test("More devices are read than the bus allows pending calls")
    func manyDevices() async throws {
        let lines = try await Self.watch(
            """
            seq 150 | sed 's/.*/link add many& type veth peer name other&/' | ip -batch -
            \(Self.settled) unknown; await knows other150
            """, "shows guessNo")
        let reasons = lines.compactMap { $0["path.metered.detail"] }
        #expect(reasons.last == "NetworkManager says guess-no")
        #expect(
            !reasons.contains(
                "NetworkManager does not say: org.freedesktop.DBus.Error.LimitsExceeded"))
    }

    /// NetworkManager's guess for the bridge depends on the device class.
    @Test("A bridge gets the metered value of its port")
    func bridge() async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)bus; network_manager; cable port0; await knows port0
            quiet nmcli connection add type bridge ifname br0 con-name br0 bridge.stp no \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 \\
                ipv6.method disabled
            quiet nmcli connection add type ethernet ifname port0 con-name port0 \\
                master br0 connection.metered yes
            quiet nmcli connection up port0
            up() { ip route show default | grep -q br0 && state_is br0 UP; }
            await up
            eventually '"source":"underlay"' status --json
            """, command: "cat $TEST_FOLDER/answer")
        let path = try outcome.json
        #expect(path["primary"] == "br0")
        #expect(path["metered.value"] == "yes")
        #expect(path["metered.source"] == "underlay")
    }

    @Test("A change of only the profile is a change of the path")
    func changedProfile() async throws {
        let lines = try await Self.watch(
            "\(Self.settled) unknown",
            "shows guessNo; metered eth0 yes; shows yes; metered eth0 no; shows no")
        #expect(
            lines.compactMap { $0["path.metered.value"] }.suffix(3) == ["guessNo", "yes", "no"])
        #expect(lines.last?["changes"] == ["metered", "interfaces"])
        #expect(lines.allSatisfy { $0["path.status"] == "satisfied" })
    }

    /// NetworkManager may be restarting, so a watch keeps its last answer for ten seconds.
    @Test(
        "A metered path stays metered for a while after NetworkManager ends", .tags(.slow),
        arguments: ["TERM", "KILL"])
    func itEndsAndComesBack(signal: String) async throws {
        let lines = try await Self.watch(
            "\(Self.settled) yes",
            """
            shows yes
            before=$(date +%s)
            kill -\(signal) $manager; eventually 'unknown' status --json
            shows unknown
            # The answer is kept for ten seconds. That it is gone may be seen later.
            [ $(($(date +%s) - before)) -ge 9 ]
            network_manager; shows yes
            """)
        #expect(lines.compactMap { $0["path.metered.value"] }.last == "yes")
    }

    @Test("The watch follows a bus that starts later, ends and starts again")
    func restartedBus() async throws {
        let lines = try await Self.watch(
            "uplink eth0 192.0.2.7/24 192.0.2.1",
            """
            shows unknown
            bus; network_manager; connection eth0 yes; shows yes
            kill -KILL $bus $manager; shows unknown
            bus; network_manager; connection eth0 no; shows no
            """)
        #expect(lines.compactMap { $0["path.metered.value"] }.last == "no")
    }

    /// NetworkManager is stopped for longer than the library waits, and shorter than the command waits. The test is
    /// repeated if the machine is too busy for an answer in the remaining time.
    @Test(
        "A command waits for a slow answer from NetworkManager",
        arguments: [
            ("status --json", 0, "\"metered\":{\"value\":\"yes\""),
            ("explain --json", 0, "\"metered\":{\"value\":\"yes\""),
            ("watch --count 1 --json", 0, "\"metered\":{\"value\":\"yes\""),
            ("check --unmetered", 1, "NetworkManager says yes"),
            ("wait --not --unmetered --json", 0, "\"metered\":{\"value\":\"yes\""),
        ])
    func aSlowAnswer(command: String, status: Int32, text: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.settled) yes; eventually '"source":"networkManager"' status --json
            is_waited_for() {
                kill -STOP $manager
                { sleep 0.4; kill -CONT $manager; } & waker=$!
                status=0
                "$REACH" \(command) >"$TEST_FOLDER/answer" 2>"$TEST_FOLDER/errors" || status=$?
                wait $waker
                grep -qF '\(text)' "$TEST_FOLDER/answer"
            }
            await is_waited_for
            """, command: "cat \"$TEST_FOLDER/errors\"; exit $status")
        #expect(outcome.status == status)
        #expect(outcome.text == "")
    }

    /// NetworkManager's guess for this connection would be no.
    @Test(
        "The metered value is unknown while NetworkManager does not answer",
        arguments: ["status --json", "watch --count 1 --json", "wait --json", "check --json"])
    func noAnswer(command: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)\(Self.settled) unknown; eventually '"value":"guessNo"' status --json
            kill -STOP $manager
            """, command: "timeout 300 \"$REACH\" \(command)")
        #expect(outcome.status == 0)
        let json = try outcome.json
        let metered = json["metered"] ?? json["path.metered"]
        #expect(metered?["value"] == "unknown")
        #expect(metered?["detail"] == "NetworkManager has not answered yet")
        #expect(
            outcome.errors
                == "reach: it is unknown whether the connection is metered: "
                + "NetworkManager has not answered yet\n")
    }

    /// NetworkManager pings the gateway before it activates the connection. Packets are routed before.
    @Test("The metered value is unknown while NetworkManager activates the connection")
    func aConnectionInTheMaking() async throws {
        let lines = try await Self.watch(
            """
            mount -t tmpfs tmpfs /usr/local/sbin
            printf '#!/bin/sh\nuntil [ -e %s ]; do sleep 0.01; done\n' "$TEST_FOLDER/answers" \\
                >/usr/local/sbin/ping
            chmod 755 /usr/local/sbin/ping
            bus; network_manager; cable eth0; await knows eth0
            quiet nmcli connection add type ethernet ifname eth0 con-name to-eth0 \\
                ipv4.method manual ipv4.addresses 192.0.2.7/24 ipv4.gateway 192.0.2.1 \\
                ipv6.method disabled connection.metered yes connection.gateway-ping-timeout 100
            quiet nmcli --wait 0 connection up to-eth0
            has_route() { ip route show default | grep -q eth0; }
            await has_route
            eventually 'still making the connection' status --json
            """, "shows unknown; touch $TEST_FOLDER/answers; shows yes")
        let values = lines.compactMap { $0["path.metered.value"] }
        #expect(values.last == "yes")
        #expect(values.dropLast().allSatisfy { $0 == "unknown" }, "\(values)")
    }

    @Test(
        "explain says why NetworkManager has no answer",
        arguments: [
            ("NetworkManager does not run", "bus"),
            ("there is no system bus", ":"),
            ("NetworkManager has not answered yet", "silent"),
        ])
    func explainedSilence(reason: String, bus: String) async throws {
        let outcome = try await Namespace.run(
            """
            \(Self.words)
            silent() { "$FAKE_BUS" "$TEST_FOLDER/bus" silent & await test -S "$TEST_FOLDER/bus"; }
            uplink eth0 192.0.2.7/24 192.0.2.1
            \(bus)
            eventually '\(reason)' explain --verbose
            """, command: "cat $TEST_FOLDER/answer")
        #expect(outcome.text.contains("networkManager  \(reason)"))
    }
}
