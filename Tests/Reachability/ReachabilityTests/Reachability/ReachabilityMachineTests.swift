// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Testing

@testable import NetworkReachability
@testable import Reachability

/// What is done for a host, step by step.
@Suite struct ReachabilityMachineTests {
    private var machine: ReachabilityMachine
    private let host: HostName
    private let hostQuestion: PathQuestion

    private let success = HostResolver.Outcome.success(["192.0.2.7"])
    private let failure = HostResolver.Outcome.failure(ResolutionError("no"))

    init() throws {
        host = try #require(HostName("nas.example"))
        machine = ReachabilityMachine(.host(host))
        let address = try #require(IPAddress("192.0.2.7"))
        hostQuestion = PathQuestion(probes: PathProbes([address]), destination: .host)
    }

    private func update(_ path: NetworkPath, _ sequence: Int) -> PathUpdate {
        PathUpdate(path: path, resyncs: 0, sequence: sequence)
    }

    @Test("The first event follows the first path and address")
    mutating func firstEvent() {
        #expect(machine.begin(now: 0) == [.lookUp(host)])
        #expect(machine.questions == [])
        // The lookup is under way already; the first event waits for it.
        #expect(machine.startNotifier(now: 10) == [.follow, .wake(at: 1010)])
        #expect(machine.startNotifier(now: 11) == [])
        #expect(machine.questions == [PathQuestion()])
        #expect(machine.receive(update(.free, 1), to: PathQuestion(), now: 20) == [])
        #expect(machine.resolved(success, now: 30) == [.follow])
        #expect(machine.questions == [PathQuestion(), hostQuestion])
        #expect(machine.receive(update(.free, 2), to: hostQuestion, now: 40) == [.callHandler])
        #expect(machine.takeForHandler() == .wifi)
        #expect(machine.takeForHandler() == nil)
    }

    @Test("The first event waits at most one second for the host name")
    mutating func firstEventWithoutAddress() {
        _ = machine.begin(now: 0)
        _ = machine.startNotifier(now: 0)
        #expect(machine.timerFired(1000, now: 1000) == [.callHandler])
        #expect(machine.takeForHandler() == .unavailable)
        #expect(machine.status?.reason == .resolving)
    }

    @Test("A timer that fires early is set again")
    mutating func earlyTimer() {
        _ = machine.begin(now: 0)
        _ = machine.startNotifier(now: 0)
        #expect(machine.timerFired(1000, now: 999) == [.wake(at: 1000)])
        // One of before.
        #expect(machine.timerFired(500, now: 999) == [])
    }

    @Test("Starting and stopping repeatedly sets one timer")
    mutating func oneTimer() {
        _ = machine.begin(now: 0)
        #expect(machine.startNotifier(now: 0) == [.follow, .wake(at: 1000)])
        for now in 1...100 as ClosedRange<Int64> {
            #expect(machine.stopNotifier(now: now) == [.follow])
            #expect(machine.startNotifier(now: now) == [.follow])
        }
        #expect(machine.stopNotifier(now: 100) == [.follow])
        #expect(machine.timerFired(1000, now: 1000) == [])
    }

    @Test("A stopped notifier causes a lookup only when its status is read")
    mutating func lookupAfterAStop() {
        _ = machine.begin(now: 0)
        _ = machine.startNotifier(now: 0)
        _ = machine.receive(update(.free, 1), to: PathQuestion(), now: 1)
        // The network changes while the name is looked up, which calls for another lookup.
        _ = machine.receive(update(.costly, 2), to: PathQuestion(), now: 2)
        #expect(machine.stopNotifier(now: 3) == [.follow])
        #expect(machine.resolved(success, now: 500) == [])
        #expect(machine.timerFired(1000, now: 1000) == [])
        // But when it is read.
        #expect(machine.wasRead(now: 1001) == [.lookUp(host)])
        #expect(machine.wasRead(now: 1002) == [])
    }

    @Test("A pending call reports nothing after a stop")
    mutating func aPendingCallReportsNothingAfterAStop() {
        _ = machine.begin(now: 0)
        // Another object goes on to follow the network.
        let consumer = AsyncStream.signals().signal
        #expect(machine.addConsumer(consumer, now: 0) == [.follow, .wake(at: 1000)])
        _ = machine.startNotifier(now: 0)
        let steps = machine.resolved(failure, now: 10)
        #expect(steps.contains(.callHandler))
        #expect(machine.stopNotifier(now: 10) == [])
        #expect(machine.takeForHandler() == nil)
        #expect(machine.startNotifier(now: 11) == [.callHandler])
        #expect(machine.takeForHandler() == .unavailable)
    }

    @Test("The end of a notifier ends its sequences")
    mutating func endOfSequences() {
        _ = machine.begin(now: 0)
        _ = machine.addConsumer(AsyncStream.signals().signal, now: 0)
        _ = machine.startNotifier(now: 0)
        #expect(machine.end(now: 1) == [.follow])
        #expect(machine.questions == [])
    }

    @Test("An update with an older sequence number is ignored")
    mutating func olderUpdate() {
        machine = ReachabilityMachine(.internet)
        _ = machine.startNotifier(now: 0)
        _ = machine.receive(update(.free, 2), to: PathQuestion(), now: 0)
        #expect(machine.receive(update(.offline, 1), to: PathQuestion(), now: 1) == [])
        #expect(machine.status?.connection == .wifi)
        // And what answers another question.
        #expect(machine.receive(update(.offline, 3), to: hostQuestion, now: 1) == [])
    }
}
