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

    @Option(help: ArgumentHelp("End after this time.", valueName: "duration"))
    var timeout: Span?

    @Option(
        help: ArgumentHelp(
            "Wait for this much quiet before telling of a change.", valueName: "duration"))
    var settle = Span(milliseconds: 0)

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    }

    func run() throws {
        let started = MonotonicClock.milliseconds
        var followed = try FollowedConfiguration(configuration.file)
        let follower = PathFollower([followed.question])
        if case .unavailable(let error) = follower.mode { throw error }
        // An option is looked up in what was parsed, each time.
        let settle = self.settle.milliseconds
        let isComplete = { [count] (lines: WatchLines) in count.map { lines.count >= $0 } ?? false }
        var notices = ModeNotices()
        var lines = WatchLines(output: output)
        // There is a change to tell since this time; the first line is one, and is told at once.
        var changed: Int64? = started - settle
        var failure: (any Error)?
        /// Writes the line that is due, if its reader has room for it.
        func tell() {
            guard let since = changed, since + settle <= MonotonicClock.milliseconds,
                !isComplete(lines)
            else { return }
            let path = follower.path(followed.question)
            if lines.hasNews(path) {
                guard Readiness.hasRoom(StandardStream.output.rawValue) else { return }
                do {
                    try lines.write(path, resyncs: follower.statistics.resyncs, to: .output)
                } catch { failure = error }
            }
            changed = nil
        }
        Residence.forgetStart()
        while true {
            try notices.tell(follower.mode)
            tell()
            if let failure { throw failure }
            let now = MonotonicClock.milliseconds
            let end = timeout.map { started + $0.milliseconds }
            if isComplete(lines) || end.map({ $0 <= now }) ?? false { return }
            let due = changed.map { $0 + settle }
            // What is due by now has found no room.
            let isStalled = due.map { $0 <= now } ?? false
            let patience = [end, isStalled ? nil : due].compactMap(\.self).min().map { $0 - now }
            let results = follower.wait(
                beside: [
                    Readiness.Interest(StandardStream.output.rawValue, writes: isStalled),
                    followed.interest,
                ],
                milliseconds: patience.map { Int32(clamping: $0) })
            if results.first?.contains(.closed) == true { ClosedPipe.end() }
            if results.last?.isEmpty == false, try followed.take() {
                follower.follow([followed.question])
                changed = MonotonicClock.milliseconds
            }
            // A change is told before the follower waits for the kernel's lock.
            follower.advance {
                changed = MonotonicClock.milliseconds
                tell()
            }
        }
    }
}
