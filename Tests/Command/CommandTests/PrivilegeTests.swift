// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A program that links the library and runs with more privileges than its user has.
@Suite(.enabled(if: Machine.hasNamespaces, "network namespaces cannot be made here"))
struct PrivilegeTests {
    /// A D-Bus address that runs a command (`unixexec:`).
    private static let environment = """
        DBUS_SYSTEM_BUS_ADDRESS=unixexec:path=/usr/bin/touch,argv1=$TEST_FOLDER/ran
        """

    /// Copies the command to a file system that supports file privileges. With file capabilities, a user who is not
    /// root in the namespace gains capabilities by running it.
    private static let privileged = """
        mkdir "$TEST_FOLDER/bin"
        mount -t tmpfs tmpfs "$TEST_FOLDER/bin"
        cp "$REACH" "$TEST_FOLDER/bin/reach"
        setcap cap_net_raw+ep "$TEST_FOLDER/bin/reach"
        chmod 777 "$TEST_FOLDER"

        """

    @Test(
        "A command in the user's bus address runs only with the user's privileges",
        arguments: [(false, "ran"), (true, "did not run")])
    func bus(isPrivileged: Bool, result: String) async throws {
        let program = isPrivileged ? "$TEST_FOLDER/bin/reach" : "$REACH"
        let outcome = try await Namespace.run(
            Self.privileged,
            command: """
                unshare --map-user=1000 --map-group=1000 -- \
                    env "\(Self.environment)" "\(program)" status --json >/dev/null
                [ -e "$TEST_FOLDER/ran" ] && echo ran || echo did not run
                """)
        #expect(outcome.text == "\(result)\n", "\(outcome.errors)")
    }

    @Test(
        "A privileged program ignores configuration paths from the user's environment",
        arguments: [(false, 78), (true, 0)])
    func configuration(isPrivileged: Bool, status: Int32) async throws {
        let program = isPrivileged ? "$TEST_FOLDER/bin/reach" : "$REACH"
        let outcome = try await Namespace.run(
            """
            \(Self.privileged)
            mkdir "$TEST_FOLDER/reach"
            echo nonsense >"$TEST_FOLDER/reach/reach.json"
            """,
            command: """
                unshare --map-user=1000 --map-group=1000 -- \
                    env XDG_CONFIG_HOME="$TEST_FOLDER" "\(program)" status --json >/dev/null
                """)
        #expect(outcome.status == status, "\(outcome.errors)")
    }

    @Test(
        "A set-user-ID root program does not run a command of its user",
        .enabled(if: getuid() == 0, "only root makes programs that run as root"),
        arguments: [(false, "ran as 65534"), (true, "did not run")])
    func setUserID(isPrivileged: Bool, result: String) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "reach-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outcome = try await Program.run(
            [
                "unshare", "--mount", "--net", "--", "sh", "-euc",
                """
                mount -t tmpfs -o mode=777 tmpfs "$TEST_FOLDER"
                cd "$TEST_FOLDER"
                cp "$REACH" reach
                \(isPrivileged ? "chmod 4755 reach" : "")
                setpriv --reuid=65534 --regid=65534 --clear-groups \
                    env "\(Self.environment)" ./reach status --json >/dev/null
                if [ -e ran ]; then echo ran as $(stat -c %u ran); else echo did not run; fi
                """,
            ], environment: ["TEST_FOLDER": folder.path])
        #expect(outcome.text == "\(result)\n", "\(outcome.errors)")
    }
}
