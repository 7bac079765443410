// SPDX-License-Identifier: Apache-2.0

import CommandSystem
import LinuxSystem
import NetworkReachability

/// Messages on standard error about polling, and about changes that are noticed late.
struct ModeNotices {
    private var last = PathMonitor.Mode.events
    /// The sources of changes that cannot be observed.
    private var limited: Set<Limitation.Source> = []

    /// Writes a message if the mode or the limitations of a tracker have changed.
    mutating func notify(_ pathTracker: borrowing PathTracker) {
        notify(pathTracker.mode, of: pathTracker)
        // A tracker that polls has no such sources.
        guard pathTracker.mode == .events else { return }
        let limitations = pathTracker.limitations
        if limitations.isEmpty, limited.isEmpty { return }
        for limitation in limitations where !limited.contains(limitation.source) {
            let effect =
                limitation.source == .network
                ? "xdg-desktop-portal is asked instead" : "some changes are noticed late"
            say("\(limitation.error.description.escaped); \(effect)")
        }
        if limitations.isEmpty, !limited.isEmpty {
            say("all changes are noticed immediately again")
        }
        limited = Set(limitations.map(\.source))
    }

    private mutating func notify(_ mode: PathMonitor.Mode, of pathTracker: borrowing PathTracker) {
        guard mode != last else { return }
        last = mode
        switch mode {
        case .idle: break
        case .events where pathTracker.limitations.contains { $0.source == .network }:
            say("xdg-desktop-portal answers again")
        case .events: say("the kernel reports all changes again")
        case .polling(let error): say("\(error.description.escaped); polling every 10 s")
        case .unavailable(let error): say("\(error.description.escaped); retrying")
        }
    }

    /// Writes a notice. The command does not end if that fails.
    private func say(_ notice: String) {
        StandardStream.error.notify("reach: \(notice)\n")
    }
}

/// Reports on standard error that `--validated` does not check a path because it is metered: once for each such time.
struct MeteredCheckNotice {
    /// The message without its subject.
    static let text =
        "not checked, because the path is metered (\"onMetered\" of the configuration checks it)"

    private var wasUnchecked = false

    mutating func notify(isUnchecked: Bool) {
        if isUnchecked, !wasUnchecked {
            StandardStream.error.notify("reach: internet access is \(Self.text)\n")
        }
        wasUnchecked = isUnchecked
    }
}

/// Reports a failure on standard error once, until the operation succeeds or fails for another reason.
struct FailureNotice {
    /// The last message; `nil` if there was none since the last success.
    private var last: String?

    /// Writes a message about a failure, unless it is the last one. The command does not end if that fails.
    mutating func report(_ message: String) {
        if message != last { StandardStream.error.notify("reach: \(message)\n") }
        last = message
    }

    /// Notes a success.
    ///
    /// - Returns: whether a failure was reported before it.
    @discardableResult
    mutating func clear() -> Bool {
        defer { last = nil }
        return last != nil
    }
}

/// A message on standard error that says why the cost of the path is unknown, if NetworkManager did not answer.
enum CostNotice {
    /// Writes the message if the cost of the path is unknown.
    ///
    /// - Parameters:
    ///   - reason: why NetworkManager did not answer; `nil` if it answered or does not run.
    ///   - path: the path that the command uses.
    static func notify(_ reason: String?, of path: NetworkPath) {
        guard let reason, path.status == .satisfied, path.metered.value == .unknown else { return }
        // A failed write to standard error does not end the command.
        StandardStream.error.notify(
            "reach: it is unknown whether the connection is metered: \(reason.escaped)\n")
    }
}

extension NetworkPath {
    /// Returns the current path, and waits for NetworkManager no longer than `PathTracker.costPatience`.
    ///
    /// - Parameters:
    ///   - question: the question about the path.
    ///   - notifies: whether to report on standard error that NetworkManager did not answer.
    ///   - onDeadRoutes: called with the dead routes that the kernel chooses although another interface has a live one.
    static func currentWithCosts(
        _ question: PathQuestion,
        notifies: Bool = true,
        onDeadRoutes: (([DeadRoute]) -> Void)? = nil
    ) throws -> NetworkPath {
        var reason: String?
        let path = try current(
            answering: question, costPatience: PathTracker.costPatience,
            onAnswer: { reason = $0.missingAnswerReason }, onDeadRoutes: onDeadRoutes)
        if notifies { CostNotice.notify(reason, of: path) }
        return path
    }
}
