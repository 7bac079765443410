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
        let followed = try FollowedConfiguration(configuration.file)
        let follower = PathFollower([followed.question], showsAll: output.all)
        if case .unavailable(let error) = follower.mode { throw error }
        // An option is looked up in what was parsed, each time.
        var watching = Watching(
            follower: follower,
            followed: followed,
            lines: WatchLines(output: output),
            settle: settle.milliseconds,
            maximum: count ?? .max,
            end: timeout.map { started + $0.milliseconds },
            changed: started - settle.milliseconds)
        Residence.forgetStart()
        while try watching.next() {}
    }
}

/// What the code of a watch lies between, by the linker's order (`Residence.forgetStart`).
@_cdecl("reach_watch_begin") func beginWatch() {}

@_cdecl("reach_watch_end") func endWatch() {}

/// Follows the path and writes its lines, wait by wait.
private struct Watching: ~Copyable {
    let follower: PathFollower
    var followed: FollowedConfiguration
    var lines: WatchLines
    /// For how long there must be quiet.
    let settle: Int64
    /// How many lines there are at the most.
    let maximum: Int
    /// When it is over, by ``MonotonicClock``.
    let end: Int64?
    /// There is a change to tell since this time; the first line is one, and is told at once.
    var changed: Int64?
    var notices = ModeNotices()
    /// Whether the reader had room for the last line.
    var hasRoom = true
    var failure: SystemError?

    /// Tells what is due, and waits for what comes next. (`Benchmarks/profile` knows by it what a
    /// change calls.)
    ///
    /// - Returns: whether there is more to come.
    @inline(never) mutating func next() throws -> Bool {
        try notices.tell(follower.mode)
        tell()
        if let failure { throw failure }
        let now = MonotonicClock.milliseconds
        if lines.count >= maximum || end.map({ $0 <= now }) ?? false { return false }
        let due = changed.map { $0 + settle }
        // What is due by now has found no room.
        let isStalled = due.map { $0 <= now } ?? false
        let next = isStalled ? end : due.map { min($0, end ?? $0) } ?? end
        var ready = Readiness()
        ready.add(Readiness.Interest(StandardStream.output.rawValue, writes: isStalled))
        followed.add(to: &ready)
        follower.wait(for: &ready, milliseconds: next.map { Int32(clamping: $0 - now) })
        if ready.isClosed(StandardStream.output.rawValue) { ClosedPipe.end() }
        if try followed.take(from: ready) {
            follower.follow([followed.question])
            changed = MonotonicClock.milliseconds
        }
        // A change is told before the follower waits for the kernel's lock.
        follower.advance(after: ready) {
            changed = MonotonicClock.milliseconds
            tell()
        }
        return true
    }

    /// Writes the line that is due, if its reader has room for it.
    private mutating func tell() {
        guard let since = changed, since + settle <= MonotonicClock.milliseconds,
            lines.count < maximum
        else { return }
        let path = follower.path(followed.question)
        if lines.hasNews(path) {
            // To a reader that does not keep up no line is made in vain.
            guard hasRoom || Readiness.hasRoom(StandardStream.output.rawValue) else { return }
            do {
                hasRoom = try lines.write(path, resyncs: follower.statistics.resyncs, to: .output)
            } catch { failure = error }
            guard hasRoom else { return }
        }
        changed = nil
    }
}
