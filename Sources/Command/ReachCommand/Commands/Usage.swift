// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSystem
import LinuxSystem
import NetworkReachability

/// `reach usage`: shows what each network has carried.
struct Usage: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "usage",
        abstract: "Show what each network has carried, from the record.",
        discussion: """
            The bytes are those of the record that reach record writes, and those that the kernel has counted since its last \
            line. Without --since, they are those of this month. Each byte counts once, at the interface at the bottom: \
            what a VPN carries counts for the Wi-Fi network below it. Gaps of the record are shown.

            Without a record, reach shows the kernel's counters since the boot, by interface, and names options that \
            need the record. Plans are always the present ones. A line that was written at the very \
            end of the range is not in it, so that no byte counts in two ranges.

            Amounts are decimal, as those of data plans: 1 kB is 1000 bytes. Times: \(PointInTime.examples). A duration ends \
            now; a bare time of day is the last one.

            Exit codes: 65 a line of the record is invalid; 66 the record cannot be read, or there is none \
            and --until is in the past; 73 the file of --svg is not a \
            regular file; 74 the output or the picture cannot be written.

            \(examples)
            """
    )

    private static let examples = #"""
        Examples:
          What has this month used?
            reach usage
          Which day of the last two weeks?
            reach usage --since 14d --by day
          Draw a picture of this month:
            reach usage --svg month.svg
          Print the bytes of each day, for a program:
            reach usage --by day --json | jq -r '.rows[] | [.day, .received] | @csv'
        """#

    @Option(
        help: ArgumentHelp(
            "Show the usage from this time on, or of this duration. Default: the beginning of this month.",
            valueName: "time"))
    var since: PointInTime?

    @Option(help: ArgumentHelp("Show the usage up to this time.", valueName: "time"))
    var until: PointInTime?

    @Option(help: ArgumentHelp("Print a row for each of these, with the sum of its bytes."))
    var by = UsageGrouping.network

    @OptionGroup var record: RecordOptions

    @Option(
        help: ArgumentHelp(
            "Also draw the usage of each day into this file, which is replaced, as an SVG picture. - is standard output: the picture is printed instead of the text.",
            valueName: "file"),
        completion: .file())
    var svg: String?

    @Flag(name: [.short, .long], help: "Print a JSON object.")
    var json = false

    @Option(name: .customLong("config"), help: ConfigurationFile.help)
    var configurationFile = ConfigurationFile.standard

    @Option(help: ColorMode.help) var color = ColorMode.auto

    func validate() throws {
        if let svg { try ReplacedFile(path: svg).validate(option: "--svg", json: json) }
    }

    func run() throws {
        let clock = WallClock()
        let now = RecordMoment.now
        let configuration = try configurationFile.read()
        let range = try TimeRange(
            from: since,
            default: .init(
                time: clock.startOfMonth(now.time), name: "the beginning of this month"),
            until: until, now: now.time)
        let source = UsageSource(clock: clock, now: now, configuration: configuration)
        let report =
            if let folder = try record.existing {
                try source.report(by, range, folder)
            } else {
                try reportSinceBoot(source, range)
            }
        if let svg {
            let file = ReplacedFile(path: svg)
            try file.writePicture(UsagePicture(report: report, clock: clock).text)
            if file.isStandardOutput { return }
        }
        if json {
            try StandardStream.output.write(OutputLine(report).bytes)
        } else {
            let text = UsageText(
                report: report, clock: clock, style: color.style,
                width: StandardStream.output.columns, isThisMonth: since == nil && until == nil)
            try StandardStream.output.write(text.text)
        }
    }

    private func reportSinceBoot(_ source: UsageSource, _ range: TimeRange) throws -> UsageReport {
        let start = "sudo systemctl enable --now reach-record.service"
        guard until == nil || range.to >= source.now.time else {
            throw Failure(
                "without a record, nothing is known of a time that ends before now; to record what is used: \(start)",
                exitCode: 66)
        }
        let counters = "so these are the kernel's counters since the boot"
        let reason =
            record.isClosed
            ? "the machine's record is open to root alone, \(counters); to read it: sudo reach usage; "
                + "if nothing records: \(start)"
            : "nothing records what is used, \(counters); to record it: \(start)"
        StandardStream.error.notify("reach: \(reason)\n")
        let unanswered =
            [
                since == nil ? nil : "--since",
                by == .network || by == .interface ? nil : "--by \(by.rawValue)",
            ].compactMap(\.self)
        if !unanswered.isEmpty {
            StandardStream.error.notify(
                "reach: \(unanswered.joined(separator: " and ")) cannot be answered without a record\n"
            )
        }
        return try source.reportSinceBoot()
    }
}
