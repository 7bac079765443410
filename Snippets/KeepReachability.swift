// SPDX-License-Identifier: Apache-2.0

// snippet.notifier
import Reachability

let reachability = try Reachability()
reachability.whenReachable = { print("reachable by", $0.connection) }
reachability.whenUnreachable = { _ in print("not reachable") }
try reachability.startNotifier()
// snippet.end

// snippet.host
let storage = try Reachability(hostname: "nas.example")
storage.allowsCellularConnection = false
if storage.connection == .unavailable, let reason = storage.unavailableReason { print(reason) }
// snippet.end

// snippet.connections
for await connection in reachability.connections { print(connection) }
// snippet.end
