// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Runs commands in a network namespace that is made for them and ends with them: as root, and as
/// an ordinary user who may make user namespaces.
enum Namespace {
    /// The words that scenarios are written in, beside those of `ip`.
    private static let words = """
        export PATH=$PATH:/usr/sbin:/sbin
        # Nothing may stay behind: it could hold the pipes of other tests.
        end() { jobs -p >"$TEST_FOLDER/jobs"; kill -9 $(cat "$TEST_FOLDER/jobs") 2>/dev/null; }
        trap end EXIT
        # Waits until a command succeeds.
        await() {
            tries=0
            until "$@" >/dev/null 2>&1; do
                tries=$((tries + 1))
                [ $tries -lt 3000 ] || { echo "never: $*" >&2; exit 90; }
                sleep 0.01
            done
        }
        state_is() { ip -o link show dev "$1" | grep -q " state $2 "; }
        # cable NAME: a network card with something at the other end.
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
        has_no_carrier() { ip -o link show dev "$1" | grep -q NO-CARRIER; }
        # unplug NAME: the other end goes down.
        unplug() { ip link set "$1-far" down; await has_no_carrier "$1"; }
        # vpn NAME [ADDRESS/LENGTH]: a tunnel whose program runs.
        vpn() {
            "$TUN_READER" "$1" >/dev/null &
            await ip link show dev "$1"
            ip link set "$1" up
            await state_is "$1" UNKNOWN
            [ -z "${2-}" ] || ip address add "$2" dev "$1"
        }
        # elsewhere COMMAND...: runs it in another network namespace.
        elsewhere() {
            if [ -z "${other-}" ]; then
                unshare --net sleep 60 >/dev/null 2>&1 &
                other=$!
                here=$(readlink /proc/self/ns/net)
                await sh -c "[ $here != \\$(readlink /proc/$other/ns/net) ]"
            fi
            nsenter --net=/proc/$other/ns/net "$@"
        }
        # resolver LINE...: what stands in /etc/resolv.conf.
        resolver() {
            printf '%s\\n' "$@" >"$TEST_FOLDER/resolv.conf"
            mount --bind "$TEST_FOLDER/resolv.conf" /etc/resolv.conf
        }
        # upstream LINE...: what systemd-resolved says that it asks.
        upstream() {
            mkdir "$TEST_FOLDER/run" "$TEST_FOLDER/run/systemd" "$TEST_FOLDER/run/systemd/resolve"
            printf '%s\\n' "$@" >"$TEST_FOLDER/run/systemd/resolve/resolv.conf"
            mount --rbind "$TEST_FOLDER/run" /run
        }
        ip link set lo up

        """

    /// Makes a namespace, sets it up, and runs a command line of the shell in it.
    ///
    /// - Parameters:
    ///   - setup: shell commands; the first that fails is an error of the test.
    ///   - command: the command line under test; `$REACH` is the command.
    ///   - mountsSysfs: whether /sys is the namespace's own.
    static func run(
        _ setup: String,
        command: String,
        mountsSysfs: Bool = true,
        environment: [String: String] = [:],
        hasNonBlockingOutput: Bool = false
    ) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "reach-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
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

/// What this machine lets tests do.
enum Machine {
    /// Whether a namespace can be made, and a device of a kind in it.
    private static func canMake(_ command: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "unshare", "--map-root-user", "--net", "--mount", "--", "sh", "-c",
            "PATH=$PATH:/usr/sbin:/sbin; \(command)",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    /// What may not be missing here, by the environment's word.
    private static let required = Set(
        (ProcessInfo.processInfo.environment["REACH_TESTS_REQUIRE"] ?? "")
            .split(separator: ",").map(String.init))

    /// Network namespaces, by root or in user namespaces.
    static let hasNamespaces = required.contains("namespaces") || canMake("true")
    /// NetworkManager and a bus for it.
    static let hasNetworkManager =
        required.contains("networkmanager")
        || canMake("command -v NetworkManager && command -v nmcli && command -v dbus-daemon")
    /// The shells that completions are for.
    static let hasShells =
        required.contains("shells")
        || canMake("command -v bash && command -v zsh && command -v fish")
    /// Tunnels: /dev/net/tun is there and open to this user.
    static let hasTunnels =
        required.contains("tunnels") || canMake("ip tuntap add tun0 mode tun")
}
