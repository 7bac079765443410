// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous sequences: prints paths and changes while a task runs, and waits for a suitable path.

import Reachability

let monitor = PathMonitor()

// Any number of tasks can iterate over a monitor. Each receives the current path, and then the newest one
// whenever it changes.
let paths = Task {
    for await path in monitor {
        switch path.status {
        case .satisfied:
            print("online over \(path.connection)" + (path.isExpensive ? " (metered)" : ""))
        case .unsatisfied:
            print("offline: " + (path.unsatisfiedReason?.rawValue ?? ""))
        }
    }
}

// A change has the path before, the path now, and the fields that differ.
let changes = Task {
    for await change in monitor.changes {
        print("changed:", change.fields.map(\.rawValue).joined(separator: ", "))
    }
}

/// Waits until there is a path that is not metered.
func unmeteredPath() async -> NetworkPath? {
    await monitor.first { $0.status == .satisfied && !$0.isExpensive }
}

if let path = await unmeteredPath() {
    print("not metered: \(path.primary?.name ?? "")")
}

// Both sequences end when their task or the monitor is cancelled.
for await path in monitor where path.status == .unsatisfied { break }
paths.cancel()
changes.cancel()
