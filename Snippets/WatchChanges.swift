// SPDX-License-Identifier: Apache-2.0

// snippet.paths
import Reachability

for await path in PathMonitor() {
    print(path.status, path.connection, path.isExpensive)
}
// snippet.end

// snippet.changes
let monitor = PathMonitor(prohibitedInterfaceTypes: [.wwan])
for await change in monitor.changes {
    print("\(change.fields) changed; now \(change.new.status)")
}
// snippet.end

// snippet.debounce
let steady = PathMonitor(.init(debounce: .seconds(2)))
for await path in steady { print(path.status) }
// snippet.end

// snippet.wait
if let path = try await monitor.path(when: .unmetered, timeout: .seconds(60)) {
    print("not metered: \(path.connection)")
}
// snippet.end
