// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach export`: writes metrics into a file for the textfile collector of Prometheus' node_exporter.
struct Export: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write metrics of the network to a file for Prometheus.",
        discussion: """
            The file is in the text format of Prometheus. It is for the textfile collector of node_exporter, which \
            reads all files in its folder with names that end in .prom. reach replaces the whole file when something \
            changes, at most once a second, and at least once in each interval. The program runs until a signal ends it, \
            and leaves the file.

            No metric contains a network name, an address or a host. If reach-transfer is installed, reach counts the \
            transfers of the user's queue in each interval. Durations: \(TimeSpan.examples).

            Exit codes: 73 the file of --textfile is not a regular file; 74 the file could not be written at the \
            beginning. reach reports a later failure on standard error, and writes the file again after the next interval.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Write metrics for Debian's node_exporter, from now on and after each boot:
            sudo apt-get install prometheus-node-exporter
            sudo systemctl enable --now reach-export.service
          Write whether the internet answers, too:
            reach export --validated --textfile /tmp/reach.prom
          Look at the metrics:
            reach export --textfile /tmp/reach.prom &
            sleep 1; cat /tmp/reach.prom
        """#

    @Option(
        help: ArgumentHelp(
            "Write to this file, with mode 0644. - is standard output.", valueName: "file"),
        completion: .file())
    var textfile: String

    @Option(
        help: ArgumentHelp(
            "Write at least once in this time.", valueName: "duration"))
    var interval = TimeSpan(milliseconds: 60_000)

    @Flag(
        help: """
            Check again and again whether the internet answers over the path, as reach watch --validated does, and keep \
            reach_path_connectivity up to date.
            """)
    var validated = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    func validate() throws {
        try ReplacedFile(path: textfile).validate(option: "--textfile")
        if interval.milliseconds < 1000 {
            throw ValidationError("--interval must be at least 1s")
        }
    }

    func run() throws {
        let files = FileWatch()
        let followed = try FollowedConfiguration(configurationFile, files)
        let pathTracker = try ValidatedPathTracker(
            followed.question, followed.configuration, configurationFile, isValidated: validated,
            costPatience: PathTracker.costPatience, readsPlans: false, files: files)
        guard let path = pathTracker.path else {
            preconditionFailure("a path that is not followed")
        }
        var driver = ExportDriver(
            pathTracker: pathTracker, followed: followed, file: ReplacedFile(path: textfile),
            counters: PathCounters(path, now: MonotonicClock.milliseconds),
            countTime: interval.milliseconds,
            schedule: ExportSchedule(interval: interval.milliseconds))
        while true { try driver.next() }
    }
}

/// The loop of `reach export`: follows the path and writes the file when it is due.
private struct ExportDriver: ~Copyable {
    var pathTracker: ValidatedPathTracker
    var followed: FollowedConfiguration
    let file: ReplacedFile
    var counters: PathCounters
    let transfers = TransferCounting()
    /// Reads what interfaces have carried; `nil` where the kernel cannot be asked.
    let traffic = try? TrafficReader()
    var transferCounters = TransferCounters()
    /// The shortest time between two counts of the transfers.
    let countTime: Int64
    /// From when on the next write has the transfers counted.
    var nextCount = Int64.min
    var schedule: ExportSchedule
    var notices = ModeNotices()
    var failures = ExportFailures()

    /// Writes the file if it is due, and waits for the next event.
    mutating func next() throws {
        notices.notify(pathTracker.pathTracker)
        let now = MonotonicClock.milliseconds
        if schedule.due <= now {
            try write(now)
            schedule.wrote(at: now)
            // Together with a write, so that nothing else wakes the machine.
            if nextCount <= now {
                transfers.start()
                nextCount = now + countTime
            }
        }
        var ready = PollSet()
        transfers.add(to: &ready)
        pathTracker.wait(for: &ready, until: schedule.due)
        if let totals = transfers.receive() {
            if totals.counts != transferCounters.counts { schedule.change() }
            transferCounters.update(totals)
        }
        if followed.reread() {
            pathTracker.follow(followed.question, followed.configuration)
            pathTracker.path.map { update($0) }
        }
        while let changed = pathTracker.next() { update(changed) }
    }

    private mutating func update(_ path: NetworkPath) {
        counters.update(path, now: MonotonicClock.milliseconds)
        schedule.change()
    }

    private mutating func write(_ now: Int64) throws {
        var metrics = MetricsWriter()
        metrics.write(
            counters, transferCounters, resyncs: pathTracker.pathTracker.statistics.resyncs,
            now: now)
        metrics.write(followed.question.plans.states())
        // The metric is absent where the kernel cannot be asked.
        if let rows = try? traffic?.read(counters.path) { metrics.write(rows) }
        do {
            try file.write(metrics.bytes)
            failures.noteSuccess()
        } catch let failure as Failure {
            try failures.note(failure, of: file.path)
        }
    }
}

/// Reports on standard error that the file cannot be written, and that it can again.
private struct ExportFailures {
    private var hasWritten = false
    private var notice = FailureNotice()

    mutating func noteSuccess() {
        if notice.clear() { StandardStream.error.notify("reach: the metrics are written again\n") }
        hasWritten = true
    }

    /// - Throws: ``Failure`` if the file was never written.
    mutating func note(_ failure: Failure, of path: String) throws {
        let text = "the metrics cannot be written to \(path.escaped): \(failure.reason)"
        guard hasWritten else { throw Failure(text, exitCode: failure.exitCode) }
        notice.report(text)
    }
}

/// Decides when the file of `reach export` is written: when something has changed, and at least each interval.
///
/// Changes that follow each other fast are written together. All times are milliseconds of one clock.
struct ExportSchedule {
    /// The longest time between two writes.
    private let interval: Int64
    /// The time of the last write; `nil` if there was none.
    private var last: Int64?
    /// Whether something has changed since then.
    private var isOutdated = false

    /// The shortest time between two writes. Collectors read the file every 15 s or less often.
    private static let pause: Int64 = 1000

    init(interval: Int64) { self.interval = max(interval, Self.pause) }

    /// The time of the next write.
    var due: Int64 {
        guard let last else { return .min }
        return last + (isOutdated ? Self.pause : interval)
    }

    /// Notes that something has changed.
    mutating func change() { isOutdated = true }

    /// Notes that the file was written, or could not be.
    mutating func wrote(at now: Int64) {
        last = now
        isOutdated = false
    }
}
