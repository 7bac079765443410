// SPDX-License-Identifier: Apache-2.0

import Logging
import ServiceLifecycle
import UploadQueue

let logger = Logger(label: "upload-daemon")
let (files, names) = AsyncStream.makeStream(of: String.self)
for name in CommandLine.arguments.dropFirst() { names.yield(name) }

let uploads = UploadQueue(files: files) { name in
    // In place of an upload, which takes a day.
    try await Task.sleep(for: .seconds(86_400))
} ended: { name, outcome in
    logger.info("\(name): \(outcome)")
}

/// Logs what the uploads wait for.
struct Indicator: Service {
    func run() async {
        for await activity in uploads.activity.cancelOnGracefulShutdown() {
            logger.info("\(activity)")
        }
    }
}

var configuration = ServiceGroupConfiguration(
    services: [uploads, Indicator()], gracefulShutdownSignals: [.sigterm, .sigint],
    logger: logger)
// Then running uploads are cancelled.
configuration.maximumGracefulShutdownDuration = .seconds(5)
try await ServiceGroup(configuration: configuration).run()
