// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs commands in a new network namespace, which ends with them.
///
/// Needs root, or a user who may create user namespaces.
enum Namespace {
    /// Shell functions for scenarios.
    private static let words = """
        # Background jobs must end, because they could hold the pipes of other tests.
        end() {
            jobs -p >"$TEST_FOLDER/jobs"
            while read -r job; do kill -9 "$job" 2>/dev/null; done <"$TEST_FOLDER/jobs"
        }
        trap end EXIT
        # Waits until a command succeeds, at most five minutes. The pauses double up to 0.16 s, because each try costs.
        await() {
            local pause=10 waited=0
            until "$@" >/dev/null 2>&1; do
                [ $waited -lt 300000 ] || { echo "never: $*" >&2; exit 90; }
                sleep ${pause}e-3
                waited=$((waited + pause)) pause=$((pause < 160 ? pause * 2 : pause))
            done
        }
        # switches PROCESS: how often the threads of a process have begun to wait.
        switches() { awk '/^voluntary_ctxt/ { sum += $2 } END { print sum }' /proc/$1/task/*/status; }
        # is_asleep PROCESS: whether all threads of a process sleep, and none has woken for 0.2 s.
        is_asleep() {
            local before=$(switches $1)
            sleep 0.2
            ! grep -h "^State" /proc/$1/task/*/status | grep -qv "S (sleeping)" && [ "$before" = "$(switches $1)" ]
        }
        # link_shows NAME TEXT: whether ip link has a text about an interface.
        link_shows() { case $(ip -o link show dev "$1") in *"$2"*) ;; *) return 1 ;; esac; }
        state_is() { link_shows "$1" " state $2 "; }
        # cable NAME: creates an interface with a link.
        cable() {
            ip link add "$1" type veth peer name "$1-far"
            ip link set "$1-far" up
            ip link set "$1" up
            await state_is "$1" UP
        }
        # uplink NAME ADDRESS/LENGTH [GATEWAY [METRIC]]: a cable with an address and a default route.
        uplink() {
            cable "$1"
            case $2 in
                *:*) ip address add "$2" dev "$1" nodad ;;
                *) ip address add "$2" dev "$1" ;;
            esac
            [ -z "${3-}" ] || ip route add default via "$3" dev "$1" ${4+metric $4}
        }
        has_no_carrier() { link_shows "$1" NO-CARRIER; }
        # unplug NAME: switches the other end off.
        unplug() { ip link set "$1-far" down; await has_no_carrier "$1"; }
        # vpn NAME [ADDRESS/LENGTH]: creates a tunnel and runs its program.
        vpn() { with_program tun "$@"; }
        # tap NAME [ADDRESS/LENGTH]: creates a tap and runs its program.
        tap() { with_program tap "$@"; }
        with_program() {
            if [ $1 = tap ]; then "$TUN_READER" "$2" tap >/dev/null &
            else "$TUN_READER" "$2" >/dev/null & fi
            await ip link show dev "$2"
            ip link set "$2" up
            await state_is "$2" UNKNOWN
            [ -z "${3-}" ] || ip address add "$3" dev "$2"
        }
        # halves VIA...: routes both halves of the IPv4 addresses.
        halves() { ip route add 0.0.0.0/1 "$@"; ip route add 128.0.0.0/1 "$@"; }
        # elsewhere COMMAND...: runs a command in another network namespace.
        elsewhere() {
            if [ -z "${other-}" ]; then
                unshare --net sleep 1000 >/dev/null 2>&1 &
                other=$!
                here=$(readlink /proc/self/ns/net)
                await sh -c "[ $here != \\$(readlink /proc/$other/ns/net) ]"
            fi
            nsenter --net=/proc/$other/ns/net "$@"
        }
        # serves COMMAND...: starts a server that ends with its standard input, and sets port to the number that it prints.
        serves() {
            sleep 1000 | "$@" >"$TEST_FOLDER/port" &
            await test -s "$TEST_FOLDER/port"
            read -r port rest <"$TEST_FOLDER/port"
        }
        # bus_daemon: starts a bus at DBUS_SYSTEM_BUS_ADDRESS on which everything is allowed.
        bus_daemon() {
            cat >"$TEST_FOLDER/bus.conf" <<END
        <busconfig>
          <type>system</type>
          <listen>$DBUS_SYSTEM_BUS_ADDRESS</listen>
          <policy context="default">
            <allow own="*"/> <allow send_type="method_call"/> <allow send_type="signal"/>
            <allow send_requested_reply="true"/> <allow receive_requested_reply="true"/>
          </policy>
        </busconfig>
        END
            dbus-daemon --config-file="$TEST_FOLDER/bus.conf" --nofork --nopidfile 2>>"$TEST_FOLDER/log" &
        }
        # check_file LINE...: the connectivity check of NetworkManager's files. Those of this machine are hidden.
        check_file() {
            for folder in /etc/NetworkManager /usr/lib/NetworkManager /var/lib/NetworkManager; do
                [ ! -d $folder ] || mount -t tmpfs tmpfs $folder
            done
            mount -t tmpfs tmpfs /run
            mkdir -p /run/NetworkManager/conf.d
            [ $# = 0 ] || printf '%s\\n' '[connectivity]' "$@" >/run/NetworkManager/conf.d/20-check.conf
        }
        # resolver LINE...: sets the content of /etc/resolv.conf.
        resolver() {
            printf '%s\\n' "$@" >"$TEST_FOLDER/resolv.conf"
            mount --bind "$TEST_FOLDER/resolv.conf" /etc/resolv.conf
        }
        # upstream LINE...: sets the upstream name servers of systemd-resolved.
        upstream() {
            mkdir "$TEST_FOLDER/run" "$TEST_FOLDER/run/systemd" "$TEST_FOLDER/run/systemd/resolve"
            printf '%s\\n' "$@" >"$TEST_FOLDER/run/systemd/resolve/resolv.conf"
            mount --rbind "$TEST_FOLDER/run" /run
        }
        ip link set lo up

        """

