// SPDX-License-Identifier: Apache-2.0
//
// Uploads while the network is not metered, until SIGTERM or SIGINT:
//
//     swift run uploader

import Logging
import ServiceLifecycle
import UploadService

let service = UploadService {
    print("uploading")
    try? await Task.sleep(for: .seconds(86_400))
    print("stopped")
}
let group = ServiceGroup(
    services: [service], gracefulShutdownSignals: [.sigterm, .sigint],
    logger: Logger(label: "uploader"))
try await group.run()
