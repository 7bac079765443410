// SPDX-License-Identifier: Apache-2.0

import LinuxSystem
import Netlink
import Testing

@testable import NetworkReachability
@testable import ReachabilityTesting

/// When the driver looks at data plans again, on a scripted kernel whose clock the test moves.
struct PlanTrackingTests {
    /// A source that counts how often it is asked.
    private final class Usage: PlanUsage {
        private let state = Lock((used: Int64(0), looks: 0, now: Int64(1_795_000_000_000)))

        var looks: Int { state.withLock(\.looks) }
        var now: Duration { .milliseconds(state.withLock(\.now)) }

        func bytesUsed(by plan: DataPlan) -> Int64? {
            state.withLock { state in
                state.looks += 1
                return state.used
            }
        }

        func set(_ used: Int64) { state.withLock { $0.used = used } }
        func advance(_ milliseconds: Int64) { state.withLock { $0.now += milliseconds } }
    }

    private let usage = Usage()

    private func question(_ pattern: String) -> PathQuestion {
        let plan = DataPlan(name: "LTE", interface: pattern, limit: 1_000_000_000)
        return PathQuestion(plans: DataPlans([plan], usage: usage))
    }

    private func kernel() -> ScriptedKernel {
        let kernel = ScriptedKernel()
        kernel.now = 1000
        var script = NetworkScript()
        script.connect(.wwan, name: "wwan0")
        (kernel.state, kernel.routes) = (script.state, script.routes)
        return kernel
    }

    @Test("On a path without a plan nothing is due, and the source is not asked")
    func noPlan() {
        let driver = TrackingDriver([question("eth*")], of: kernel(), showsAll: true)
        #expect(driver.due == nil)
        #expect(usage.looks == 0)
    }

    @Test("The plan is read when it is due, and the path differs if its state does")
    func due() {
        let kernel = kernel()
        func pass(_ milliseconds: Int64) {
            kernel.now += milliseconds
            usage.advance(milliseconds)
        }
        let question = question("wwan*")
        var driver = TrackingDriver([question], of: kernel, showsAll: true)
        #expect(driver.path(question)?.plan?.state == .within)
        #expect(driver.due == 11_000)
        #expect(usage.looks == 1)

        // Woken for another reason: it is not asked again, and the look is not put off.
        pass(5000)
        driver.wake()
        #expect(driver.next() == nil)
        #expect(driver.due == 11_000)
        #expect(usage.looks == 1)

        // 20 MB/s: 600 MB are left up to the warning.
        pass(5000)
        usage.set(200_000_000)
        driver.wake()
        #expect(driver.next() == nil)
        #expect(usage.looks == 2)
        #expect(driver.path(question)?.plan?.used == 200_000_000)
        #expect(driver.due == 41_000)

        pass(30_000)
        usage.set(900_000_000)
        driver.wake()
        #expect(driver.next()?.first?.path.plan?.state == .warning)
        #expect(driver.next() == nil)
        #expect(driver.due == 51_000)
    }

    @Test("A path that is evaluated again has a fresh state, and many paths share a reading")
    func fresh() {
        let kernel = kernel()
        var driver = TrackingDriver([question("wwan*")], of: kernel, showsAll: true)
        kernel.now = 4000
        usage.set(999_000_000)
        kernel.report([.nameServers(["192.0.2.53"])])
        driver.wake()
        while driver.next() != nil {}
        #expect(driver.paths.first?.path.plan?.state == .warning)
        #expect(usage.looks == 2)
        var other = question("wwan*")
        other.probes = PathProbes([IPAddress("192.0.2.9")!])
        driver.follow([question("wwan*"), other])
        #expect(usage.looks == 2)
    }

    @Test("After the clock was set, a driver that wakes reads the plan again")
    func clockSet() {
        let kernel = kernel()
        let question = question("wwan*")
        var driver = TrackingDriver([question], of: kernel, showsAll: true)
        usage.advance(86_400_000)
        usage.set(2_000_000_000)
        driver.wake()
        #expect(driver.next()?.first?.path.plan?.state == .over)
    }

    @Test("A second after a file has changed, the plan is read once more, and then as usual")
    func files() {
        let kernel = kernel()
        let question = question("wwan*")
        var driver = TrackingDriver([question], of: kernel, showsAll: true)
        kernel.now = 4000
        usage.advance(3000)
        kernel.report([.planFiles])
        driver.wake()
        while driver.next() != nil {}
        #expect(usage.looks == 2)
        #expect(driver.due == 5000)

        // The recorder was killed, and its lock was released after the file was closed.
        kernel.now = 5000
        usage.advance(1000)
        usage.set(2_000_000_000)
        driver.wake()
        #expect(driver.next()?.first?.path.plan?.state == .over)
        #expect(driver.next() == nil)
        #expect(usage.looks == 3)
        #expect(driver.due.map { $0 >= 15_000 } == true)
    }

    @Test("A driver that does not read plans again has states, and nothing due")
    func withoutLooks() {
        let question = question("wwan*")
        let driver = TrackingDriver(
            [question], of: kernel(), showsAll: true, readsPlans: false)
        #expect(driver.path(question)?.plan?.state == .within)
        #expect(driver.due == nil)
    }

    @Test("Questions without plans have nothing due any more")
    func plansGone() {
        var driver = TrackingDriver([question("wwan*")], of: kernel(), showsAll: true)
        #expect(driver.due != nil)
        driver.follow([PathQuestion()])
        #expect(driver.due == nil)
        #expect(driver.paths.first?.path.plan == nil)
    }
}
