// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import Testing

@testable import CommandSystem

/// Which groups of an earlier worker are still there.
@Suite("Records of process groups") struct GroupRecordsTests {
    /// A file of a lock with a group.
    ///
    /// - Parameters:
    ///   - boot: the boot in which it was written.
    ///   - number: the number of the group.
    ///   - start: when its first process was started, in ticks.
    private static func lock(
        boot: String = Boot.identifier, number: Int64, start: Int64
    ) throws -> FileLock {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "groups-\(UUID().uuidString)"
        ).path
        var bytes = Array(boot.utf8)
        bytes += Array(repeating: UInt8(ascii: "\n"), count: 64 - bytes.count)
        for value in [number, start] { withUnsafeBytes(of: value) { bytes += $0 } }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard case .acquired(let lock) = try FileLock.acquire(path, note: nil) else {
            throw SystemError(operation: "get the lock", errno: 11)
        }
        return lock
    }

    @Test(
        "A group is ended and waited for, but for one of another boot, or whose number another process has"
    )
    func others() async {
        // A guard is a child of this process, which must wait for all its children as the command does.
        await #expect(processExitsWith: .success) {
            for (boot, later, isWaitedFor) in [
                (Boot.identifier, 0, true), ("another boot", 0, false), (Boot.identifier, 1, false),
            ] as [(String, Int64, Bool)] {
                let program = Process()
                program.executableURL = URL(fileURLWithPath: "/bin/sleep")
                program.arguments = ["600"]
                try program.run()
                defer { kill(program.processIdentifier, SIGKILL) }
                let group = Int64(program.processIdentifier)
                try #require(getpgid(program.processIdentifier) == program.processIdentifier)
                let lock = try GroupRecordsTests.lock(
                    boot: boot, number: group, start: try GroupRecordsTests.start(of: group) + later
                )
                let records = try GroupRecords.takeOver(lock, variables: ["REACH_JOB_ID="])
                #expect((records == nil) == isWaitedFor)
                if isWaitedFor { program.waitUntilExit() }
                #expect(program.isRunning == !isWaitedFor)
            }
        }
    }

    @Test("A group that is gone is not waited for")
    func gone() throws {
        let lock = try Self.lock(number: Int64(Int32.max), start: 5)
        #expect(try GroupRecords.takeOver(lock, variables: ["REACH_JOB_ID="]) != nil)
    }

    /// When a process was started, in ticks: the twenty-second field.
    private static func start(of process: Int64) throws -> Int64 {
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return fields.count > 20 ? Int64(fields[20]) ?? 0 : 0
    }
}
