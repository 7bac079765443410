// SPDX-License-Identifier: Apache-2.0

import Dashboard
import Hummingbird
import NetworkReachability

// Only this machine can connect: a path names addresses and gateways.
let server = Application(
    router: dashboard(PathMonitor()),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080)))
try await server.runService()
