// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import ProcessControl
import Reachability

/// `reach watch`: the path now, then a line for each change.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the path now, then a line whenever it changes.",
        discussion: """
            Sleeps until the kernel tells of a change. To a reader that does not keep up, changes \
            are told together. Durations: \(Span.examples).
            """
    )

    @Option(help: "End after so many lines.")
    var count: Int?

    @Option(help: ArgumentHelp("End after this time.", valueName: "duration"))
    var timeout: Span?

    @Option(
        help: ArgumentHelp(
            "Tell of a change after this much quiet, or after five times that at the latest.",
            valueName: "duration"))
    var settle = Span(milliseconds: 0)

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1") }
    }

    func run() throws {
        let started = MonotonicClock.milliseconds
        let files = FileWatch()
        let followed = try FollowedConfiguration(configuration.file, files)
        let follower = PathFollower(
            [followed.question], showsAll: output.all,
            costPatience: min(CostNotice.patience, timeout?.milliseconds ?? .max), files: files)
        if case .unavailable(let error) = follower.mode { throw error }
        if let path = follower.path(followed.question) {
            CostNotice.tell(follower.unheardCosts, of: path)
        }
        // An option is looked up in what was parsed, each time.
        var watching = Watching(
            follower: follower,
            followed: followed,
            telling: Telling(
                WatchLines(output: output),
                settle: settle.milliseconds,
                maximum: count ?? .max),
            end: timeout.map { started + $0.milliseconds })
        Residence.forgetStart()
        while try watching.next() {}
    }
}

/// What the code of a watch lies between, by the linker's order (`Residence.forgetStart`).
@_cdecl("reach_watch_begin") func beginWatch() {}

@_cdecl("reach_watch_end") func endWatch() {}

/// Follows the path and tells its changes, wait by wait.
private struct Watching: ~Copyable {
    var follower: PathFollower
    var followed: FollowedConfiguration
    var telling: Telling
    /// When it is over, by ``MonotonicClock``.
    let end: Int64?
    var notices = ModeNotices()

    /// Tells what is due, and waits for what comes next. (`Benchmarks/profile` knows by it what a
    /// change calls.)
    ///
    /// - Returns: whether there is more to come.
    @inline(never) mutating func next() throws -> Bool {
        notices.tell(follower)
        let now = MonotonicClock.milliseconds
        telling.tell(
            follower.path(followed.question), resyncs: follower.statistics.resyncs, now)
        if let failure = telling.failure { throw failure }
        if telling.isComplete || end.map({ $0 <= now }) ?? false { return false }
        let due = telling.due
        // What is due by now has found no room.
        let isStalled = due.map { $0 <= now } ?? false
        let next = isStalled ? end : due.map { min($0, end ?? $0) } ?? end
        var ready = Readiness()
        ready.add(Readiness.Interest(StandardStream.output.rawValue, writes: isStalled))
        follower.wait(for: &ready, milliseconds: next.map { Int32(clamping: $0 - now) })
        if ready.isClosed(StandardStream.output.rawValue) { ClosedPipe.end() }
        if followed.take(from: ready) {
            follower.follow([followed.question])
            telling.change(MonotonicClock.milliseconds)
        }
        // A change is told before the follower waits for the kernel's lock.
        let question = followed.question
        follower.advance(after: ready) { follower in
            let now = MonotonicClock.milliseconds
            telling.change(now)
            telling.tell(follower.path(question), resyncs: follower.statistics.resyncs, now)
        }
        return true
    }
}

/// Writes a line for each change, as soon as it is due.
private struct Telling: ~Copyable {
    private var lines: WatchLines
    /// When a change is told.
    private var settling: Settling
    /// How many lines there are at the most.
    private let maximum: Int
    /// Whether the reader had room for the last line.
    private var hasRoom = true
    private(set) var failure: SystemError?

    init(_ lines: consuming WatchLines, settle: Int64, maximum: Int) {
        self.lines = lines
        settling = Settling(settle)
        self.maximum = maximum
    }

    /// Whether there are as many lines as are wanted.
    var isComplete: Bool { lines.count >= maximum }

    /// When the next line is due; `nil` if there is none to tell. The first line does not wait.
    var due: Int64? { lines.count == 0 ? .min : settling.due }

    /// The path may have changed.
    mutating func change(_ now: Int64) { settling.change(now) }

    /// Writes the line that is due, if its reader has room for it.
    ///
    /// - Parameters:
    ///   - path: the path now; `nil` if nothing is known of it.
    ///   - resyncs: how often everything was read afresh until now.
    ///   - now: the time, by ``MonotonicClock``.
    mutating func tell(
        _ path: @autoclosure () -> NetworkPath?,
        resyncs: @autoclosure () -> Int,
        _ now: Int64
    ) {
        guard let due, due <= now, !isComplete else { return }
        let count = lines.count
        let path = path()
        if lines.hasNews(path) {
            // To a reader that does not keep up no line is made in vain.
            guard hasRoom || Readiness.hasRoom(StandardStream.output.rawValue) else { return }
            do {
                hasRoom = try lines.write(path, resyncs: resyncs(), to: .output)
            } catch { failure = error }
            guard hasRoom else { return }
        }
        if lines.count > count { settling.told() } else { settling.foundNothing(now) }
    }
}