    /// Creates a namespace, sets it up, and runs a shell command line in it.
    ///
    /// - Parameters:
    ///   - setup: shell commands. A failing command fails the test.
    ///   - command: the command line under test; `$REACH` is the command.
    ///   - mountsSysfs: whether to mount the /sys of the namespace.
    static func run(
        _ setup: String,
        command: String,
        mountsSysfs: Bool = true,
        environment: [String: String] = [:],
        hasNonBlockingOutput: Bool = false
    ) async throws -> Outcome {
        try await withFolder { folder in
            let script = """
                set -eu
                \(mountsSysfs ? "mount -t sysfs sysfs /sys" : "")
                \(words)
                \(setup)
                : >"$TEST_FOLDER/set-up"
                set +e
                \(command)
                """
            let outcome = try await Program.run(
                ["unshare", "--map-root-user", "--net", "--mount", "--", "sh", "-c", script],
                environment: environment.merging(["TEST_FOLDER": folder.path]) { $1 },
                hasNonBlockingOutput: hasNonBlockingOutput)
            let isSetUp = FileManager.default.fileExists(
                atPath: folder.appending(path: "set-up").path)
            try #require(isSetUp, "the set-up failed: \(outcome.errors)")
            return outcome
        }
    }

    /// Creates a namespace, sets it up, and runs shell command lines in it that change nothing, one after the other.
    ///
    /// - Returns: the outcome of each command line.
    static func run(_ setup: String, commands: [String]) async throws -> [Outcome] {
        try await withFolder { folder in
            let results = folder.path + "/result"
            let lines = commands.enumerated().map { number, command in
                """
                (\(command)
                ) >\(results).\(number).output 2>\(results).\(number).errors
                echo $? >\(results).\(number).status
                """
            }
            let whole = try await run(setup, command: lines.joined(separator: "\n"))
            return try commands.indices.map { number in
                func content(_ kind: String) throws -> Data {
                    try Data(contentsOf: URL(filePath: "\(results).\(number).\(kind)"))
                }
                let status = String(decoding: try content("status").dropLast(), as: UTF8.self)
                return Outcome(
                    status: try #require(Int32(status), "\(whole.errors)"),
                    output: try content("output"),
                    errors: String(decoding: try content("errors"), as: UTF8.self))
            }
        }
    }

