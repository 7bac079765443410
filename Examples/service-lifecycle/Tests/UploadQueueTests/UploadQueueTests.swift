// SPDX-License-Identifier: Apache-2.0

import NetworkReachability
import ReachabilityTesting
import ServiceLifecycleTestKit
import Testing
import UploadQueue

@Suite(.timeLimit(.minutes(1))) struct UploadQueueTests {
    private enum Event: Hashable {
        case begun(String)
        case ended(String, UploadQueue.Outcome)
    }

    private let network = ScriptedNetwork()
    private let files = AsyncStream.makeStream(of: String.self)
    private let log = AsyncStream.makeStream(of: Event.self)

    /// A service whose uploads last until the gate opens.
    private func service(until gate: AsyncStream<Void> = AsyncStream { _ in }) -> UploadQueue {
        UploadQueue(monitor: PathMonitor(network), files: files.stream) { [log] file in
            log.continuation.yield(.begun(file))
            for await _ in gate { break }
            try Task.checkCancellation()
        } ended: { [log] file, outcome in
            log.continuation.yield(.ended(file, outcome))
        }
    }

    @Test("At a graceful shutdown, running uploads end, and waiting ones are unfinished")
    func runningOnesEnd() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let service = service(until: gate.stream)
        network.connect(.ethernet, name: "eth0")
        for file in ["one", "two", "three"] { files.continuation.yield(file) }
        try await testGracefulShutdown { shutdown in
            async let running: Void = service.run()
            var events = log.stream.makeAsyncIterator()
            #expect(await Set([events.next(), events.next()]) == [.begun("one"), .begun("two")])
            shutdown.triggerGracefulShutdown()
            for await activity in service.activity where activity.reasons == [.held] { break }
            gate.continuation.finish()
            #expect(
                await Set([events.next(), events.next(), events.next()]) == [
                    .ended("one", .done), .ended("two", .done), .ended("three", .unfinished),
                ])
            try await running
        }
    }

    @Test("At a graceful shutdown, uploads that wait for the network are unfinished")
    func waitingOnesAreTold() async throws {
        let service = service()
        network.connect(.wwan, name: "wwan0")
        files.continuation.yield("one")
        try await testGracefulShutdown { shutdown in
            async let running: Void = service.run()
            for await activity in service.activity where activity.waiting == 1 { break }
            shutdown.triggerGracefulShutdown()
            try await running
        }
        var events = log.stream.makeAsyncIterator()
        #expect(await events.next() == .ended("one", .unfinished))
    }

    @Test("When the time for the shutdown is over, running uploads are cancelled")
    func runningOnesAreCancelled() async throws {
        let service = service()
        network.connect(.ethernet, name: "eth0")
        files.continuation.yield("one")
        let running = Task { try await service.run() }
        var events = log.stream.makeAsyncIterator()
        #expect(await events.next() == .begun("one"))
        running.cancel()
        #expect(await events.next() == .ended("one", .unfinished))
        try await running.value
    }
}
