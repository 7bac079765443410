// SPDX-License-Identifier: Apache-2.0
//
// Downloads a file, and can be ended in the midst. When it is started again, it tells what has happened in the meantime,
// and goes on:
//
//     example-background-download https://example.org/film film.mp4
//     ^C
//     example-background-download

import BackgroundTransfers
import Foundation
import NetworkReachability

let arguments = CommandLine.arguments
guard arguments.count == 1 || arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: example-background-download [URL FILE]\n".utf8))
    exit(64)
}

do {
    let session = try TransferSession(identifier: "org.example.background-download")
    if arguments.count == 3, let url = URL(string: arguments[1]) {
        let id = try await session.download(
            from: url, to: URL(filePath: arguments[2]), constraints: .unmetered,
            options: TransferOptions(key: arguments[1]))
        print("transfer \(id.rawValue) is in the queue")
    }
    // Where no service performs the transfers, this program does it.
    let worker = Task {
        do { try await session.runWorker() } catch TransferSessionError.workerRuns {}
    }
    for try await event in session.events() {
        let transfer = event.transfer
        let total = transfer.bytesTotal.map { " of \($0)" } ?? ""
        let text = event.event == .progress ? "\(transfer.bytesDone)\(total) bytes" : event.detail
        print(transfer.id.rawValue, event.event, text ?? "")
        guard event.transfer.state.isFinal else { continue }
        try await session.acknowledge(transfer.id)
        if try await session.transfers().isEmpty { break }
    }
    worker.cancel()
    try await worker.value
} catch {
    FileHandle.standardError.write(Data("failed: \(error)\n".utf8))
    exit(1)
}
