// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import Reachability

/// `reach watch`: the path now, then a line for each change.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the path now, then a line whenever it changes.",
        discussion: """
            Sleeps until the kernel tells of a change. To a reader that does not keep up, changes \
            are told together. Durations: 500ms, 30s, 5m, 2h, 1d, or seconds.
            """
    )

    @Option(help: "End after so many lines.")
    var count: Int?

    @Option(help: "End after this time.")
    var timeout: Span?

    @Option(help: "Wait for this much quiet before telling of a change.")
    var settle = Span(milliseconds: 0)

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    }

    func run() throws {
        let started = MonotonicClock.milliseconds
        let follower = try PathFollower.start()
        var lines = WatchLines(output: output)
        try StandardStream.output.write(lines.first(follower.path))
        var isResync = false
        var changed: Int64?
        while count.map({ lines.count < $0 }) ?? true {
            let now = MonotonicClock.milliseconds
            let end = timeout.map { started + $0.milliseconds }
            if let end, now >= end { return }
            let told = changed.map { $0 + settle.milliseconds }
            let isDue = told.map { $0 <= now } ?? false
            let waits =
                [end, isDue ? nil : told].compactMap(\.self).map { $0 - now }
                + [follower.patience].compactMap(\.self).map(Int64.init)
            let results = Readiness.wait(
                follower.interests
                    + [Readiness.Interest(StandardStream.output.rawValue, writes: isDue)],
                milliseconds: waits.min().map { Int32(clamping: $0) })
            let reader = results.last ?? []
            if reader.contains(.closed) { ClosedPipe.end() }
            try follower.advance { resync in
                changed = MonotonicClock.milliseconds
                isResync = isResync || resync
            }
            let isQuiet = changed.map {
                $0 + settle.milliseconds <= MonotonicClock.milliseconds
            }
            // The first time round nobody has asked yet whether there is room to write.
            guard isQuiet == true, !isDue || reader.contains(.writable) else { continue }
            if let line = lines.next(follower.path, isResync: isResync) {
                try StandardStream.output.write(line)
            }
            changed = nil
            isResync = false
        }
    }
}
