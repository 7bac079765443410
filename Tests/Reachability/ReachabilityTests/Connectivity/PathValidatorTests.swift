// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSystem
import ReachabilityTesting
import Testing

@testable import NetworkReachability

/// The order of a check's result and of the owner's updates.
///
/// The tracker is that of this machine, and is asked for no path. NetworkManager has not been asked yet, so that a check by
/// NetworkManager ends at once, with what the path says itself.
@Suite struct PathValidatorTests {
    private let validator = PathValidator(.networkManager(otherwise: nil), .init())
    private let path: NetworkPath

    init() {
        let network = ScriptedNetwork()
        network.connect(.wifi, name: "wlan0")
        path = PathMonitor(network).currentPath
    }

    @Test("A result before the first reading is reported, although the path says the same")
    func resultBeforeTheFirstLook() {
        let pathTracker = PathTracker([], showsAll: false, answerPatience: 0)
        validator.pathChanged(path, pathTracker)
        validator.setAwaited(true, pathTracker)
        #expect(validator.isPending)
        #expect(validator.connectivity == .unknown)
        let isTold = validator.receive(pathTracker, path: path)
        #expect(isTold)
        #expect(!validator.isPending)
        #expect(validator.connectivity == nil)
        let isToldAgain = validator.receive(pathTracker, path: path)
        #expect(!isToldAgain)
    }

    @Test("A result that comes together with another path is reported after the path")
    func resultWithAnotherPath() {
        let pathTracker = PathTracker([], showsAll: false, answerPatience: 0)
        validator.setAwaited(true, pathTracker)
        #expect(validator.connectivity == nil)
        validator.pathChanged(path, pathTracker)
        #expect(validator.connectivity == .unknown)
        let isTold = validator.receive(pathTracker, path: path)
        #expect(isTold)
        #expect(validator.connectivity == nil)
    }

    @Test("What NetworkManager finds later is a part of the path, and no result of the check")
    func laterChange() {
        let pathTracker = PathTracker([], showsAll: false, answerPatience: 0)
        validator.pathChanged(path, pathTracker)
        validator.setAwaited(true, pathTracker)
        _ = validator.receive(pathTracker, path: path)
        let finding = validator.finding
        #expect(finding?.answer.value == .unknown)
        while RealTimeClock.milliseconds <= finding?.time ?? 0 {}
        _ = validator.receive(
            pathTracker, path: path.validated(.init(.full, source: .networkManager)))
        #expect(validator.finding == finding)
    }

    /// A prober whose findings are given.
    private final class ScriptedProber: PathProber {
        var calls: [String] = []
        var answer: ConnectivityAnswer?
        var due: Int64?

        func start(_ attempt: ValidationMachine.Attempt) {
            calls.append("start \(attempt.interface)")
        }
        func cancel() { calls.append("cancel") }
        func add(to ready: inout PollSet) { calls.append("add") }
        func receive() -> ConnectivityAnswer? { answer.take() }
    }

    @Test("A prober checks each path, and its result is reported once")
    func prober() {
        let prober = ScriptedProber()
        let validator = PathValidator(.prober(prober), .init())
        let pathTracker = PathTracker([], showsAll: false, answerPatience: 0)
        validator.pathChanged(path, pathTracker)
        #expect(validator.due == nil)
        validator.setAwaited(true, pathTracker)
        #expect(prober.calls == ["start wlan0"])
        prober.due = 1
        #expect(validator.due == 1)
        prober.due = nil
        var ready = PollSet()
        validator.add(to: &ready)
        #expect(prober.calls.last == "add")
        #expect(validator.isPending && validator.finding == nil)

        let isToldBefore = validator.receive(pathTracker, path: path)
        #expect(!isToldBefore)
        prober.answer = ConnectivityAnswer(.portal, detail: "a redirect")
        let isTold = validator.receive(pathTracker, path: path)
        #expect(isTold)
        let finding = validator.finding
        #expect(finding?.answer == ConnectivityAnswer(.portal, detail: "a redirect"))
        #expect(finding?.interface == "wlan0")
        #expect(validator.validated(path).connectivity == .init(.portal, source: .probe))

        // Nothing new.
        while RealTimeClock.milliseconds <= finding?.time ?? 0 {}
        let isToldAgain = validator.receive(pathTracker, path: path)
        #expect(!isToldAgain)
        #expect(validator.finding == finding)
    }

