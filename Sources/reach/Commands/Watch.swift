// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LinuxSystem
import CommandSystem
import NetworkReachability

/// `reach watch`: shows the current path, then a line for each change.
struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the current path, then a line for each change.",
        discussion: """
            The program sleeps until the kernel reports a change. If the reader of the output is slow, several changes \
            are merged into one line. Durations: \(TimeSpan.examples).

            Exit codes: 0 --count or --timeout ended the watch.
            """
    )

    @Option(help: "Exit after this number of lines.")
    var count: Int?

    @Option(help: ArgumentHelp("Exit after this time.", valueName: "duration"))
    var timeout: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Delay a line until nothing has changed for this time, but at most five times as long.",
            valueName: "duration"))
    var settle = TimeSpan(milliseconds: 0)

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
            CostNotice.notify(follower.missingAnswerReason, of: path)
        }
        // Each access to an option searches the parsed arguments.
        var watching = Watching(
            follower: follower,
            followed: followed,
            output: WatchOutput(
                WatchLines(output: output),
                debounceTime: settle.milliseconds,
                maximum: count ?? .max),
            end: timeout.map { started + $0.milliseconds })
        while try watching.next() {}
    }
}

/// The loop of `reach watch`: follows the path and writes a line for each change.
private struct Watching: ~Copyable {
    var follower: PathFollower
    var followed: FollowedConfiguration
    var output: WatchOutput
    /// The end of the watch, by ``MonotonicClock``; `nil` for no end.
    let end: Int64?
    var notices = ModeNotices()

    /// Writes the line that is due, and waits for the next event.
    ///
    /// - Returns: whether the watch continues.
    @inline(never) mutating func next() throws -> Bool {
        notices.notify(follower)
        let now = MonotonicClock.milliseconds
        output.writeIfDue(
            follower.path(followed.question), resyncs: follower.statistics.resyncs, now)
        if let failure = output.failure { throw failure }
        if output.isComplete || end.map({ $0 <= now }) ?? false { return false }
        let due = output.due
        // A line that is due now did not fit into the pipe.
        let isStalled = due.map { $0 <= now } ?? false
        let next = isStalled ? end : due.map { min($0, end ?? $0) } ?? end
        var ready = PollSet()
        ready.add(PollSet.Interest(StandardStream.output.descriptor, writes: isStalled))
        follower.wait(for: &ready, milliseconds: next.map { Int32(clamping: $0 - now) })
        if ready.isClosed(StandardStream.output.descriptor) { CurrentProcess.endByClosedPipe() }
        if followed.reread() {
            follower.follow([followed.question])
            output.change(MonotonicClock.milliseconds)
        }
        // A line is written before the follower waits for the kernel's lock.
        while let changed = follower.next() {
            let now = MonotonicClock.milliseconds
            output.change(now)
            output.writeIfDue(changed.first?.path, resyncs: follower.statistics.resyncs, now)
        }
        return true
    }
}

/// Writes a line for each change when the line is due.
private struct WatchOutput: ~Copyable {
    private var lines: WatchLines
    /// Decides when a change is written (`--settle`).
    private var debounce: Debounce
    /// The maximum number of lines (`--count`).
    private let maximum: Int
    /// Whether the last line fit into the pipe.
    private var hasRoom = true
    private(set) var failure: OutputError?

    init(_ lines: consuming WatchLines, debounceTime: Int64, maximum: Int) {
        self.lines = lines
        debounce = Debounce(debounceTime)
        self.maximum = maximum
    }

    /// Whether the maximum number of lines is written.
    var isComplete: Bool { lines.count >= maximum }

    /// When the next line is due; `nil` if there is no change. The first line is due at once.
    var due: Int64? { lines.count == 0 ? .min : debounce.due }

    /// Notes that the path may have changed.
    mutating func change(_ now: Int64) { debounce.change(now) }

    /// Writes the line that is due, if it fits into the pipe.
    ///
    /// - Parameters:
    ///   - path: the current path; `nil` if it is not known.
    ///   - resyncs: how often the state was read again until now.
    ///   - now: the current time, by ``MonotonicClock``.
    mutating func writeIfDue(
        _ path: @autoclosure () -> NetworkPath?,
        resyncs: @autoclosure () -> Int,
        _ now: Int64
    ) {
        guard let due, due <= now, !isComplete else { return }
        let count = lines.count
        let path = path()
        if lines.mayDiffer(path) {
            // For a slow reader, a line is composed only when it fits into the pipe.
            guard hasRoom || StandardStream.output.hasRoom else { return }
            do {
                hasRoom = try lines.write(path, resyncs: resyncs(), to: .output)
            } catch { failure = error }
            guard hasRoom else { return }
        }
        if lines.count > count { debounce.reported() } else { debounce.foundNothing(now) }
    }
}
