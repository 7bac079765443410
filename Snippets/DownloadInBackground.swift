// SPDX-License-Identifier: Apache-2.0

// snippet.hide
import Foundation

let url = URL(filePath: "/")
let file = URL(filePath: "/var/tmp/tiles-7.bin")
let lastSeen = Int64(UserDefaults.standard.integer(forKey: "lastSeen"))
func use(_ transfer: Transfer) {}
func show(_ fraction: Double?, _ rate: Int64?) {}
func show(_ reasons: [WaitingReason]) {}
// snippet.show
// snippet.download
import BackgroundTransfers

let session = try TransferSession(identifier: "org.example.maps")
let id = try await session.download(
    from: url, to: file, constraints: .discretionary,
    options: TransferOptions(key: "tiles-7", deadline: .run(after: .days(3))))
// snippet.end

// snippet.progress
for try await event in session.events() {
    let transfer = event.transfer
    switch event.event {
    case .progress: show(transfer.fractionCompleted, transfer.rate)
    case .waiting: show(transfer.reasons)
    case .finished: use(transfer)
    default: break
    }
}
// snippet.end

// snippet.events
for try await event in session.events(after: lastSeen) {
    guard event.event != .progress else { continue }
    if event.event == .finished {
        use(event.transfer)
        try await session.acknowledge(event.transfer.id)
    }
    // Last, so that an event comes again if the program ends before it is done with it.
    UserDefaults.standard.set(Int(event.sequence), forKey: "lastSeen")
}
// snippet.end

// snippet.worker
let worker = Task { try await session.runWorker() }
// snippet.end
worker.cancel()
