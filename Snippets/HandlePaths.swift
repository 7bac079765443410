// SPDX-License-Identifier: Apache-2.0

// snippet.handler
import Dispatch
import Reachability

let monitor = PathMonitor()
monitor.pathUpdateHandler = { path in print(path.status, path.connection) }
monitor.start(queue: .main)
// snippet.end

// snippet.mode
switch monitor.mode {
case .idle: print("no monitor is running, or the first path is not known yet")
case .events: print("the kernel reports changes")
case .polling(let error): print("polling every ten seconds: \(error)")
case .unavailable(let error): print("the kernel cannot be queried: \(error)")
}
// snippet.end

// snippet.main
dispatchMain()
// snippet.end
