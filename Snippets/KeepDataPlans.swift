// SPDX-License-Identifier: Apache-2.0

import Reachability
import ReachabilityTesting

func watchPlans() -> PathMonitor {
    // snippet.plans
    let plan = DataPlan(
        name: "LTE", interface: "wwan*", limit: 2_000_000_000, renewal: .monthly(on: 5))
    let monitor = PathMonitor(.init(plans: [plan]))
    // snippet.end
    return monitor
}

func keepPace(_ monitor: PathMonitor, synchronize: @Sendable @escaping () async throws -> Void)
    async throws
{
    // snippet.pace
    let queue = DeferralQueue(monitor: monitor)
    try await queue.run(NetworkConstraints(onPace: true)) { try await synchronize() }
    // snippet.end
}

func scriptUsage() {
    // snippet.usage
    let network = ScriptedNetwork()
    let usage = ScriptedPlanUsage(network)
    let plan = DataPlan(name: "LTE", interface: "wwan*", limit: 2_000_000_000)
    let monitor = PathMonitor(network, .init(plans: [plan], planUsage: usage))
    network.connect(.wwan, name: "wwan0")
    usage.use(2_000_000_000, of: plan)
    assert(monitor.currentPath.plan?.state == .over)
    // snippet.end
}

scriptUsage()
print(watchPlans().currentPath.plan?.name ?? "no plan")
