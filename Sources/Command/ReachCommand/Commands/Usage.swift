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

            Without a record, reach shows what the kernel has counted since the boot, by interface.

            Amounts are decimal, as those of data plans: 1 kB is 1000 bytes. Times: \(PointInTime.examples). A duration ends \
            now; a bare time of day is the last one.

            Exit codes: 65 a line of the record is invalid; 66 the record cannot be read; 73 the file of --svg is not a \
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

    @Option(help: ArgumentHelp("What the bytes are added up by."))
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

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var color: ColorOptions

    func validate() throws {
        if let svg, svg.isEmpty || svg.ends(with: "/") {
            throw ValidationError("--svg needs the name of a file")
        }
    }

    func run() throws {
        let clock = WallClock()
        let now = RecordMoment.now
        let configuration = try configuration.file.read()
        let beginning =
            since?.milliseconds(.past, now: now.time) ?? clock.startOfMonth(now.time)
        let range = try TimeRange(from: beginning, until: until, now: now.time)
        let source = UsageSource(clock: clock, now: now, configuration: configuration)
        let report = try source.report(by, range, try folder)
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

    /// The folder of the record; `nil` if there is none.
    private var folder: RecordFolder? {
        get throws {
            guard let folder = record.folder else { return RecordFolder.existing }
            do throws(SystemError) { return try folder.months.isEmpty ? nil : folder } catch {
                throw Failure(error.description.escaped, exitCode: 66)
            }
        }
    }
}

/// Makes reports of a usage from a record and the kernel's counters.
struct UsageSource {
    let clock: WallClock
    let now: RecordMoment
    let configuration: Configuration

    /// Returns the report of a range.
    ///
    /// - Parameter folder: the record; `nil` if there is none.
    func report(
        _ grouping: UsageGrouping, _ range: TimeRange, _ folder: RecordFolder?
    ) throws -> UsageReport {
        guard let folder else {
            StandardStream.error.notify(
                "reach: nothing records what is used, so these are the kernel's counters since the boot; "
                    + "to record it: sudo systemctl enable --now reach-record.service\n")
            return try sinceBoot()
        }
        var ledger = PlanLedger(configuration.plans, at: now.time, clock)
        let start = ledger.start ?? range.from
        let all = try folder.entries(
            from: min(start, range.from), to: now.time, [.traffic], clock: clock)
        let entries = all.filter { $0.time >= range.from - 86_400_000 && $0.time <= range.to }
        var recorded = RecordedTimes()
        for entry in entries { recorded.add(entry, since: range.from) }
        if FileLock.isTaken(folder.lock) == true { recorded.extend(to: now.time) }
        var report = UsageReport(
            grouping, from: range.from, to: min(range.to, now.time), recorded: recorded,
            clock: clock)
        for entry in entries { report.add(entry.rows, time: entry.time) }
        for entry in all { ledger.add(entry.rows, time: entry.time) }
        if range.to >= now.time || ledger.start != nil {
            let live = try live(folder)
            report.add(live, time: now.time)
            ledger.add(live, time: now.time)
        }
        report.plans = ledger.reports(at: now.time)
        return report
    }

    /// What the kernel has counted since the last line of a record.
    private func live(_ folder: RecordFolder) throws -> [TrafficRow] {
        let former: RecordEnd
        do throws(SystemError) { former = try folder.end(boot: Boot.identifier) } catch {
            throw Failure(error.description.escaped, exitCode: 66)
        }
        return try count(after: former)
    }

    private func count(after former: RecordEnd) throws -> [TrafficRow] {
        let path = try NetworkPath.currentWithCosts(configuration.question, notifies: false)
        let networks = path.interfaceNetworks(changedSince: nil).map {
            ($0.index, TrafficNetwork($0))
        }
        var machine = RecordMachine(interval: 1) { $0 + 1 }
        return machine.start(
            try TrafficReader().read(path), Dictionary(networks) { $1 }, after: former, now: now
        ).missed
    }

    /// What the kernel has counted since the boot, by interface.
    private func sinceBoot() throws -> UsageReport {
        var report = UsageReport(
            .interface, from: now.time - now.uptime, to: now.time, recorded: RecordedTimes(),
            clock: clock)
        // A record of another boot: all counters begin at 0.
        report.add(try count(after: RecordEnd(isEmpty: false)), time: now.time)
        return report
    }
}
