// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Writes a line for each change when the line is due, or runs the command of `--exec` with it.
struct WatchOutput: ~Copyable {
    private var lines: WatchLines
    /// The command that gets the lines; `nil` if they are written to standard output.
    private let hook: HookRunner?
    /// Decides when a change is written (`--settle`).
    private var debounce: Debounce
    /// The maximum number of lines (`--count`).
    private let maximum: Int
    /// Whether the last line fit into the pipe.
    private var hasRoom = true
    private(set) var failure: OutputError?

    init(
        _ lines: consuming WatchLines, hook: HookRunner?, debounceTime: Int64,
        maximum: Int
    ) {
        self.lines = lines
        self.hook = hook
        debounce = Debounce(debounceTime)
        self.maximum = maximum
    }

    /// What to wait for beside the network: room for a line, the end of the reader, or an event of the command.
    ///
    /// - Parameter isStalled: whether a line is due that could not be delivered.
    func interest(isStalled: Bool) -> PollSet.Interest {
        hook?.interest ?? PollSet.Interest(StandardStream.output.descriptor, writes: isStalled)
    }

    /// When the command must be looked after; `nil` for no time.
    var hookDue: Int64? { hook?.due }

    /// Whether a signal ends the watch.
    var isEnding: Bool { hook?.isEnding ?? false }

    /// Handles what was waited for.
    func noteReady(_ ready: borrowing PollSet) {
        if let hook {
            hook.handleEvents()
        } else if ready.isClosed(StandardStream.output.descriptor) {
            CurrentProcess.endByClosedPipe()
        }
    }

    /// Waits until the command has ended.
    func finish() throws { try hook?.finish() }

    /// Notes in the journal that the watch ends.
    ///
    /// - Parameters:
    ///   - path: the current path. A change that `--settle` still holds back is noted before.
    ///   - resyncs: how often the state was read again until now.
    mutating func end(_ path: NetworkPath?, resyncs: Int) {
        guard lines.isForJournal else { return }
        // The end itself is the news. An entry that cannot be written is no reason to stay.
        if due != nil, !isComplete {
            _ = try? lines.write(path, resyncs: resyncs, to: .output)
        }
        lines.end()
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
        // While the command runs, changes are merged.
        if let hook, !hook.isIdle { return }
        let path = path()
        if lines.mayDiffer(path) {
            if let hook {
                guard lines.give(path, resyncs: resyncs(), to: hook) else { return }
                return note(count, now)
            }
            // For a slow reader, a line is composed only when it fits into the pipe.
            guard hasRoom || StandardStream.output.hasRoom else { return }
            do {
                hasRoom = try lines.write(path, resyncs: resyncs(), to: .output)
            } catch { failure = error }
            guard hasRoom else { return }
        }
        note(count, now)
    }

    /// - Parameter count: the number of lines before.
    private mutating func note(_ count: Int, _ now: Int64) {
        if lines.count > count { debounce.reported() } else { debounce.foundNothing(now) }
    }
}
