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
            The history is in the journal of systemd. There reach export and reach watch write each change if they \
            run as services. The history knows a current run up to now, and an ended run up to its last entry. \
            The time between two runs is unknown, unless the next one begins within a minute of that entry. The time in \
            which the machine sleeps is unknown, too. Unknown time counts neither as online nor as offline. \
            Entries count if they are from a service that runs as root, or from one of your own.

            With --from, reach reads the history from lines of reach watch --json. The time after the last line is \
            unknown. reach ignores an incomplete last line.

            In the timeline each state has its own character, so that you can read it without color. \
            Times: \(PointInTime.examples). A duration ends now; a bare time of day is the last one.

            Exit codes: 0 the history was shown; 1 nothing is known of this time; 65 a line of the file is not \
            one of reach watch --json; 66 the file or the journal cannot be read; 73 the file of --svg is not a regular \
            file; 74 the output or the picture cannot be written.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          Record the history from now on and after each boot:
            sudo systemctl enable --now reach-record.service
          Record it without being root, until you log out:
            systemd-run --user --unit=reach-watch reach watch
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
            "Show the history from this time on, or of this duration.", valueName: "time"))
    var since = PointInTime.after(86_400_000)

    @Option(
        help: ArgumentHelp("Show the history up to this time.", valueName: "time"))
    var until: PointInTime?

    @Option(
        help: ArgumentHelp(
            "Read lines of reach watch --json from this file instead of the journal; - is standard input.",
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

    @OptionGroup var color: ColorOptions

    func validate() throws {
        if case .after(let duration) = since, duration < 1000 {
            throw ValidationError("--since must be at least 1s")
        }
        if let from, from.isEmpty { throw ValidationError("--from needs the name of a file") }
        if let svg, svg.isEmpty || svg.ends(with: "/") {
            throw ValidationError("--svg needs the name of a file")
        }
    }

    func run() throws {
        let source = from.map { HistorySource.file($0) } ?? .journal
        let now = RealTimeClock.milliseconds
        let end = until?.milliseconds(.past, now: now) ?? now
        let beginning = since.milliseconds(.past, now: now)
        guard beginning < min(end, now) else {
            throw Failure.usage(
                "--since is \(Timestamp(milliseconds: beginning).local), which is not before "
                    + (end < now ? "--until (\(Timestamp(milliseconds: end).local))" : "now"))
        }
        let report = HistoryReport(try source.read(from: beginning, to: end))
        guard report.online + report.offline + report.noInternet > 0 else {
            throw Failure(source.advice, exitCode: 1)
        }
        let clock = WallClock()
        if let svg {
            let file = ReplacedFile(path: svg)
            do {
                try file.write(Array(HistoryPicture(report: report, clock: clock).text.utf8))
            } catch let failure as Failure {
                throw Failure(
                    "the picture cannot be written to \(svg.escaped): \(failure.reason)",
                    exitCode: failure.exitCode)
            }
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
        case .file(let path):
            "nothing is known of this time: \(path == "-" ? "standard input" : path.escaped) has no "
                + "lines about it; --since TIME shows a longer time"
        case .journal:
            """
            nothing is known of this time: the journal has no entries about it. To record a history from now on: \
            sudo systemctl enable --now reach-record.service. (The system's journal is open to root and to members \
            of the group systemd-journal.)
            """
        }
    }
}
