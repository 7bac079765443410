// SPDX-License-Identifier: Apache-2.0

// snippet.encode
import Foundation
import NetworkReachability

let path = try NetworkPath.current()
let json = try JSONEncoder().encode(path)
print(String(decoding: json, as: UTF8.self))
// snippet.end

// snippet.decode
struct Settings: Decodable {
    var overrides: [InterfaceOverride]
    var probes: PathProbes
}
let text = """
    {"overrides": [{"interface": "usb*", "metered": "yes"}], "probes": {"ipv4": ["9.9.9.9"]}}
    """
let settings = try JSONDecoder().decode(Settings.self, from: Data(text.utf8))
let monitor = PathMonitor(
    PathMonitor.Configuration(probes: settings.probes, overrides: settings.overrides))
// snippet.end
print(monitor.currentPath.status)
