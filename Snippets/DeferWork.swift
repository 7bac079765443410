// SPDX-License-Identifier: Apache-2.0

// snippet.hide
func download(_ name: String) async throws -> [UInt8] { Array(name.utf8) }
func upload(_ bytes: [UInt8]) async throws {}
func index() async throws {}
// snippet.show
// snippet.defer
import Reachability

let queue = DeferralQueue()
let map = try await queue.run(.unmetered, key: "map") { try await download("map") }
// snippet.end

// snippet.options
let options = DeferralQueue.Options(
    deadline: .run(after: .seconds(86_400)),
    stability: .seconds(30),
    onLoss: .stop,
    maxAttempts: 5)
try await queue.run(.discretionary, options: options) { try await upload(map) }
// snippet.end

let path = try NetworkPath.current()
// snippet.evaluate
let constraints = NetworkConstraints(
    allowsExpensiveNetworkAccess: false,
    unknownMetering: .deny,
    prohibitedInterfaceTypes: [.bluetooth])
for reason in constraints.evaluate(path).reasons { print(reason) }
// snippet.end

// snippet.hours
var cheap = NetworkConstraints(allowsExpensiveNetworkAccess: false, requiresCertainty: true)
cheap.hours = DailyHours("23:00-06:00")
try await queue.run(cheap) { try await upload(map) }
// snippet.end

// snippet.power
var plugged = NetworkConstraints(requiresExternalPower: true, batteryLevelAbove: 30)
plugged.requiresPath = false
try await queue.run(plugged) { try await index() }
// snippet.end

// snippet.activity
for await activity in queue.activity {
    print("\(activity.running) running, \(activity.waiting) waiting: \(activity.reasons)")
}
// snippet.end
