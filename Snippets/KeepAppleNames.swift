// SPDX-License-Identifier: Apache-2.0

// snippet.monitor
import NetworkCompat

let monitor = NWPathMonitor(requiredInterfaceType: .wifi)
monitor.pathUpdateHandler = { path in
    switch path.status {
    case .satisfied: print("over Wi-Fi: \(path.availableInterfaces)")
    case .unsatisfied: print("no Wi-Fi: \(path.unsatisfiedReason)")
    case .requiresConnection: print("this case does not occur on Linux")
    }
}
monitor.start(queue: .main)
// snippet.end

// snippet.both
monitor.pathUpdateHandler = { path in
    print(path.path.unsatisfiedReason.map { "offline: \($0)" } ?? path.path.metered.detail)
}
// snippet.end

dispatchMain()
