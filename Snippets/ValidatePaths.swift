// SPDX-License-Identifier: Apache-2.0

// snippet.validation
import ConnectivityProbes
import NetworkReachability

let probe = try HTTPConnectivityProbe(
    url: "http://www.example.org/online.txt", expecting: .text("yes"))
let monitor = PathMonitor(.init(validation: .probe(probe, interval: .seconds(60))))
// snippet.end

// snippet.wait
let validated = NetworkConstraints(requiresValidation: true)
if let path = try await monitor.path(when: validated, timeout: .seconds(30)) {
    print("the internet answers over \(path.primary?.name ?? "")")
}
// snippet.end

// snippet.connectivity
for await path in monitor {
    switch path.connectivity.value {
    case .full: print("the internet answers")
    case .portal: print("a captive portal asks for a login")
    case .limited, .none: print("nothing answers")
    case .unknown: print("not checked yet")
    }
}
// snippet.end

func monitorByStatus() throws -> PathMonitor {
    let probe = try HTTPConnectivityProbe(url: "http://connectivity.example/204")
    let monitor = PathMonitor(.init(validation: .probe(probe)))
    return monitor
}
