// SPDX-License-Identifier: Apache-2.0
//
// Closures as in Reachability.swift: prints whether the internet, or a host, can be reached, whenever that
// changes.
//
//     swift run example-notifier [HOST]

import Dispatch
import Reachability

let host = CommandLine.arguments.dropFirst().first
let reachability = try host.map { try Reachability(hostname: $0) } ?? Reachability()
// A cellular connection does not count here.
reachability.allowsCellularConnection = false

reachability.whenReachable = { reachability in
    switch reachability.connection {
    case .wifi: print("reachable by Wi-Fi")
    case .ethernet: print("reachable by cable")
    default: print("reachable: \(reachability.connection)")
    }
}
reachability.whenUnreachable = { reachability in
    let reason = reachability.unavailableReason.map { ": \($0)" } ?? ""
    print("not reachable\(reason)")
}

// The closures are called on the main queue, first with the current connection.
try reachability.startNotifier()
dispatchMain()
