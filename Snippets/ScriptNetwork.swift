// SPDX-License-Identifier: Apache-2.0

// snippet.script
import Reachability
import ReachabilityTesting

let network = ScriptedNetwork()
let monitor = PathMonitor(network)
network.connect(.wifi, name: "wlan0", metered: .guessYes)
assert(monitor.currentPath.isExpensive)
network.disconnect("wlan0")
assert(monitor.currentPath.unsatisfiedReason == .noCarrier)
// snippet.end

// snippet.clock
let clock = ManualClock()
let queue = DeferralQueue(monitor: monitor, clock: clock)
let map = Task {
    try await queue.run(options: .init(deadline: .run(after: .seconds(3600)))) { "map" }
}
try await clock.waitForSleepers()
clock.advance(by: .seconds(3600))
let value = try await map.value
assert(value == "map")
// snippet.end
print(queue.currentActivity)

func monitorByScript() -> PathMonitor {
    let network = ScriptedNetwork()
    let probe = ScriptedProbe(.portal)
    let monitor = PathMonitor(network, .init(validation: .probe(probe)))
    return monitor
}
