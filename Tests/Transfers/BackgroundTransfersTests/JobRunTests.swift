// SPDX-License-Identifier: Apache-2.0

import Foundation
import NetworkReachability
import Testing

@testable import BackgroundTransfers

/// Jobs from a session's call to the command's end, with the worker in a process of its own.
@Suite("Jobs", .timeLimit(.minutes(10))) struct JobRunTests {
    private let fixture: StoreFixture
    private let session: TransferSession
    private var folder: URL { URL(filePath: fixture.downloads) }
    private var store: URL { URL(filePath: fixture.folder) }

    init() throws {
        fixture = try StoreFixture()
        session = try TransferSession(
            identifier: "org.example.test", store: URL(filePath: fixture.folder))
    }

    private func job(_ script: String) -> Job {
        var job = Job(["sh", "-c", script])
        job.folder = fixture.downloads
        job.environment = ["PATH": "/usr/bin:/bin", "NOTE": "kept", "REACH_JOB_ID": "other"]
        return job
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }

    /// The transfer after its first event of a kind that meets a condition.
    private func wait(
        for id: Transfer.ID, _ condition: (TransferEvent) -> Bool = { $0.transfer.state.isFinal }
    ) async throws -> Transfer {
        for try await event in session.events() where event.transfer.id == id {
            if condition(event) { return event.transfer }
        }
        throw TransferError(.io, "the events have ended")
    }

    private func untilFile(_ name: String) async throws {
        while text(name).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    }

    @Test(
        "The command runs in the adder's folder and environment, with its number and attempt, and no input"
    )
    func setting() async throws {
        let id = try await session.schedule(
            job(
                "cat; echo \"$REACH_JOB_ID $REACH_JOB_ATTEMPT ${REACH_JOB_INTERRUPTED-no} $NOTE\" > out"
            ))
        let worker = try WorkerProcess(store: store)
        let transfer = try await wait(for: id)
        worker.end()
        #expect(transfer.state == .finished)
        #expect(transfer.exit == 0)
        #expect(transfer.kind == .command)
        #expect(text("out") == "\(id) 1 no kept\n")
        #expect(fixture.secrets == [], "the environment is removed with the end")
    }

    @Test("The output is appended to the log, which only its owner may read")
    func log() async throws {
        var job = job("echo out; echo error >&2")
        job.log = "job.log"
        for _ in 1...2 {
            let id = try await session.schedule(job)
            let worker = try WorkerProcess(store: store)
            _ = try await wait(for: id)
            worker.end()
        }
        #expect(text("job.log") == "out\nerror\nout\nerror\n")
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: folder.appending(path: "job.log").path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "A log that is a link, a device or a folder is refused when the job is added",
        arguments: ["link", "/dev/null", "."])
    func refusedLog(name: String) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appending(path: "link").path, withDestinationPath: "other")
        var job = job("true")
        job.log = name
        await #expect(throws: TransferError.self) { try await session.schedule(job) }
    }

    @Test("A command that is gone is a failed attempt with 127, which names it")
    func missingCommand() async throws {
        var job = Job(["no-such-command-here"])
        job.folder = fixture.downloads
        job.attempts = .limited(1)
        let id = try await session.schedule(job)
        let worker = try WorkerProcess(store: store)
        let transfer = try await wait(for: id)
        worker.end()
        #expect(transfer.state == .failed)
        #expect(transfer.exit == 127)
        #expect(transfer.error?.code == .io)
        #expect(transfer.error?.message.contains("no-such-command-here") == true)
    }

    @Test("A folder that is gone is a failed attempt, which names it")
    func missingFolder() async throws {
        let gone = folder.appending(path: "gone")
        try FileManager.default.createDirectory(at: gone, withIntermediateDirectories: false)
        var job = job("true")
        job.folder = gone.path
        job.attempts = .limited(1)
        let id = try await session.schedule(job)
        try FileManager.default.removeItem(at: gone)
        let worker = try WorkerProcess(store: store)
        let transfer = try await wait(for: id)
        worker.end()
        #expect(transfer.error?.code == .io)
        #expect(transfer.error?.message.contains(gone.path) == true)
    }

    @Test("After the time limit the command is ended, which is a failed attempt that says how")
    func timeLimit() async throws {
        var job = job("exec sleep 100")
        job.timeLimit = .milliseconds(200)
        job.attempts = .limited(1)
        let id = try await session.schedule(job)
        let worker = try WorkerProcess(store: store)
        let transfer = try await wait(for: id)
        worker.end()
        #expect(transfer.state == .failed)
        #expect(transfer.error?.code == .signal)
        #expect(transfer.error?.status == 15)
        #expect(transfer.exit == nil)
    }

    @Test(
        "A killed worker takes the command with it, and the next one begins it again when it is gone"
    )
    func killedWorker() async throws {
        let id = try await session.schedule(
            job(
                """
                exec 9> one
                flock -n 9 || { echo two-at-a-time > fault; exit 0; }
                [ -s begun ] || trap 'sleep 0.5 9>&-; exit 1' TERM
                echo begun > begun
                while :; do sleep 0.1 9>&-; done
                """))
        let worker = try WorkerProcess(store: store)
        try await untilFile("begun")
        worker.kill()
        let id2 = try await session.schedule(
            job("echo \"$REACH_JOB_ID\" > second"))
        try Data("x".utf8).write(to: folder.appending(path: "marker"))
        let next = try WorkerProcess(store: store)
        try await untilFile("second")
        #expect(text("fault") == "")
        let running = try await wait(for: id) { $0.event == .started && $0.transfer.attempts == 2 }
        #expect(running.state == .running)
        #expect(text("second") == "\(id2)\n")
        next.end()
        let ended = try #require(try await session.transfer(id))
        #expect(ended.state == .waiting, "the worker's end is no attempt")
    }

    @Test("A periodic job runs in each period, and waits in between")
    func periodic() async throws {
        // A third run, which can begin before the worker ends, writes nothing.
        var job = job("[ \"$(grep -cs run runs)\" = 2 ] || echo run >> runs")
        job.every = .every(.seconds(1))
        let id = try await session.schedule(job)
        let worker = try WorkerProcess(store: store)
        var kinds: [TransferEvent.Kind] = []
        let transfer = try await wait(for: id) { event in
            if [.started, .finished].contains(event.event) { kinds.append(event.event) }
            return kinds.count { $0 == .finished } == 2
        }
        worker.end()
        #expect(kinds == [.started, .finished, .started, .finished])
        #expect(transfer.state == .waiting)
        #expect(transfer.nextAt != nil)
        #expect(transfer.exit == 0)
        #expect(text("runs") == "run\nrun\n")
    }

    @Test("A job that is paused and resumed again and again goes on, never twice at a time")
    func hastyUser() async throws {
        let id = try await session.schedule(
            job(
                """
                exec 9> one
                flock -n 9 || { echo two-at-a-time > fault; exit 0; }
                trap 'sleep 0.05 9>&-; exit 1' TERM
                [ -e last ] || while :; do sleep 0.01 9>&-; done
                """))
        let worker = try WorkerProcess(store: store)
        var count = 0
        for try await event in session.events() {
            if event.transfer.state.isFinal { break }
            guard [.started, .resumed].contains(event.event), count < 20 else { continue }
            count += 1
            try await session.pause(id)
            try await Task.sleep(for: .milliseconds(count % 5 * 20))
            if count == 20 { try Data().write(to: folder.appending(path: "last")) }
            try await session.resume(id)
        }
        worker.end()
        #expect(try await session.transfer(id)?.state == .finished)
        #expect(text("fault") == "")
    }

    @Test("A job that is cancelled while it runs is ended")
    func cancelled() async throws {
        let id = try await session.schedule(
            job(
                "trap 'echo ended > ended; exit 0' TERM; echo begun > begun; while :; do sleep 0.1; done"
            ))
        let worker = try WorkerProcess(store: store)
        try await untilFile("begun")
        try await session.cancel(id)
        try await untilFile("ended")
        worker.end()
        #expect(try await session.transfer(id)?.state == .cancelled)
    }
}
