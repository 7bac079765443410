// SPDX-License-Identifier: Apache-2.0
//
// Sequences: follows the path for as long as a task runs, says what changes, and waits for what it needs.

import Reachability

let monitor = PathMonitor()

// Any number of tasks may follow a monitor. Each is given the path as it is, and then the newest one:
// who is slow misses what came between, and nothing else.
let narrator = Task {
    for await path in monitor {
        switch path.status {
        case .satisfied:
            print("online by \(path.connection)" + (path.isExpensive ? ", which costs" : ""))
        case .unsatisfied:
            print("offline: " + (path.unsatisfiedReason?.rawValue ?? ""))
        }
    }
}

// A change is what differs from the path before.
let historian = Task {
    for await change in monitor.changes {
        print("changed:", change.fields.map(\.rawValue).joined(separator: ", "))
    }
}

/// Waits until there is a path that does not cost.
func cheapPath() async -> NetworkPath? {
    await monitor.first { $0.status == .satisfied && !$0.isExpensive }
}

if let path = await cheapPath() {
    print("here it may be more: \(path.primary?.name ?? "")")
}

// Both sequences end with their tasks, and would with the monitor.
for await path in monitor where path.status == .unsatisfied { break }
narrator.cancel()
historian.cancel()
