// SPDX-License-Identifier: Apache-2.0

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import NetworkReachability

/// What plans have used by the files of recorders, with real locks and the counters of the real kernel.
struct RecordedPlanUsageTests {
    /// A folder with the file of a recorder.
    private struct RecorderFolder: ~Copyable {
        let path = FileManager.default.temporaryDirectory.path + "/plans-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(
            _ used: Int64, boot: String = Boot.identifier, end: Int64 = .max / 2,
            counters: [PlanSums.Counter] = []
        ) throws {
            let sums = PlanSums(
                boot: boot,
                plans: [
                    PlanSums.Sum(
                        name: "LTE", period: TimePeriod(from: 0, end: min(end, 32_503_680_000_000)),
                        used: used)
                ], counters: counters)
            try Data(JSONLineEncoder.bytes(sums)).write(
                to: URL(filePath: "\(path)/\(PlanSums.fileName)"))
        }

        func lock() throws -> FileLock? {
            guard
                case .acquired(let lock) = try FileLock.acquire(
                    "\(path)/\(PlanSums.lockName)", note: "")
            else { return nil }
            return lock
        }
    }

    private static let plan = DataPlan(name: "LTE", interface: "*", limit: 1)

    @Test("A file counts while a recorder has its lock")
    func lock() throws {
        let folder = try RecorderFolder()
        let usage = RecordedPlanUsage(folders: [folder.path])
        #expect(usage.bytesUsed(by: Self.plan) == nil)
        try folder.write(500)
        #expect(usage.bytesUsed(by: Self.plan) == nil)
        do {
            let lock = try #require(try folder.lock())
            #expect(usage.bytesUsed(by: Self.plan) == 500)
            #expect(usage.bytesUsed(by: DataPlan(name: "other", limit: 1)) == nil)
            withExtendedLifetime(lock) {}
        }
        #expect(usage.bytesUsed(by: Self.plan) == nil)
    }

    @Test(
        "A file in the folder of another user does not count",
        .enabled(if: geteuid() == 0, "only root can give a folder to another user"))
    func otherUser() throws {
        let folder = try RecorderFolder()
        try folder.write(500)
        let lock = try #require(try folder.lock())
        let usage = RecordedPlanUsage(folders: [folder.path])
        #expect(usage.bytesUsed(by: Self.plan) == 500)
        try #require(chown(folder.path, 65534, 65534) == 0)
        #expect(
            RecordedPlanUsage(folders: [folder.path]).bytesUsed(by: Self.plan) == nil)
        withExtendedLifetime(lock) {}
    }

    @Test("A file of another boot, and one that is torn, count for nothing")
    func otherBoot() throws {
        let folder = try RecorderFolder()
        let lock = try #require(try folder.lock())
        let usage = RecordedPlanUsage(folders: [folder.path])
        try folder.write(500, boot: "another")
        #expect(usage.bytesUsed(by: Self.plan) == nil)
        try Data("{".utf8).write(to: URL(filePath: "\(folder.path)/\(PlanSums.fileName)"))
        #expect(usage.bytesUsed(by: Self.plan) == nil)
        withExtendedLifetime(lock) {}
    }

    @Test("The user's own recorder is asked first, then root's")
    func order() throws {
        let own = try RecorderFolder()
        let root = try RecorderFolder()
        let usage = RecordedPlanUsage(folders: [own.path, root.path])
        try own.write(1)
        try root.write(2)
        let rootLock = try #require(try root.lock())
        #expect(usage.bytesUsed(by: Self.plan) == 2)
        let ownLock = try #require(try own.lock())
        #expect(usage.bytesUsed(by: Self.plan) == 1)
        withExtendedLifetime((rootLock, ownLock)) {}
    }

    /// Each row: how many milliseconds ago the plan has renewed, and what it has used since.
    @Test(
        "After a plan renews, a recorder that hangs counts for 10 seconds",
        arguments: [(-60_000, 500), (1000, 0), (60_000, nil)] as [(Int64, Int64?)])
    func hangs(renewed: Int64, used: Int64?) throws {
        let own = try RecorderFolder()
        let lock = try #require(try own.lock())
        try own.write(500, end: RealTimeClock.milliseconds - renewed)
        #expect(RecordedPlanUsage(folders: [own.path]).bytesUsed(by: Self.plan) == used)
        // Another recorder knows.
        let root = try RecorderFolder()
        let rootLock = try #require(try root.lock())
        try root.write(7)
        let usage = RecordedPlanUsage(folders: [own.path, root.path])
        for _ in 0..<2 { #expect(usage.bytesUsed(by: Self.plan) == used ?? 7) }
        withExtendedLifetime((lock, rootLock)) {}
    }

    /// Each step: the time and the end of the period in the file, in hours; the time awake in seconds; whether the plan is
    /// taken to be about to renew.
    @Test(
        "A reader that has seen the period gives the recorder ten seconds after a suspend",
        arguments: [
            [(23, 24, 0, false), (31, 24, 2, true), (31, 24, 12, true), (31, 24, 13, false)],
            [(23, 24, 0, false), (31, 24, 2, true), (31, 48, 3, false), (49, 48, 9, true)],
            // It does not know how long the recorder has been silent.
            [(31, 24, 0, false), (31, 24, 1, false)],
            // The machine was awake, so the recorder hangs.
            [(23, 24, 0, false), (31, 24, 8 * 3600, false)],
        ] as [[(Int64, Int64, Int64, Bool)]])
    func suspended(steps: [(time: Int64, end: Int64, awake: Int64, renews: Bool)]) {
        var renewals = PlanRenewals()
        for step in steps {
            let period = TimePeriod(from: 0, end: step.end * 3_600_000)
            let sum = PlanSums.Sum(name: "LTE", period: period, used: 500)
            let sums = PlanSums(boot: "", plans: [sum], counters: [])
            let time = step.time * 3_600_000
            let patience = renewals.patience(
                for: Self.plan, in: sums, of: "/run/reach", at: time,
                offset: time - step.awake * 1000, now: step.awake * 1000)
            let used = sums.used(by: Self.plan, at: time, patience: patience) { _ in nil }
            #expect((used == 0) == step.renews, "\(step)")
        }
    }

    @Test("A recorder that has slept over the end of a period knows its own plans")
    func ownAfterSleep() {
        let usage = KeptPlanUsage()
        let period = TimePeriod(from: 0, end: RealTimeClock.milliseconds - 60_000)
        let sum = PlanSums.Sum(name: "LTE", period: period, used: 500)
        usage.keep(PlanSums(boot: Boot.identifier, plans: [sum], counters: []))
        #expect(usage.bytesUsed(by: Self.plan) == 0)
    }

    @Test("What the kernel has counted since is added")
    func counters() throws {
        let folder = try RecorderFolder()
        let lock = try #require(try folder.lock())
        let usage = RecordedPlanUsage(folders: [folder.path])
        let loopback = PlanSums.Counter(
            interface: "lo", index: 1, plan: "LTE", bytes: ByteCounts())
        try folder.write(0, counters: [loopback])
        let before = try #require(usage.bytesUsed(by: Self.plan))
        send(10_000)
        let after = try #require(usage.bytesUsed(by: Self.plan))
        // Received and sent, with the headers.
        #expect(after - before >= 20_000)
        withExtendedLifetime(lock) {}
    }

    @Test("An interface that is gone has no counters, and without a socket none has")
    func unreadableCounters() async {
        await #expect(processExitsWith: .success) {
            let counters = RecordedPlanUsage.readCounters([1, 0x7FFF_FFFF])
            #expect(counters?.map(\.?.interface) == ["lo", nil])
            let exhausted = withDescriptors(0) { RecordedPlanUsage.readCounters([1]) }
            #expect(exhausted == nil)
        }
    }

    /// Sends a datagram over the loopback interface.
    private func send(_ count: Int) {
        let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(9).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bytes = [UInt8](repeating: 0, count: count)
        let sent = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, bytes, count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        #expect(sent == count)
    }
}