    /// Each row: a call of the owner after a suspend. A machine that never slept has an offset of about 0.
    @Test("What was found before a suspend is not known after it", arguments: 0..<3)
    func suspend(call: Int) {
        let prober = ScriptedProber()
        let validator = PathValidator(.prober(prober), .init())
        let pathTracker = PathTracker([], showsAll: false, answerPatience: 0)
        validator.pathChanged(path, pathTracker)
        validator.setAwaited(true, pathTracker)
        prober.answer = ConnectivityAnswer(.full)
        _ = validator.receive(pathTracker, path: path)
        #expect(validator.connectivity == .init(.full, source: .probe))
        validator.suspended = ClockOffset(milliseconds: -3_600_000)
        switch call {
        case 0:
            let isTold = validator.receive(pathTracker, path: path)
            #expect(isTold)
        case 1: validator.pathChanged(path, pathTracker)
        default: validator.setAwaited(true, pathTracker)
        }
        #expect(validator.isPending && validator.connectivity == .unknown)
        #expect(prober.calls == ["start wlan0", "start wlan0"])
        let isToldAgain = validator.receive(pathTracker, path: path)
        #expect(!isToldAgain)
    }

    @Test("The check over a path that goes is cancelled")
    func cancelled() {
        let prober = ScriptedProber()
        let validator = PathValidator(.prober(prober), .init())
        let pathTracker = PathTracker([], showsAll: false, answerPatience: 0)
        validator.setAwaited(true, pathTracker)
        validator.pathChanged(path, pathTracker)
        validator.pathChanged(nil, pathTracker)
        #expect(prober.calls == ["start wlan0", "cancel"])
        prober.answer = ConnectivityAnswer(.full)
        _ = validator.receive(pathTracker, path: nil)
        #expect(validator.finding == nil)
        #expect(validator.connectivity == nil)
    }

    @Test(
        "A path is checked at once if no answer on its cost is pending, however long one would be waited for"
    )
    func noPendingCost() {
        let prober = ScriptedProber()
        let validator = PathValidator(.prober(prober), .init())
        // It has waited for NetworkManager, if that runs here.
        let pathTracker = PathTracker(
            [], showsAll: false, costPatience: 5_000, answerPatience: 600_000)
        validator.setAwaited(true, pathTracker)
        validator.pathChanged(path, pathTracker)
        #expect(prober.calls == ["start wlan0"])
    }

    #if NetworkManager
        /// The process has the address of the bus, so that the test has a process of its own.
        @Test("A path is not checked before its cost is known, for as long as that is waited for")
        func pendingCost() async {
            await #expect(processExitsWith: .success) {
                let bus = try SilentBus()
                defer { bus.close() }
                let network = ScriptedNetwork()
                network.connect(.wifi, name: "wlan0")
                let path = PathMonitor(network).currentPath
                var pathTracker = PathTracker([], showsAll: false, answerPatience: 100)
                let awaitsNetworkManager = pathTracker.awaitsNetworkManager
                #expect(awaitsNetworkManager)

                let prober = ScriptedProber()
                let validator = PathValidator(.prober(prober), .init())
                validator.setAwaited(true, pathTracker)
                validator.pathChanged(nil, pathTracker)
                #expect(!validator.isPending)
                validator.pathChanged(path, pathTracker)
                #expect(validator.isPending)
                #expect(prober.calls == [])
                // The end of the wait is not missed, even if its time passes before.
                let due = MonotonicClock.milliseconds + 100
                while MonotonicClock.milliseconds < due {}
                var ready = PollSet()
                pathTracker.wait(for: &ready)
                _ = validator.receive(pathTracker, path: path)
                #expect(prober.calls == ["start wlan0"])

                let patientTracker = PathTracker([], showsAll: false, answerPatience: 600_000)
                let unused = ScriptedProber()
                let patient = PathValidator(.prober(unused), .init())
                patient.setAwaited(true, patientTracker)
                patient.pathChanged(path, patientTracker)
                _ = patient.receive(patientTracker, path: path)
                #expect(patient.isPending)
                #expect(unused.calls == [])

                // Where metered paths are checked, too, the cost is not waited for.
                let other = ScriptedProber()
                let impatient = PathValidator(.prober(other), .init(onMetered: true))
                impatient.setAwaited(true, patientTracker)
                impatient.pathChanged(path, patientTracker)
                #expect(other.calls == ["start wlan0"])
                other.answer = ConnectivityAnswer(.full)
                _ = impatient.receive(patientTracker, path: path)
                #expect(!impatient.isPending)
            }
        }

        /// A system bus that accepts connections, and never answers.
        private struct SilentBus {
            private let descriptor: Int32
            private let path = "/tmp/reach-silent-bus-\(getpid())"

            init() throws {
                descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
                let isBound = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    }
                }
                try #require(isBound && listen(descriptor, 8) == 0)
                setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(path)", 1)
            }

            func close() {
                unlink(path)
                Glibc.close(descriptor)
            }
        }
    #endif
}
