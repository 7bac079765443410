// SPDX-License-Identifier: Apache-2.0

#if NetworkManager
    import Foundation
    import LinuxSystem
    import Testing

    @testable import NetworkReachability

    /// A real system bus, in namespaces of its own, with a service that plays ModemManager, or with the real one.
    final class ModemBus {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "modems-\(UUID().uuidString)")
        private let process = Process()
        private let words = Pipe()

        private static let programs = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../ModemManager").standardized

        /// Whether all of it must be there (`REACH_TESTS_REQUIRE`).
        private static let isRequired =
            (ProcessInfo.processInfo.environment["REACH_TESTS_REQUIRE"] ?? "")
            .split(separator: ",").contains("networkmanager")
        /// Whether the programs are there that play ModemManager: dbus-daemon, python3-dbus and python3-gi; and whether
        /// this user may make namespaces.
        static let isPlayable =
            isRequired
            || canRun(
                "dbus-daemon --version && /usr/bin/python3 -c 'import dbus, gi' && test -r '\(programs.path)/service.py'"
            )
        /// Whether the real one is there, too.
        static let isReal =
            isRequired || isPlayable && canRun("ModemManager --version && mmcli --version")

        private static func canRun(_ command: String) -> Bool {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = namespace + ["export PATH=$PATH:/usr/sbin:/sbin; \(command)"]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            do { try process.run() } catch { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        private static let namespace = [
            "unshare", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child",
            "--", "sh", "-c",
        ]

        private var socket: String { folder.appending(path: "bus").path }

        /// The address of the bus.
        var address: BusAddress { BusAddress("unix:path=\(socket)") }

        /// Starts the bus, and a program of `Tests/Reachability/ModemManager` with the folder as its argument.
        init(_ program: String, registration: Int = 5) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try register(registration)
            let configuration = """
                <busconfig>
                  <type>system</type>
                  <listen>unix:path=\(socket)</listen>
                  <policy context="default">
                    <allow own="*"/> <allow send_type="method_call"/> <allow send_type="signal"/>
                    <allow send_requested_reply="true"/> <allow receive_requested_reply="true"/>
                  </policy>
                </busconfig>
                """
            try configuration.write(
                to: folder.appending(path: "bus.conf"), atomically: false, encoding: .utf8)
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                Self.namespace + [
                    """
                    export PATH=$PATH:/usr/sbin:/sbin DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(socket)
                    mount -t proc proc /proc
                    dbus-daemon --config-file='\(folder.path)/bus.conf' --nofork --nopidfile 2>/dev/null &
                    until test -S '\(socket)'; do sleep 0.01; done
                    exec '\(Self.programs.path)/\(program)' '\(folder.path)' >'\(folder.path)/told' \
                        2>'\(folder.path)/errors'
                    """
                ]
            process.standardInput = words
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            waitUntil { FileManager.default.fileExists(atPath: self.socket) }
        }

        deinit {
            // `unshare` ignores the signals that ask.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? FileManager.default.removeItem(at: folder)
        }

        /// What the program has printed, a word or two a line.
        var told: [String] { read("told").split(separator: "\n").map(String.init) }

        func read(_ file: String) -> String {
            (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
        }

        /// Orders something from the service, and waits until it is done.
        func tell(_ line: String) {
            let count = told.count { $0.hasPrefix("done") }
            words.fileHandleForWriting.write(Data((line + "\n").utf8))
            waitUntil { self.told.count { $0.hasPrefix("done") } > count }
        }

        /// Registers the real modem with another network.
        func register(_ state: Int) throws {
            try "\(state)".write(
                to: folder.appending(path: "registration"), atomically: false, encoding: .utf8)
        }

        /// Waits until something holds, for ten minutes at most.
        private func waitUntil(_ holds: () -> Bool) {
            let deadline = MonotonicClock.milliseconds + 600_000
            while !holds() {
                guard MonotonicClock.milliseconds < deadline else {
                    Issue.record("waited in vain: \(read("errors"))")
                    return
                }
                usleep(5000)
            }
        }
    }
#endif
