// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem

/// `reach history`: shows when the machine was offline, and how it was online.
struct History: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show outages, and time by connection and by cost.",
        discussion: """
            The history is in the files of reach record; --dir names their folder. It reaches up to now while \
            a recorder runs, and otherwise up to the last line. The time between two recorders is unknown, unless the next one starts \
            within a minute. Unknown time counts neither as online nor as offline; nor does time in which the machine \
            slept. Durations come from a clock that cannot be set.

            Where there is no record, reach reads the journal of systemd, to which reach watch writes each change if it \
            runs as a service. There, time asleep is unknown. Entries count if they are from a service that runs as \
            root, or from one of your own.

            With --from, reach reads the history from lines of reach watch --json, or of reach record. The time after the \
            last line is unknown. reach ignores an incomplete last line.

            In the timeline each state has its own character, so that you can read it without color. \
            Times: \(PointInTime.examples). A duration ends now; a bare time of day is the last one.

            Exit codes: 0 the history was shown; 1 nothing is known of this time; 65 a line of the \
            record or of the file is invalid; 66 the record, the file or the journal cannot be read; 73 the file of --svg is not a regular \
            file; 74 the output or the picture cannot be written.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Record the history from now on and after each boot:
            sudo systemctl enable --now reach-record.service
          Record it without being root, until you log out:
            systemd-run --user --unit=reach-record reach record
          When was this machine offline, and for how long?
            reach history
          Was it offline last night?
            reach history --since 'yesterday 22:00' --until 'today 06:00'
          Draw a picture of the last week:
            reach history --since 7d --svg week.svg
          Record a history in a file, and look at it:
            reach watch --json >> path.jsonl &
            reach history --from path.jsonl
        """#

    @Option(
        help: ArgumentHelp(
            "Show the history from this time on, or of this duration. (default: 1d)",
            valueName: "time"))
    var since: PointInTime?

    @Option(
        help: ArgumentHelp("Show the history up to this time.", valueName: "time"))
    var until: PointInTime?

    @OptionGroup var record: RecordOptions

    @Option(
        help: ArgumentHelp(
            "Read lines of reach watch --json or reach record from this file; - is standard input.",
            valueName: "file"),
        completion: .file())
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Also draw the timeline into this file, which is replaced, as an SVG picture. - is standard output: the picture is printed instead of the text.",
            valueName: "file"),
        completion: .file())
    var svg: String?

    @Flag(name: [.short, .long], help: "Print a JSON object.")
    var json = false

    @Option(help: ColorMode.help) var color = ColorMode.auto

    func validate() throws {
        if case .after(let duration) = since, duration < 1000 {
            throw ValidationError("--since must be at least 1s")
        }
        if let from, from.isEmpty { throw ValidationError("--from needs the name of a file") }
        if from != nil, record.dir != nil {
            throw ValidationError("--from and --dir exclude each other")
        }
        if let svg { try ReplacedFile(path: svg).validate(option: "--svg", json: json) }
    }

    /// Where the history comes from.
    private var source: HistorySource {
        get throws {
            if let from { return .file(from) }
            return try record.existing.map { .record($0) } ?? .journal
        }
    }

    func run() throws {
        let source = try source
        // The clock is read once, so that a history that ends now ends exactly at the present.
        let now = RecordMoment.now
        let range = try TimeRange(
            from: since,
            default: .init(time: now.time - 86_400_000, name: "the beginning of the last day"),
            until: until, now: now.time)
        let report = HistoryReport(try source.read(from: range.from, to: range.to, now: now))
        guard report.online + report.offline + report.noInternet > 0 else {
            throw Failure(source.advice, exitCode: 1)
        }
        let clock = WallClock()
        if let svg {
            let file = ReplacedFile(path: svg)
            try file.writePicture(HistoryPicture(report: report, clock: clock).text)
            if file.isStandardOutput { return }
        }
        if json {
            try StandardStream.output.write(OutputLine(report).bytes)
        } else {
            let columns = StandardStream.output.columns ?? 80
            try StandardStream.output.write(
                HistoryText(
                    report: report, clock: clock, style: color.style, columns: columns,
                    width: StandardStream.output.columns
                ).text)
        }
    }
}

extension HistorySource {
    /// The advice if nothing is known.
    fileprivate var advice: String {
        switch self {
        case .record(let folder):
            "nothing is known of this time: the record in \(folder.path.escaped) has no lines about it; "
                + "--since TIME shows a longer time"
        case .file(let path):
            "nothing is known of this time: \(path == "-" ? "standard input" : path.escaped) has no "
                + "lines about it; --since TIME shows a longer time"
        case .journal:
            """
            nothing is known of this time: there is no record, and the journal has no entries about it. To record a history from now on: \
            sudo systemctl enable --now reach-record.service. (Its record is open to root alone, and the system's journal to \
            members of the group systemd-journal, too.)
            """
        }
    }
}
