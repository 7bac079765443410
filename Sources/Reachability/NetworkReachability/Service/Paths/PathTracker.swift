// SPDX-License-Identifier: Apache-2.0

package import LinuxSystem

/// Follows the paths of this machine's network. It belongs to one thread, which waits and then takes the changes:
///
/// ```
/// var ready = PollSet()
/// tracker.wait(for: &ready)
/// while let changed = tracker.next() { report(changed) }
/// ```
package struct PathTracker: ~Copyable {
    private var driver: TrackingDriver<LinuxKernel>
    /// When the wait for the first answers of NetworkManager and of ModemManager ends, by ``MonotonicClock``; `nil` once it has
    /// ended. When the time comes, ``wait(for:until:)`` ends it, and nothing else does, so that the owner does not miss the end.
    private var answersDue: Int64?

    /// The longest wait for the first answers of NetworkManager and of ModemManager, in milliseconds.
    package static let costPatience: Int64 = 2000

    /// Subscribes to changes, then evaluates the paths for the first time: in this order, so that no change is missed.
    ///
    /// - Parameters:
    ///   - questions: the questions that paths answer.
    ///   - showsAll: whether a change is reported of an interface that no path shows. If not, the paths show the change
    ///     when they are reported for another reason.
    ///   - costPatience: how long the initializer waits for the first answers of NetworkManager and of ModemManager, in
    ///     milliseconds.
    ///   - answerPatience: how long the tracker waits for them in all (``awaitsAnswers``), in milliseconds.
    ///   - readsPlans: whether the data plans of the paths are read again when their states may differ.
    ///   - files: reports when files change; its owner may have it report other files, too.
    ///   - receiveBuffer: how many bytes of the kernel's messages may wait.
    package init(
        _ questions: Set<PathQuestion>,
        showsAll: Bool,
        costPatience: Int64 = 0,
        answerPatience: Int64 = Self.costPatience,
        readsPlans: Bool = true,
        files: FileWatch = FileWatch(),
        receiveBuffer: Int32 = 4 << 20
    ) {
        let kernel = LinuxKernel(following: files, receiveBuffer: receiveBuffer)
        kernel.followsConnectionNames = questions.contains(where: \.needsConnectionNames)
        answersDue = answerPatience > 0 ? kernel.now + answerPatience : nil
        if costPatience > 0 { kernel.waitForAnswers(until: kernel.now + costPatience) }
        driver = TrackingDriver(
            questions, of: kernel, showsAll: showsAll, readsPlans: readsPlans)
        noteAnswers()
    }

    /// How changes are learned of.
    package var mode: PathMonitor.Mode { driver.mode }

    /// The counts since the start.
    package var statistics: PathMonitor.Statistics { driver.statistics }

    /// The sources that cannot be followed, and why. The others are followed.
    package var limitations: [Limitation] { driver.kernel.limitations }

    /// Whether a wait ends when the clock is set, and when the machine wakes from suspend.
    var noticesClock: Bool {
        mode == .events && !limitations.contains { [.suspend, .network].contains($0.source) }
    }

    /// Whether NetworkManager has answered.
    var networkManager: ServiceAvailability { driver.kernel.networkManager }

    /// Each question with the path that answers it, as it was evaluated last.
    package var paths: [FollowedPath] { driver.paths }

    /// The path that answers a question, as it was evaluated last; `nil` if it is not followed.
    package func path(_ question: PathQuestion) -> NetworkPath? { driver.path(question) }

    /// Whether the tracker still waits for the first answers: NetworkManager's about the cost of connections, and
    /// ModemManager's about roaming.
    ///
    /// A call of ``wait(for:until:)`` ends when this wait does.
    package var awaitsAnswers: Bool { answersDue != nil }

    /// Ends the wait for the first answers if they are there. Later ones are not waited for.
    private mutating func noteAnswers() {
        if !driver.kernel.awaitsAnswers { answersDue = nil }
    }

    /// Whether NetworkManager has still to answer what connections cost.
    package var awaitsNetworkManager: Bool { driver.kernel.awaitsNetworkManager }

    /// Why NetworkManager's answer on what connections cost is missing; `nil` if it is not, or NetworkManager does not
    /// run.
    package var missingAnswerReason: String? { driver.kernel.missingAnswerReason }

    /// Whether NetworkManager checks the connectivity of its devices.
    package var checksConnectivity: Bool { driver.kernel.checksConnectivity }

    /// Whether a check of ``checkConnectivity()`` has not ended.
    var isCheckingConnectivity: Bool { driver.kernel.isCheckingConnectivity }

    /// Has NetworkManager check the connectivity of its devices now, if it does at all.
    func checkConnectivity() { driver.kernel.checkConnectivity() }

    /// Waits until there may be something for ``next()`` to do.
    ///
    /// - Parameters:
    ///   - ready: other descriptors to wait for; then those that are ready.
    ///   - end: when the wait ends at the latest, by ``MonotonicClock``; `nil` for no end.
    package mutating func wait(for ready: inout PollSet, until end: Int64? = nil) {
        driver.kernel.add(to: &ready)
        let due = MonotonicClock.earlier(MonotonicClock.earlier(driver.due, end), answersDue)
        ready.wait(milliseconds: due.map(MonotonicClock.milliseconds(until:)))
        driver.kernel.note(ready)
        driver.wake()
        if let due = answersDue, due <= driver.kernel.now { answersDue = nil }
    }

    /// Receives the changes that were reported, and evaluates the paths again if they may differ.
    ///
    /// - Returns: the paths that differ; `nil` if there is nothing to do but to wait. A path is returned before the
    ///   kernel's lock is waited for, so there may be more.
    package mutating func next() -> [FollowedPath]? {
        defer { noteAnswers() }
        return driver.next()
    }

    /// Follows other questions, and answers the new ones before it returns. The paths that answer the others stay.
    package mutating func follow(_ questions: Set<PathQuestion>) { driver.follow(questions) }

    /// Follows more questions in place of others, as `TrackingDriver` does.
    mutating func follow(
        _ new: some Collection<PathQuestion>, insteadOf old: [PathQuestion]
    ) -> [FollowedPath] {
        driver.follow(new, insteadOf: old)
    }
}