    /// Makes a folder, and removes it afterwards.
    private static func withFolder<Result>(
        _ body: (URL) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "reach-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

/// A namespace for command lines that change nothing: the rows of a table share it.
final class SharedNamespace: Sendable {
    private let outcomes: Task<[String: Outcome], any Error>

    /// Runs the command lines, one after the other.
    init(_ setup: String, commands: [String]) {
        outcomes = Task {
            let outcomes = try await Namespace.run(setup, commands: commands)
            return Dictionary(zip(commands, outcomes)) { $1 }
        }
    }

    func outcome(of command: String) async throws -> Outcome {
        try #require(try await outcomes.value[command], "the namespace does not run \(command)")
    }
}

/// The abilities of this machine that tests need.
enum Machine {
    /// Whether the tests run as root, whose files a namespace of its own does not hide.
    static let isRoot = geteuid() == 0

    /// Whether programs are installed.
    static func has(_ programs: String...) -> Bool {
        programs.allSatisfy { Program.find($0) != nil }
    }

    /// Returns whether a program ends with 0.
    private static func canRun(_ words: String...) -> Bool {
        let outcome = try? SpawnedProgram.run(
            words, environment: ["PATH": Program.folders.joined(separator: ":")])
        return outcome?.status == 0
    }

    /// Returns whether a shell command ends with 0 in a new namespace.
    private static func canMake(_ command: String) -> Bool {
        canRun("unshare", "--map-root-user", "--net", "--mount", "--", "sh", "-c", command)
    }

    /// The abilities that must exist (`REACH_TESTS_REQUIRE`).
    private static let required = Set(
        (ProcessInfo.processInfo.environment["REACH_TESTS_REQUIRE"] ?? "")
            .split(separator: ",").map(String.init))

    /// Whether network namespaces can be created, as root or in user namespaces.
    static let hasNamespaces = required.contains("namespaces") || canMake("true")
    /// Whether NetworkManager and dbus-daemon are installed.
    static let hasNetworkManager =
        required.contains("networkmanager") || has("NetworkManager", "nmcli", "dbus-daemon")
    /// Whether the kernel has the class of power supplies, over whose folder another one can be mounted.
    static let hasPowerClass = FileManager.default.fileExists(atPath: "/sys/class/power_supply")
    /// Whether UPower is installed, dbus-daemon, and the library of the programs that play services of a bus.
    static let hasUPower =
        required.contains("networkmanager")
        || has("dbus-daemon", "upower") && canRun("/usr/bin/python3", "-c", "import dbusmock")
    /// Whether xdg-desktop-portal is installed, and dbus-daemon, which starts it.
    static let hasDesktopPortal =
        required.contains("networkmanager")
        || has("dbus-daemon", "dbus-send")
            && FileManager.default.fileExists(
                atPath: "/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service")
    /// Whether the shells with completions are installed.
    static let hasShells = required.contains("shells") || has("bash", "zsh", "fish")
    /// Whether the validator of JSON Schemas is installed (python3-jsonschema).
    static let hasSchemaValidator =
        required.contains("schemas") || canRun("python3", "-c", "import jsonschema")
    /// Whether Prometheus' own reader of metrics is installed (package prometheus).
    static let hasMetricsReader = required.contains("readers") || has("promtool")
    /// Whether the programs that write and read files of the journal are installed (package systemd-journal-remote).
    static let hasJournalReader =
        required.contains("readers") || has("journalctl", "/lib/systemd/systemd-journal-remote")
    /// Whether a program may trace another one.
    static let canTrace =
        required.contains("tracing") || canRun(Program.path("crash-at"), "0", "true")
    /// Whether this user can open /dev/net/tun.
    static let hasTunnels =
        required.contains("tunnels") || canMake("ip tuntap add tun0 mode tun")
}
