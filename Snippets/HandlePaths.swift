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
case .idle: print("not started, or it has not looked yet")
case .events: print("the kernel tells of changes")
case .polling(let error): print("asked every ten seconds: \(error)")
case .unavailable(let error): print("the kernel cannot be asked: \(error)")
}
// snippet.end

// snippet.main
dispatchMain()
// snippet.end
