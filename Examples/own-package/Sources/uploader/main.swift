// SPDX-License-Identifier: Apache-2.0
//
// Uploads while the network is not metered, until SIGTERM or SIGINT:
//
//     swift run uploader

import Logging
import Reachability
import ServiceLifecycle
import UploadService

let logger = Logger(label: "uploader")
// The levels of diagnostics have the names of the logger's.
NetworkDiagnostic.handler = { diagnostic in
    logger.log(
        level: Logger.Level(rawValue: diagnostic.level.rawValue) ?? .warning,
        "\(diagnostic)", metadata: ["code": "\(diagnostic.code)"])
}

let service = UploadService {
    print("uploading")
    try? await Task.sleep(for: .seconds(86_400))
    print("stopped")
}
let group = ServiceGroup(
    services: [service], gracefulShutdownSignals: [.sigterm, .sigint],
    logger: logger)
try await group.run()
