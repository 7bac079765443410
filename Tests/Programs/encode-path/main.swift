// SPDX-License-Identifier: Apache-2.0

// Prints the current path as Foundation encodes it, then the first change, a line each.

import Foundation
import NetworkReachability

func say(_ value: some Encodable) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(value) + Data("\n".utf8))
}

func run(untilChange: Bool) async throws {
    let monitor = PathMonitor()
    var paths = monitor.makeAsyncIterator()
    let path = await paths.next()
    var changes = monitor.changes.makeAsyncIterator()
    try say(path)
    if untilChange { try say(await changes.next()) }
}

try await run(untilChange: CommandLine.arguments.contains("change"))
