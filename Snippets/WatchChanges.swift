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

// snippet.settled
let settled = PathMonitor(settle: .seconds(2))
for await path in settled { print(path.status) }
// snippet.end
