// SPDX-License-Identifier: Apache-2.0

// snippet.hide
let lastSeen = Int64(0)
func report(_ transfer: Transfer) {}
// snippet.show
// snippet.schedule
import BackgroundTransfers

let session = try TransferSession(identifier: "org.example.notes")
var index = Job(["/usr/bin/notes-index", "--all"])
index.every = .daily
index.onLoss = .stop
let id = try await session.schedule(
    index, constraints: .unmetered, options: TransferOptions(key: "index"))
// snippet.end

// snippet.events
for try await event in session.events(after: lastSeen) where event.transfer.kind == .command {
    // A periodic job has failed in one period, and is tried again in the next one.
    if event.event == .failed { report(event.transfer) }
}
// snippet.end

// snippet.hide
do {
    // snippet.show
    // snippet.daily
    var index = Job(["/usr/bin/updatedb", "--require-visibility", "0"])
    index.every = .daily
    let id = try await session.schedule(index, constraints: .unmetered)
    // snippet.end
    print(id)
}
